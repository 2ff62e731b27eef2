#pragma once

#include "loom-definition.h"

char     *loom_generator_write   (const LoomDefinition  *definition,
                                  GPtrArray             *warnings,
                                  LoomPartPlace         *place,
                                  GError               **error);
gboolean  loom_generator_find_part (const LoomDefinition *definition,
                                 guint                  line,
                                 LoomPart              *part);
gboolean  loom_generator_is_name (const char            *word);
