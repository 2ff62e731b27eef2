/* loom-ptx-pane.c: what the compiler made of the source, and a GPU's machine code beside it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-listing-view.h"
#include "loom-ptx-listing.h"
#include "loom-resources.h"

#include <glib/gi18n-lib.h>

struct _LoomPtxPane
{
  LoomPane         parent_instance;

  LoomSession     *session;
  GtkStack        *stack;
  GtkLabel        *why;
  LoomListingView *ptx;
  GtkToggleButton *beside;      /* machine code is wanted */
  GtkStack        *machine;
  GtkLabel        *missing;
  LoomListingView *sass;
  GtkWidget       *copy_sass;
  LoomCompiled    *compiled;    /* that is shown, or NULL */
};

G_DEFINE_FINAL_TYPE (LoomPtxPane, loom_ptx_pane, LOOM_TYPE_PANE)

static void
copy_action (LoomPtxPane *self)
{
  loom_listing_view_copy (self->ptx);
}

static void
copy_sass_action (LoomPtxPane *self)
{
  loom_listing_view_copy (self->sass);
}

static void
show_ptx (LoomPtxPane *self)
{
  if (self->compiled == NULL || self->compiled->ptx == NULL || *self->compiled->ptx == '\0')
    {
      gtk_label_set_label (self->why, self->compiled == NULL
                                          ? _("The compiler has not made anything yet.")
                                          : _("This source does not compile: Problems has the "
                                              "reasons."));
      loom_listing_view_take (self->ptx, NULL);
      gtk_stack_set_visible_child_name (self->stack, "empty");
      return;
    }
  loom_listing_view_take (self->ptx, loom_ptx_listing_new (self->compiled->ptx,
                                                           loom_session_get_name (self->session)));
  gtk_stack_set_visible_child_name (self->stack, "listing");
}

static void
go_to_kernel (LoomPtxPane     *self,
              LoomListingView *view)
{
  LoomPlan *plan = loom_session_get_plan (self->session);

  loom_listing_view_go_to (view, plan != NULL ? plan->entry : NULL);
}

/* While another text is disassembled, what is there stays. */
static void
disassembled_cb (LoomPtxPane *self)
{
  LoomDisassembly *disassembly = loom_session_get_disassembly (self->session);
  const LoomSass *sass = loom_disassembly_get_sass (disassembly);
  const char *error = loom_disassembly_get_error (disassembly);

  if (sass != NULL)
    {
      loom_listing_view_take (self->sass, loom_sass_list (sass));
      go_to_kernel (self, self->sass);
    }
  else if (error != NULL)
    loom_listing_view_take (self->sass, NULL);
  gtk_label_set_label (self->missing, error != NULL ? error : _("Asking the disassembler…"));
  gtk_stack_set_visible_child_name (
      self->machine, loom_listing_view_get (self->sass) != NULL ? "listing" : "empty");
  gtk_widget_set_visible (self->copy_sass, loom_listing_view_get (self->sass) != NULL &&
                                               gtk_toggle_button_get_active (self->beside));
}

/* Only while somebody looks: the text may be long, and is made anew after each edit. */
static void
update (LoomPtxPane *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (compiled != self->compiled || loom_listing_view_get (self->ptx) == NULL)
    {
      g_clear_pointer (&self->compiled, loom_compiled_unref);
      self->compiled = compiled != NULL ? loom_compiled_ref (compiled) : NULL;
      show_ptx (self);
    }
  go_to_kernel (self, self->ptx);
  if (gtk_toggle_button_get_active (self->beside))
    loom_action_activate (GTK_WIDGET (self), "win.tell-sass", NULL);
  disassembled_cb (self);
}

static void
loom_ptx_pane_set_session (LoomPane    *pane,
                           LoomSession *session)
{
  LoomPtxPane *self = LOOM_PTX_PANE (pane);

  self->session = session;
  g_object_set (self->ptx, "session", session, NULL);
  g_object_set (self->sass, "session", session, NULL);
  loom_connect_each (session, G_CALLBACK (update), self, "notify::compiled", "notify::plan", NULL);
  loom_connect (loom_session_get_disassembly (session), "changed", disassembled_cb, self);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
}

static gboolean
loom_ptx_pane_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LOOM_PTX_PANE (widget)->ptx));
}

static void
loom_ptx_pane_dispose (GObject *object)
{
  LoomPtxPane *self = LOOM_PTX_PANE (object);

  g_clear_pointer (&self->compiled, loom_compiled_unref);

  G_OBJECT_CLASS (loom_ptx_pane_parent_class)->dispose (object);
}

static void
loom_ptx_pane_class_init (LoomPtxPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "ptx.copy", NULL, G_CALLBACK (copy_action) },
    { "ptx.copy-sass", NULL, G_CALLBACK (copy_sass_action) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_ptx_pane_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = loom_ptx_pane_grab_focus;
  LOOM_PANE_CLASS (klass)->set_session = loom_ptx_pane_set_session;

  g_type_ensure (LOOM_TYPE_LISTING_VIEW);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-ptx-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomPtxPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomPtxPane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomPtxPane, ptx);
  gtk_widget_class_bind_template_child (widget_class, LoomPtxPane, beside);
  gtk_widget_class_bind_template_child (widget_class, LoomPtxPane, machine);
  gtk_widget_class_bind_template_child (widget_class, LoomPtxPane, missing);
  gtk_widget_class_bind_template_child (widget_class, LoomPtxPane, sass);
  gtk_widget_class_bind_template_child (widget_class, LoomPtxPane, copy_sass);
  gtk_widget_class_bind_template_callback (widget_class, update);
}

static void
loom_ptx_pane_init (LoomPtxPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
