#pragma once

#include "loom-definition.h"

#include <gio/gio.h>

/* What stands in the forms of a new kernel: at the beginning, and as it was left, in this window or
 * in one before it. */

const char *loom_form_get_beginning (LoomForm              form,
                                     LoomPart              part);
gboolean    loom_form_is_beginning  (const LoomDefinition *definition);
void        loom_form_keep          (GSettings            *settings,
                                     const LoomDefinition *definition);
void        loom_form_recall        (GSettings            *settings,
                                     LoomForm              form,
                                     LoomDefinition       *definition);
LoomForm    loom_form_get_kept      (GSettings            *settings);
