/* loom-struct-row.c: a struct or vector that a kernel is given by value
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-rows.h"

#include "loom-launch.h"
#include "loom-widget.h"

/* More numbers are given in the text. */
#define MOST_ROWS 64

/* As many as a subtitle has room for. */
#define MOST_VALUES 4

struct _LoomStructRow
{
  AdwExpanderRow  parent_instance;

  LoomSession    *session;
  char           *name;
  GPtrArray      *rows;         /* (element-type GtkWidget) of the numbers and the arrays that it
                                   points to, borrowed */
};

G_DEFINE_FINAL_TYPE (LoomStructRow, loom_struct_row, ADW_TYPE_EXPANDER_ROW)

static void
loom_struct_row_dispose (GObject *object)
{
  LoomStructRow *self = LOOM_STRUCT_ROW (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (loom_struct_row_parent_class)->dispose (object);
}

static void
loom_struct_row_class_init (LoomStructRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = loom_struct_row_dispose;
}

static void
loom_struct_row_init (LoomStructRow *self)
{
  self->rows = g_ptr_array_new ();
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
}

/**
 * loom_struct_row_can_show:
 * @argument: an argument, bound
 *
 * Returns: whether it is passed by value and its members are known, and few enough
 */
gboolean
loom_struct_row_can_show (const LoomPlanArg *argument)
{
  const guint count = loom_type_count_components (&argument->type);

  return argument->kind == LOOM_PARAM_STRUCT && count > 0 && count <= MOST_ROWS &&
         *loom_type_get_component (&argument->type, 0).name != '\0';
}

/**
 * loom_struct_row_new:
 * @session: whose settings it edits
 * @argument: the argument, bound; others with the same members can be shown later
 *
 * Makes a row.
 *
 * Returns: (transfer floating): a row
 */
GtkWidget *
loom_struct_row_new (LoomSession       *session,
                     const LoomPlanArg *argument)
{
  LoomStructRow *self = g_object_new (LOOM_TYPE_STRUCT_ROW, NULL);

  self->session = g_object_ref (session);
  for (guint i = 0; i < loom_type_count_components (&argument->type); i++)
    {
      const LoomComponent component = loom_type_get_component (&argument->type, i);
      GtkWidget *row = loom_component_is_array (&component) ? loom_argument_row_new (session)
                                                            : loom_scalar_row_new (session);

      adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
      g_ptr_array_add (self->rows, row);
    }
  return GTK_WIDGET (self);
}

static const char *
find_value (const LoomPlanArg *argument,
            const char        *name)
{
  const LoomPlanArg *member = loom_plan_args_find (argument->members, name);

  return member != NULL && member->value != NULL ? member->value : "0";
}

/* "Params: radius=0.5, n=7, …"; of an array that it points to the name alone. */
static char *
dup_subtitle (const LoomPlanArg *argument)
{
  const guint count = loom_type_count_components (&argument->type);
  g_autofree char *type = loom_type_format (&argument->type);
  GString *text = g_string_new (type);

  for (guint i = 0; i < MIN (count, MOST_VALUES); i++)
    {
      const LoomComponent component = loom_type_get_component (&argument->type, i);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : ": ", component.name);
      if (!loom_component_is_array (&component))
        g_string_append_printf (text, "=%s", find_value (argument, component.name));
    }
  if (count > MOST_VALUES)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

/* The array that a pointer of the struct points to. */
static const LoomPlanArg *
find_array (LoomPlan            *plan,
            guint                index,
            const LoomComponent *component)
{
  for (guint i = loom_plan_count_params (plan); i < plan->args->len; i++)
    {
      const LoomPlanArg *array = g_ptr_array_index (plan->args, i);

      if (array->owner == (gint) index && array->offset == component->offset)
        return array;
    }

  return NULL;
}

static void
show_component (LoomStructRow *self,
                LoomPlan      *plan,
                guint          index,
                guint          nth)
{
  const LoomPlanArg *argument = g_ptr_array_index (plan->args, index);
  const LoomComponent component = loom_type_get_component (&argument->type, nth);
  gpointer row = g_ptr_array_index (self->rows, nth);

  if (LOOM_IS_SCALAR_ROW (row))
    loom_scalar_row_set_member (row, plan, argument, &component,
                                find_value (argument, component.name));
  else
    loom_argument_row_set_argument (row, plan, find_array (plan, index, &component));
}

/**
 * loom_struct_row_set_argument:
 * @plan: a launch
 * @index: of an argument of it
 *
 * Shows an argument with the members that the row was made for, and the arrays that these point to.
 */
void
loom_struct_row_set_argument (LoomStructRow *self,
                              LoomPlan      *plan,
                              guint          index)
{
  const LoomPlanArg *argument = g_ptr_array_index (plan->args, index);
  g_autofree char *subtitle = dup_subtitle (argument);

  g_return_if_fail (LOOM_IS_STRUCT_ROW (self));

  g_free (self->name);
  self->name = g_strdup (argument->name);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), argument->name);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), subtitle);
  for (guint i = 0; i < self->rows->len; i++)
    show_component (self, plan, index, i);
}

void
loom_struct_row_update_fault (LoomStructRow *self)
{
  const char *fault;

  g_return_if_fail (LOOM_IS_STRUCT_ROW (self));

  for (guint i = 0; i < self->rows->len; i++)
    {
      gpointer row = g_ptr_array_index (self->rows, i);

      if (LOOM_IS_SCALAR_ROW (row))
        loom_scalar_row_update_fault (row);
      else
        loom_argument_row_update_fault (row);
    }

  /* A list is not one number's. */
  fault = loom_launch_get_fault (self->session, self->name, "value");
  if (fault != NULL)
    adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), fault);
  loom_widget_set_css_class (self, "error", fault != NULL);
}
