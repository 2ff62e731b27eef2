/* loom-scalar-row.c: a number that a kernel is given
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-rows.h"

#include "loom-argument-text.h"
#include "loom-connect.h"
#include "loom-formula.h"
#include "loom-launch.h"
#include "loom-resources.h"

#include <glib/gi18n-lib.h>

struct _LoomScalarRow
{
  LoomFieldRow  parent_instance;

  LoomSession  *session;
  char         *name;
  char         *key;            /* of its value: "value", or "value.pos.x" */
  LoomType      type;

  GtkWidget    *reset;
};

G_DEFINE_FINAL_TYPE (LoomScalarRow, loom_scalar_row, LOOM_TYPE_FIELD_ROW)

static void
try_cb (LoomScalarRow  *self,
        gboolean        apply,
        GError        **error,
        LoomField      *field)
{
  g_autofree char *value = loom_formula_dup_value (loom_field_get_text (field), &self->type, error);

  if (value != NULL
      && loom_launch_try (self->session, self->name, self->key, value, apply, error)
      && apply)
    loom_field_show (field, value);
}

static void
reset_cb (LoomScalarRow *self)
{
  loom_launch_edit (self->session, self->name, self->key, NULL, NULL);
  loom_field_revert (loom_field_row_get_field (LOOM_FIELD_ROW (self)));
}

static void
loom_scalar_row_constructed (GObject *object)
{
  LoomScalarRow *self = LOOM_SCALAR_ROW (object);

  G_OBJECT_CLASS (loom_scalar_row_parent_class)->constructed (object);

  loom_connect (loom_field_row_get_field (LOOM_FIELD_ROW (self)), "try", try_cb, self);
}

static void
loom_scalar_row_dispose (GObject *object)
{
  LoomScalarRow *self = LOOM_SCALAR_ROW (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->key, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_SCALAR_ROW);

  G_OBJECT_CLASS (loom_scalar_row_parent_class)->dispose (object);
}

static void
loom_scalar_row_class_init (LoomScalarRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = loom_scalar_row_constructed;
  G_OBJECT_CLASS (klass)->dispose = loom_scalar_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-scalar-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomScalarRow, reset);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
}

static void
loom_scalar_row_init (LoomScalarRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
loom_scalar_row_new (LoomSession *session)
{
  LoomScalarRow *self = g_object_new (LOOM_TYPE_SCALAR_ROW, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}

/* shown: what it is called; value: what it is in the plan, which may be older than the settings by
 * a compilation, or what a step computes it from. */
static void
show (LoomScalarRow  *self,
      const char     *name,
      const char     *key,
      const char     *shown,
      LoomType        type,
      const char     *value,
      gboolean        is_computed)
{
  const char *written = is_computed ? NULL : loom_launch_get (self->session, name, key);
  LoomField *field = loom_field_row_get_field (LOOM_FIELD_ROW (self));
  g_autofree char *type_text = loom_type_format (&type);
  g_autofree char *title = NULL;

  g_free (self->name);
  g_free (self->key);
  self->name = g_strdup (name);
  self->key = g_strdup (key);
  self->type = type;
  /* Translators: an argument of a kernel and its type, "n · int32". */
  title = g_strdup_printf (_("%1$s · %2$s"), shown, type_text);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  loom_field_show (field, written != NULL ? written : value);
  gtk_widget_set_sensitive (GTK_WIDGET (field), !is_computed);
  g_object_set (self, "hint",
                is_computed ? _("Computed by the step") : _("A number or a formula (cols*rows)"),
                NULL);
  gtk_widget_set_sensitive (self->reset, written != NULL);
}

static void
show_guess (LoomScalarRow *self,
            LoomPlan      *plan)
{
  g_autofree char *guess = loom_plan_dup_guess (plan, self->name, self->key);

  if (guess != NULL)
    loom_field_row_set_hint (LOOM_FIELD_ROW (self), guess);
}

void
loom_scalar_row_set_argument (LoomScalarRow     *self,
                              LoomPlan          *plan,
                              const LoomPlanArg *argument)
{
  g_autofree char *given = loom_plan_arg_dup_given (argument, NULL);

  g_return_if_fail (LOOM_IS_SCALAR_ROW (self));

  show (self, argument->name, "value", argument->name, argument->type, given, FALSE);
  show_guess (self, plan);
}

/**
 * loom_scalar_row_set_computed:
 * @argument: a number that a step computes
 * @expression: from what
 *
 * Shows an argument that is not the panel's to change.
 */
void
loom_scalar_row_set_computed (LoomScalarRow     *self,
                              const LoomPlanArg *argument,
                              const char        *expression)
{
  g_return_if_fail (LOOM_IS_SCALAR_ROW (self));

  show (self, argument->name, "value", argument->name, argument->type, expression, TRUE);
}

void
loom_scalar_row_set_member (LoomScalarRow       *self,
                            LoomPlan            *plan,
                            const LoomPlanArg   *argument,
                            const LoomComponent *component,
                            const char          *value)
{
  g_autofree char *key = g_strconcat ("value.", component->name, NULL);

  g_return_if_fail (LOOM_IS_SCALAR_ROW (self));

  show (self, argument->name, key, component->name, loom_type_of (component->scalar, 1), value,
        FALSE);
  show_guess (self, plan);
}

/**
 * loom_scalar_row_update_fault:
 *
 * Marks a value because of which nothing runs, as it is written, also where no plan has it.
 */
void
loom_scalar_row_update_fault (LoomScalarRow *self)
{
  LoomField *field;
  const char *fault;

  g_return_if_fail (LOOM_IS_SCALAR_ROW (self));

  field = loom_field_row_get_field (LOOM_FIELD_ROW (self));
  fault = loom_launch_get_fault (self->session, self->name, self->key);
  if (fault != NULL)
    loom_field_show (field, loom_launch_get (self->session, self->name, self->key));
  loom_field_set_fault (field, fault);
}
