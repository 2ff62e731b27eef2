#pragma once

#include "loom-definition.h"
#include "loom-document.h"

/* The group of settings that says what the source of a document was written from. */
#define LOOM_GROUP_FORM "form"

/* The key of a sum in that group, loom_form_settings_sum(). */
#define LOOM_FORM_SUM "made"

char     *loom_form_settings_sum    (const LoomDefinition  *definition,
                                     LoomDocument          *document);
char     *loom_form_settings_format (const LoomDefinition  *definition,
                                     LoomDocument          *document);
gboolean  loom_form_settings_read   (LoomDocument          *document,
                                     LoomDefinition        *definition,
                                     GError               **error);
gboolean  loom_form_settings_check  (LoomDocument          *document,
                                     const LoomDefinition  *definition,
                                     GError               **error);
