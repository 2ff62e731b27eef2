#pragma once

#include <glib.h>

const char *loom_spelling_find (const char         *word,
                                const char * const *known);
const char *loom_spelling_find_only (const char         *word,
                                     const char * const *known);
guint       loom_spelling_count_changes (const char         *a,
                                         const char         *b,
                                         gboolean            folds_case);
