/* loom-picture-pane-offer.c: a lens with nothing to see yet says what it needs, with a button that
 * has a run look for it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-action.h"
#include "loom-analyses.h"

static const LoomAnalysis *
find_analysis (LoomPicturePane *self,
               LoomLens         lens)
{
  const LoomCapabilities needs = loom_lens_get_needs (lens, self->run, self->view.array);

  return self->session != NULL && needs != LOOM_CAPABILITY_NONE ? loom_analyses_find (needs) : NULL;
}

gboolean
_loom_picture_pane_can_offer (LoomPicturePane *self,
                              LoomLens         lens)
{
  return find_analysis (self, lens) != NULL;
}

/* Says why there is nothing to see through a lens, and what helps. */
void
_loom_picture_pane_offer (LoomPicturePane *self,
                          LoomLens         lens)
{
  const LoomAnalysis *analysis = find_analysis (self, lens);
  const char *why = loom_lens_get_obstacle (lens, self->run, self->view.array);
  const char *button;
  g_autofree char *text = NULL;

  if (analysis == NULL)
    return;
  text = loom_analysis_dup_offer (analysis, self->session, loom_lens_get_title (lens), why,
                                  &button);
  self->offered = lens;
  g_object_set (self->offer, "button-label", button, NULL);
  loom_banner_set_title (self->offer, text);
}

/* Another lens, array or run: who asked has gone on. */
void
_loom_picture_pane_withdraw_offer (LoomPicturePane *self)
{
  loom_banner_set_title (self->offer, NULL);
}

static void
switch_on_action (LoomPicturePane *self)
{
  const LoomAnalysis *analysis = find_analysis (self, self->offered);

  if (analysis == NULL)
    return;
  loom_view_state_await_lens (self->state, self->offered);
  _loom_picture_pane_withdraw_offer (self);
  loom_analysis_switch_on (analysis, self->session, GTK_WIDGET (self));
}

void
_loom_picture_pane_class_offer_init (GtkWidgetClass *widget_class)
{
  static const LoomActionEntry actions[] = {
    { "picture.switch-on", NULL, G_CALLBACK (switch_on_action) },
  };

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
}
