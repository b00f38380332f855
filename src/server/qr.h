/* A QR code as a picture. */
#ifndef PARLOR_SERVER_QR_H
#define PARLOR_SERVER_QR_H

#include "rules/text.h"

/* As SVG, black on white with the quiet zone around it; false if the text is too long for one. */
void qr_svg(const char *text, struct writer *);

#endif
