#pragma once

#include "loom-ptx-module.h"

/* A module of one entry `k` with registers of all types and the given body; see ptx-test.c for their names. */
char          *ptx_test_wrap    (const char  *body);
LoomPtxModule *ptx_test_parse   (const char  *body);
/* Gives a bare "ld.global.v2.f32" operands that fit the table: NULL if some form of it verifies, else the last message.
 * body: (out) (optional): the instruction that does. */
char          *ptx_test_variant (const char  *variant,
                                 char       **body);
