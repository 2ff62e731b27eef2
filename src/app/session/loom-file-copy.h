#pragma once

#include <gtk/gtk.h>

/* Called once: with the copy, or with why there is none; %G_IO_ERROR_CANCELLED: nobody wants it. */
typedef void (* LoomFileCopied) (gpointer      data,
                                 GFile        *copy,
                                 const GError *error);

void loom_file_copy_beside (GtkWidget      *widget,
                            GFile          *file,
                            GFile          *folder,
                            LoomFileCopied  copied,
                            gpointer        data);
