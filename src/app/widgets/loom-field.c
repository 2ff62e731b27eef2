/* loom-field.c: an entry that shows what holds and takes what is typed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-field.h"

#include "loom-action.h"
#include "loom-class.h"
#include "loom-widget.h"

typedef struct
{
  char  *shown;                 /* what holds */
  char  *fault;                 /* why that is wrong; or NULL */
  char  *refusal;               /* why what is typed does not hold; or NULL */
  char  *reason;                /* which of these is told */
  guint  showing : 1;
  guint  trying : 1;
} LoomFieldPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (LoomField, loom_field, GTK_TYPE_ENTRY)

static void
update_reason (LoomField *self)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);
  GtkAccessible *accessible = GTK_ACCESSIBLE (self);
  const char *reason = loom_field_is_typed (self) ? priv->refusal : priv->fault;

  if (g_strcmp0 (priv->reason, reason) == 0)
    return;
  g_free (priv->reason);
  priv->reason = g_strdup (reason);
  loom_widget_set_css_class (self, "error", reason != NULL);
  if (reason != NULL)
    {
      gtk_accessible_update_state (accessible, GTK_ACCESSIBLE_STATE_INVALID,
                                   GTK_ACCESSIBLE_INVALID_TRUE, -1);
      gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, reason, -1);
    }
  else
    {
      gtk_accessible_reset_state (accessible, GTK_ACCESSIBLE_STATE_INVALID);
      gtk_accessible_reset_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
    }
  g_signal_emit_by_name (self, "reason-changed");
}

static void
set_refusal (LoomField    *self,
             const GError *error)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);

  g_free (priv->refusal);
  priv->refusal = error != NULL ? g_strdup (error->message) : NULL;
  update_reason (self);
}

/* Whether anything is wrong with that is not known yet. */
static void
take_shown (LoomField  *self,
            const char *text)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);
  char *shown = g_strdup (text);

  g_free (priv->shown);
  priv->shown = shown;
  g_clear_pointer (&priv->fault, g_free);
}

static void
set_text (LoomField  *self,
          const char *text)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);

  if (g_str_equal (loom_field_get_text (self), text))
    return;
  priv->showing = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self), text);
  gtk_editable_set_position (GTK_EDITABLE (self), -1);
  priv->showing = FALSE;
}

/* What was applied holds now as it stands there, until somebody who knows better shows it. */
static void
try (LoomField *self,
     gboolean   apply)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);
  const gboolean is_typed = loom_field_is_typed (self);
  g_autoptr (LoomField) kept = g_object_ref (self);
  g_autoptr (GError) error = NULL;

  /* whoever tries asks others to apply first what is typed */
  if (priv->trying)
    return;
  priv->trying = TRUE;
  if (is_typed)
    g_signal_emit_by_name (self, "try", apply, &error);
  priv->trying = FALSE;
  if (error == NULL && apply && loom_field_is_typed (self))
    take_shown (self, loom_field_get_text (self));
  set_refusal (self, error);
}

static void
changed_cb (LoomField *self)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);

  if (!priv->showing)
    try (self, FALSE);
}

/* The focus leaves a window that is closed as well; that applies nothing any more. */
static void
leave_cb (LoomField *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (root != NULL && !gtk_widget_in_destruction (GTK_WIDGET (root)))
    try (self, TRUE);
}

/* Where nothing was typed the key is somebody else's. */
static gboolean
revert_cb (GtkWidget *widget,
           GVariant  *args,
           gpointer   data)
{
  if (!loom_field_is_typed (LOOM_FIELD (widget)))
    return GDK_EVENT_PROPAGATE;

  loom_field_revert (LOOM_FIELD (widget));
  return GDK_EVENT_STOP;
}

static gboolean
undo_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  if (!revert_cb (widget, NULL, NULL))
    loom_action_activate (widget, "win.undo", NULL);
  return GDK_EVENT_STOP;
}

/* Before the text within the entry has them: it takes the keys of its own history even without one.
 */
static void
add_undo_keys (LoomField *self)
{
  static const struct { const char *trigger, *action; } keys[] = {
    { "<Control>z", NULL },
    { "<Control><Shift>z", "action(win.redo)" },
    { "<Control>y", "action(win.redo)" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      GtkShortcutAction *action = keys[i].action != NULL
                                      ? gtk_shortcut_action_parse_string (keys[i].action)
                                      : gtk_callback_action_new (undo_cb, NULL, NULL);

      gtk_shortcut_controller_add_shortcut (
          GTK_SHORTCUT_CONTROLLER (controller),
          gtk_shortcut_new (gtk_shortcut_trigger_parse_string (keys[i].trigger), action));
    }
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static void
loom_field_finalize (GObject *object)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (LOOM_FIELD (object));

  g_free (priv->shown);
  g_free (priv->fault);
  g_free (priv->refusal);
  g_free (priv->reason);
  G_OBJECT_CLASS (loom_field_parent_class)->finalize (object);
}

static void
loom_field_class_init (LoomFieldClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = loom_field_finalize;
  LOOM_SIGNAL_NEW (klass, "try", 2, G_TYPE_BOOLEAN, G_TYPE_POINTER);
  LOOM_SIGNAL_NEW (klass, "reason-changed", 0);

  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, revert_cb, NULL);
}

static void
loom_field_init (LoomField *self)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  priv->shown = g_strdup ("");
  /* a history of its own would undo what the panel shows, beside the document's */
  gtk_editable_set_enable_undo (GTK_EDITABLE (self), FALSE);
  g_signal_connect (self, "changed", G_CALLBACK (changed_cb), NULL);
  g_signal_connect (self, "activate", G_CALLBACK (loom_field_apply), NULL);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  add_undo_keys (self);
}

/**
 * loom_field_show:
 * @text: what holds
 *
 * Shows what holds. If that is what held before, what was typed meanwhile stays.
 */
void
loom_field_show (LoomField  *self,
                 const char *text)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);

  g_return_if_fail (LOOM_IS_FIELD (self));
  g_return_if_fail (text != NULL);

  if (g_str_equal (priv->shown, text))
    return;
  take_shown (self, text);
  set_text (self, text);
  set_refusal (self, NULL);
}

/**
 * loom_field_set_fault:
 * @fault: (nullable): why what holds is wrong
 *
 * Marks what holds. What is typed in its place is judged by itself.
 */
void
loom_field_set_fault (LoomField  *self,
                      const char *fault)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);

  g_return_if_fail (LOOM_IS_FIELD (self));

  if (g_strcmp0 (priv->fault, fault) == 0)
    return;
  g_free (priv->fault);
  priv->fault = g_strdup (fault);
  update_reason (self);
}

/**
 * loom_field_is_typed:
 *
 * Returns: whether something else stands there than what holds
 */
gboolean
loom_field_is_typed (LoomField *self)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);

  g_return_val_if_fail (LOOM_IS_FIELD (self), FALSE);

  return !g_str_equal (priv->shown, loom_field_get_text (self));
}

/**
 * loom_field_is_refused:
 *
 * Returns: whether what stands there is not what holds, because something is wrong with it
 */
gboolean
loom_field_is_refused (LoomField *self)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);

  g_return_val_if_fail (LOOM_IS_FIELD (self), FALSE);

  return priv->refusal != NULL;
}

/**
 * loom_field_type:
 * @text: what to put there
 * @apply: whether it is to hold, or only to be tried
 *
 * Does what typing @text does.
 */
void
loom_field_type (LoomField  *self,
                 const char *text,
                 gboolean    apply)
{
  g_return_if_fail (LOOM_IS_FIELD (self));
  g_return_if_fail (text != NULL);

  set_text (self, text);
  try (self, apply);
}

/**
 * loom_field_apply:
 *
 * Does what Enter does.
 */
void
loom_field_apply (LoomField *self)
{
  g_return_if_fail (LOOM_IS_FIELD (self));

  try (self, TRUE);
}

void
loom_field_revert (LoomField *self)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);

  g_return_if_fail (LOOM_IS_FIELD (self));

  set_text (self, priv->shown);
  set_refusal (self, NULL);
}

const char *
loom_field_get_text (LoomField *self)
{
  g_return_val_if_fail (LOOM_IS_FIELD (self), NULL);

  return gtk_editable_get_text (GTK_EDITABLE (self));
}

/**
 * loom_field_get_reason:
 *
 * Returns: (transfer none) (nullable): why what stands there does not hold, or must not; %NULL if
 *   nothing is wrong with it
 */
const char *
loom_field_get_reason (LoomField *self)
{
  LoomFieldPrivate *priv = loom_field_get_instance_private (self);

  g_return_val_if_fail (LOOM_IS_FIELD (self), NULL);

  return priv->reason;
}
