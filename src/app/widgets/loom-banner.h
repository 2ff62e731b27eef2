#pragma once

#include <gtk/gtk.h>

typedef enum
{
  LOOM_BANNER_NEUTRAL,
  LOOM_BANNER_WARNING,
  LOOM_BANNER_ERROR,
} LoomBannerKind;

#define LOOM_TYPE_BANNER_KIND (loom_banner_kind_get_type ())

GType loom_banner_kind_get_type (void) G_GNUC_CONST;

/* A strip for what lasts: a sentence, up to two buttons and a way to put it away. Shown while it
 * has a title. Properties: "title", "kind", "button-label", "action-name", "second-label",
 * "second-action", "closable". Signal "closed": the user put it away. */
#define LOOM_TYPE_BANNER (loom_banner_get_type ())
G_DECLARE_FINAL_TYPE (LoomBanner, loom_banner, LOOM, BANNER, GtkWidget)

const char *loom_banner_get_title (LoomBanner  *self);
void        loom_banner_set_title (LoomBanner  *self,
                                   const char  *title);
