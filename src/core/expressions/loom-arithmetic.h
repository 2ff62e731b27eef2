#pragma once

#include "loom-type.h"

/* The most that is read of one number, and how deep its parentheses and signs may go. */
#define LOOM_ARITHMETIC_MAX_LENGTH 200
#define LOOM_ARITHMETIC_MAX_DEPTH 32

gboolean  loom_arithmetic_evaluate (const char  *text,
                                    gint64       least,
                                    guint64      most,
                                    guint64     *value,
                                    GError     **error);
char     *loom_arithmetic_dup_list (const char       *text,
                                    const LoomShape  *names,
                                    gint64            least,
                                    guint64           most,
                                    GError          **error);
char     *loom_arithmetic_dup_scalar (const char  *text,
                                      LoomScalar   scalar,
                                      GError     **error);
