#pragma once

#include "loom-document.h"

const char *const *loom_mapping_list   (void);
const char        *loom_mapping_find   (LoomDocument  *document,
                                        GError       **error);
gboolean           loom_mapping_has    (LoomDocument  *document);
char              *loom_mapping_change (LoomDocument  *document,
                                        const char    *mapping,
                                        GError       **error);
char              *loom_mapping_follow_values (LoomDocument *document);
