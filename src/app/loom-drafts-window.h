#pragma once

#include "loom-draft.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Offers the drafts that a crash left behind. What is neither restored nor discarded is offered
 * again by the next start. Signal "restore" (LoomDraft). */
#define LOOM_TYPE_DRAFTS_WINDOW (loom_drafts_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomDraftsWindow, loom_drafts_window, LOOM, DRAFTS_WINDOW, AdwWindow)

GtkWindow *loom_drafts_window_new (GtkWindow  *parent,
                                   GPtrArray  *drafts);

G_END_DECLS
