#pragma once

#include "loom-draft.h"
#include "loom-kernel-template.h"
#include "loom-run-controller.h"
#include "loom-session.h"

#include <adwaita.h>

/* The windows beside a document's window, each in a file of its own; loom-page.h has what they have
 * in common. */

/* The examples. Choosing one opens it as an untitled copy by the action app.new-document. */
#define LOOM_TYPE_GALLERY_WINDOW (loom_gallery_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomGalleryWindow, loom_gallery_window, LOOM, GALLERY_WINDOW, AdwWindow)

GtkWindow *loom_gallery_window_new (GtkWindow *parent);

/* Asks what a new kernel is to be like, shows what it would do, and begins it by the action
 * app.new-document. What is typed is kept for the next time. */
#define LOOM_TYPE_FORM_WINDOW (loom_form_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomFormWindow, loom_form_window, LOOM, FORM_WINDOW, AdwWindow)

GtkWindow *loom_form_window_new (GtkWindow         *parent,
                                 LoomSession       *session,
                                 LoomRunController *controller,
                                 GSettings         *settings);

/* The settings that a person chooses. */
#define LOOM_TYPE_PREFERENCES_WINDOW (loom_preferences_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomPreferencesWindow, loom_preferences_window, LOOM,
                      PREFERENCES_WINDOW, AdwPreferencesWindow)

GtkWindow *loom_preferences_window_new (GtkWindow    *parent,
                                        GSettings    *settings,
                                        LoomSession  *session);

/* Many configurations of the launch beside each other: which is best? One of them becomes the
 * document's by a choice. */
#define LOOM_TYPE_SWEEP_WINDOW (loom_sweep_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomSweepWindow, loom_sweep_window, LOOM, SWEEP_WINDOW, AdwWindow)

GtkWindow *loom_sweep_window_new (GtkWindow         *parent,
                                  LoomSession       *session,
                                  LoomRunController *controller);

/* What kernels can run on here: each device with what is known of it, or the reason why it can't be
 * used, and how fast memory is copied between them. Follows the session's run settings and
 * "copies".
 * Signal "measure" (gboolean start): somebody wants copies measured, or no longer does. */
#define LOOM_TYPE_DEVICES_WINDOW (loom_devices_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomDevicesWindow, loom_devices_window, LOOM, DEVICES_WINDOW, AdwWindow)

GtkWindow *loom_devices_window_new (GtkWindow   *parent,
                                    LoomSession *session);

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

/* Offers the drafts that a crash left behind. What is neither restored nor discarded is offered
 * again by the next start. Signal "restore" (LoomDraft). */
#define LOOM_TYPE_DRAFTS_WINDOW (loom_drafts_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomDraftsWindow, loom_drafts_window, LOOM, DRAFTS_WINDOW, AdwWindow)

GtkWindow *loom_drafts_window_new (GtkWindow  *parent,
                                   GPtrArray  *drafts);

/* Asks for the arguments of a kernel that is a template. An instance is written into the settings
 * only once the compiler has taken it; until then what is wrong with it is said here. */
#define LOOM_TYPE_TEMPLATE_WINDOW (loom_template_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomTemplateWindow, loom_template_window, LOOM, TEMPLATE_WINDOW, AdwWindow)

GtkWindow *loom_template_window_new (GtkWindow                *parent,
                                     LoomSession              *session,
                                     LoomRunController        *controller,
                                     const LoomKernelTemplate *template);
