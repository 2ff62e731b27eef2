#pragma once

#include <glib.h>

const char *loom_spelling_find (const char         *word,
                                const char * const *known);
