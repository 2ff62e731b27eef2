#pragma once

#include "loom-type.h"

char *loom_number_format       (double          number,
                                guint           digits);
char *loom_number_format_set   (double          number,
                                guint           digits);
char *loom_number_format_cell  (const LoomType *type,
                                gconstpointer   cell);
char *loom_number_format_short (LoomScalar      scalar,
                                gconstpointer   data);
