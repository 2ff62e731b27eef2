#pragma once

#include "loom-definition.h"

char     *loom_generator_write   (const LoomDefinition  *definition,
                                  GPtrArray             *warnings,
                                  LoomPartPlace         *place,
                                  GError               **error);
gboolean  loom_generator_is_name (const char            *word);
