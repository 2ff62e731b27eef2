#pragma once

#include "loom-field.h"
#include "loom-session.h"

/* A file that the document can read; or, with an error, why it could not be copied. */
typedef void (* LoomArrayChosen) (GtkWidget    *widget,
                                  GFile        *file,
                                  const GError *error);

/* GTK's dialog that asks for a file with an array, and what is chosen in it as if it were typed. */
GtkFileChooserNative *loom_array_chooser_new  (GtkWidget            *widget,
                                               LoomSession          *session);
void                  loom_array_chooser_take (GtkFileChooserNative *self,
                                               int                   response,
                                               GtkWidget            *widget,
                                               LoomSession          *session,
                                               LoomArrayChosen       chosen);
void                  loom_array_chooser_type (GFile                *file,
                                               LoomField            *field);
