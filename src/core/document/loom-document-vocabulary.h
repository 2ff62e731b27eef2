#pragma once

#include <glib.h>

char       **loom_document_vocabulary_list_groups (void);
char       **loom_document_vocabulary_list_keys   (const char *group);
char       **loom_document_vocabulary_list_values (const char *group,
                                                   const char *key);
const char  *loom_document_vocabulary_describe    (const char *group,
                                                   const char *key);
