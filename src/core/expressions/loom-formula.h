#pragma once

#include "loom-fill.h"
#include "loom-type.h"

/* What can be told of a formula of the settings without a compiler. What passes here may still be
 * refused by the compiler; what does not would be. */
char     *loom_formula_dup_value   (const char      *text,
                                    const LoomType  *type,
                                    GError         **error);
gboolean  loom_formula_check_fill  (const LoomFill  *fill,
                                    const LoomType  *type,
                                    GError         **error);
