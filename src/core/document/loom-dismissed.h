#pragma once

#include "loom-document.h"
#include "loom-error.h"

gboolean  loom_dismissed_has   (LoomDocument  *document,
                                const char    *kernel,
                                LoomError      code);
const char *loom_dismissed_get_word (guint index);
char     *loom_dismissed_add   (const char    *dismissed,
                                LoomError      code);
gboolean  loom_dismissed_check (const char    *dismissed,
                                GError       **error);
