#pragma once

#include "loom-field.h"

G_BEGIN_DECLS

/* A button behind a field that lists what is often typed there. */
GtkWidget *loom_choice_button_new (LoomField   *field,
                                   const char  *label,
                                   GStrv        choices);

G_END_DECLS
