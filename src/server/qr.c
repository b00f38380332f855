/* See qr.h. */
#include "server/qr.h"

#include <qrencode.h>

#include "memory.h"

enum { QUIET = 4 }; /* modules around it, as the standard asks for */

void qr_svg(const char *text, struct writer *w)
{
    QRcode *code = must_have(QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1));
    int size = code->width + 2 * QUIET;
    write_text(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    write_number(w, size);
    write_char(w, ' ');
    write_number(w, size);
    write_text(w, "\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h");
    write_number(w, size);
    write_char(w, 'v');
    write_number(w, size);
    write_text(w, "H0z\"/><path d=\"");
    for (int y = 0; y < code->width; y++)
        for (int x = 0; x < code->width; x++)
            if (code->data[y * code->width + x] & 1) {
                write_char(w, 'M');
                write_number(w, x + QUIET);
                write_char(w, ' ');
                write_number(w, y + QUIET);
                write_text(w, "h1v1h-1z");
            }
    write_text(w, "\"/></svg>");
    QRcode_free(code);
}
