/* What the parts of parlor.wasm share: rules.c checks records, puzzle.c shows puzzles. */
#ifndef PARLOR_WASM_RULES_H
#define PARLOR_WASM_RULES_H

#include <stdio.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

extern FILE given; /* the text that the page has put into record_buffer() */

#endif
