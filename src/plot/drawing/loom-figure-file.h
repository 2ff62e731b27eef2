#pragma once

#include <cairo.h>
#include <glib.h>

/* A drawing that shall become a file; width and height are in design pixels. */
typedef struct
{
  const char *title;
  double      width, height;
  void      (*draw) (cairo_t *cr, double width, double height, gpointer data);
  gpointer    data;
} LoomFigureFile;

gboolean  loom_figure_file_write (const LoomFigureFile  *self,
                                  const char            *path,
                                  GError               **error);
