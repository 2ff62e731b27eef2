#pragma once

#include "loom-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Why can't I run? Each library that was looked for, where, and what came of it. */
#define LOOM_TYPE_WHY_WINDOW (loom_why_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomWhyWindow, loom_why_window, LOOM, WHY_WINDOW, AdwWindow)

GtkWindow *loom_why_window_new (GtkWindow    *parent,
                                LoomSession  *session);

/* What kernels can run on, or a library behind it: found or not, where, and why not. */
typedef struct
{
  char     *name;
  char     *state;              /* version and place, or why it can't be used */
  GStrv     searched;           /* each place that was tried, with the reason why it was left */
  gboolean  found;
} LoomWhyEntry;

GPtrArray *loom_why_list     (GVariant     *description);
char      *loom_why_dup_text (GVariant     *description);

G_END_DECLS
