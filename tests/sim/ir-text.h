#pragma once

#include "loom-sim-ir-private.h"

/* A function's ops as text; ir-text.c says how it reads. */
char  *ir_text_print (const LoomSimIr *ir);
/* Adds what a text says to a function without ops. Returns: the line that it cannot be, from 1 on;
 * 0: it is well. */
guint  ir_text_parse (LoomSimIr       *ir,
                      const char      *text);
