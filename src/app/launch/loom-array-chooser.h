#pragma once

#include "loom-field.h"
#include "loom-session.h"

/* GTK's dialog that asks for a file with an array, and what is chosen in it as if it were typed. */
GtkFileChooserNative *loom_array_chooser_new  (GtkWidget            *widget,
                                               LoomSession          *session);
void                  loom_array_chooser_take (GtkFileChooserNative *self,
                                               int                   response,
                                               LoomField            *field);
