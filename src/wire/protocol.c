/* See protocol.h. */
#include "wire/protocol.h"

#include <sodium.h>
#include <string.h>

bool id_is_well_formed(const char *text)
{
    uint8_t bytes[16];
    size_t length = 0;

    return strlen(text) == ID_LENGTH &&
           sodium_base642bin(bytes, sizeof bytes, text, ID_LENGTH, NULL, &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == sizeof bytes;
}
