/* loom-options-group.c: how the compiler is to compile
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-rows.h"

#include "loom-compile-options.h"
#include "loom-connect.h"
#include "loom-field-row.h"
#include "loom-launch.h"
#include "loom-resources.h"

#include <glib/gi18n-lib.h>

struct _LoomOptionsGroup
{
  AdwPreferencesGroup  parent_instance;

  LoomSession         *session;

  AdwExpanderRow      *expander;
  LoomFieldRow        *arch;
  LoomFieldRow        *macros;
  GtkSwitch           *fast_math;
  GtkSwitch           *fmad;
  LoomFieldRow        *registers;
  LoomFieldRow        *all;
  AdwActionRow        *difference;

  guint                updating : 1;
};

G_DEFINE_FINAL_TYPE (LoomOptionsGroup, loom_options_group, ADW_TYPE_PREFERENCES_GROUP)

static const char *
get_value (LoomOptionsGroup *self,
           const char       *key)
{
  const char *value = loom_document_get_value (loom_session_get_document (self->session), "launch",
                                               key);

  return value != NULL ? value : "";
}

/* An empty value needs no line. */
static gboolean
try_value (LoomOptionsGroup  *self,
           const char        *key,
           const char        *value,
           gboolean           apply,
           GError           **error)
{
  if (*value != '\0')
    return loom_launch_try_in (self->session, "launch", key, value, apply, error);
  return !apply || loom_session_edit (self->session, "launch", key, NULL, error);
}

static char *
dup_typed (LoomField *field)
{
  return g_strstrip (g_strdup (loom_field_get_text (field)));
}

static void
try_arch_cb (LoomOptionsGroup  *self,
             gboolean           apply,
             GError           **error,
             LoomField         *field)
{
  g_autofree char *arch = dup_typed (field);

  if ((*arch == '\0' || loom_compile_arch_check (arch, error)) &&
      try_value (self, "arch", arch, apply, error) && apply)
    loom_field_show (field, arch);
}

static void
try_macros_cb (LoomOptionsGroup  *self,
               gboolean           apply,
               GError           **error,
               LoomField         *field)
{
  g_autofree char *options
      = loom_compile_options_set_defined (get_value (self, "options"), loom_field_get_text (field),
                                          error);

  if (options != NULL && try_value (self, "options", options, apply, error) && apply)
    loom_field_show (field, loom_field_get_text (field));
}

static void
try_registers_cb (LoomOptionsGroup  *self,
                  gboolean           apply,
                  GError           **error,
                  LoomField         *field)
{
  g_autofree char *typed = dup_typed (field);
  g_autofree char *options
      = loom_compile_options_set (get_value (self, "options"), "maxrregcount",
                                  *typed != '\0' ? typed : NULL, error);

  if (options != NULL && try_value (self, "options", options, apply, error) && apply)
    loom_field_show (field, typed);
}

static void
try_all_cb (LoomOptionsGroup  *self,
            gboolean           apply,
            GError           **error,
            LoomField         *field)
{
  g_autofree char *typed = dup_typed (field);
  g_auto (GStrv) words = NULL;

  if (*typed != '\0' && !g_shell_parse_argv (typed, NULL, &words, NULL))
    loom_fail (error, LOOM_ERROR_DOCUMENT, _("a quotation mark is not closed"));
  else if (loom_compile_options_check ((const char * const *) words, error) &&
           try_value (self, "options", typed, apply, error) && apply)
    loom_field_show (field, typed);
}

static void
set_option (LoomOptionsGroup *self,
            const char       *name,
            const char       *value)
{
  g_autofree char *options = NULL;

  if (self->updating)
    return;
  loom_session_flush (self->session);
  options = loom_compile_options_set (get_value (self, "options"), name, value, NULL);
  if (options != NULL)
    try_value (self, "options", options, TRUE, NULL);
}

static void
fast_math_cb (LoomOptionsGroup *self)
{
  set_option (self, "use_fast_math", gtk_switch_get_active (self->fast_math) ? "" : NULL);
}

/* The compiler fuses unless it is told not to. */
static void
fmad_cb (LoomOptionsGroup *self)
{
  set_option (self, "fmad", gtk_switch_get_active (self->fmad) ? NULL : "false");
}

static void
show (LoomFieldRow *row,
      const char   *text)
{
  loom_field_show (loom_field_row_get_field (row), text != NULL ? text : "");
}

static void
append_deviation (GString            *text,
                  const LoomRunArray *array)
{
  const LoomDeviation *deviation = &array->difference->planes[LOOM_COMPARED_VALUES].deviation;
  const LoomShape *shape = loom_array_get_shape (array->array);
  g_autofree char *absolute = loom_deviation_dup_absolute (deviation, shape);
  g_autofree char *relative = loom_deviation_dup_relative (deviation, shape);
  g_autofree char *ulps = loom_deviation_dup_ulps (deviation, shape);

  if (absolute == NULL)
    return;
  /* Translators: an array and the largest difference in it, with its place */
  g_string_append_printf (text, _("%1$s: %2$s"), array->name, absolute);
  g_string_append_c (text, '\n');
  if (relative != NULL)
    {
      /* Translators: the largest relative difference, with its place */
      g_string_append_printf (text, _("relative %s"), relative);
      g_string_append_c (text, '\n');
    }
  if (ulps != NULL)
    g_string_append_printf (text, "%s\n", ulps);
}

/* The largest differences of each array, once both ways have run. */
static char *
dup_difference (LoomOptionsGroup *self)
{
  const LoomComparison *comparison = loom_session_get_comparison (self->session);
  g_autoptr (GString) text = g_string_new (NULL);

  if (comparison == NULL || comparison->names[0] == NULL)
    return g_strdup ("");
  for (guint i = 0; i < comparison->a->arrays->len; i++)
    append_deviation (text, comparison->a->arrays->pdata[i]);
  if (text->len == 0)
    return loom_comparison_dup_sentence (comparison);
  g_string_truncate (text, text->len - 1);
  return g_strdup (text->str);
}

/**
 * loom_options_group_update:
 *
 * Shows what the session's settings ask of the compiler.
 */
void
loom_options_group_update (LoomOptionsGroup *self)
{
  const char *options, *arch;
  g_autofree char *macros = NULL, *fast_math = NULL, *fmad = NULL, *registers = NULL;
  g_autofree char *subtitle = NULL, *difference = NULL;

  g_return_if_fail (LOOM_IS_OPTIONS_GROUP (self));

  options = get_value (self, "options");
  arch = get_value (self, "arch");
  macros = loom_compile_options_get_defined (options);
  fast_math = loom_compile_options_get (options, "use_fast_math");
  fmad = loom_compile_options_get (options, "fmad");
  registers = loom_compile_options_get (options, "maxrregcount");
  self->updating = TRUE;
  show (self->arch, arch);
  show (self->macros, macros);
  gtk_switch_set_active (self->fast_math, fast_math != NULL);
  gtk_switch_set_active (self->fmad, g_strcmp0 (fmad, "false") != 0);
  show (self->registers, registers);
  show (self->all, options);
  self->updating = FALSE;
  subtitle = g_strjoin (*options != '\0' ? "  " : "", *arch != '\0' ? arch : LOOM_ARCH_DEFAULT,
                        options, NULL);
  adw_expander_row_set_subtitle (self->expander, subtitle);
  difference = dup_difference (self);
  adw_action_row_set_subtitle (self->difference, difference);
}

/**
 * loom_options_group_update_fault:
 *
 * Marks what is written because of which nothing compiles.
 */
void
loom_options_group_update_fault (LoomOptionsGroup *self)
{
  g_return_if_fail (LOOM_IS_OPTIONS_GROUP (self));

  loom_field_set_fault (loom_field_row_get_field (self->arch),
                        loom_launch_get_fault_in (self->session, "launch", "arch"));
  loom_field_set_fault (loom_field_row_get_field (self->all),
                        loom_launch_get_fault_in (self->session, "launch", "options"));
}

void
loom_options_group_set_session (LoomOptionsGroup *self,
                                LoomSession      *session)
{
  g_return_if_fail (LOOM_IS_OPTIONS_GROUP (self));

  self->session = session;
}

static void
loom_options_group_dispose (GObject *object)
{
  LoomOptionsGroup *self = LOOM_OPTIONS_GROUP (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_OPTIONS_GROUP);

  G_OBJECT_CLASS (loom_options_group_parent_class)->dispose (object);
}

static void
loom_options_group_class_init (LoomOptionsGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_options_group_dispose;
  g_type_ensure (LOOM_TYPE_FIELD_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-options-group.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomOptionsGroup, expander);
  gtk_widget_class_bind_template_child (widget_class, LoomOptionsGroup, arch);
  gtk_widget_class_bind_template_child (widget_class, LoomOptionsGroup, macros);
  gtk_widget_class_bind_template_child (widget_class, LoomOptionsGroup, fast_math);
  gtk_widget_class_bind_template_child (widget_class, LoomOptionsGroup, fmad);
  gtk_widget_class_bind_template_child (widget_class, LoomOptionsGroup, registers);
  gtk_widget_class_bind_template_child (widget_class, LoomOptionsGroup, all);
  gtk_widget_class_bind_template_child (widget_class, LoomOptionsGroup, difference);
  gtk_widget_class_bind_template_callback (widget_class, fast_math_cb);
  gtk_widget_class_bind_template_callback (widget_class, fmad_cb);
}

static void
loom_options_group_init (LoomOptionsGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_entry_set_placeholder_text (GTK_ENTRY (loom_field_row_get_field (self->arch)),
                                  LOOM_ARCH_DEFAULT);
  loom_connect (loom_field_row_get_field (self->arch), "try", try_arch_cb, self);
  loom_connect (loom_field_row_get_field (self->macros), "try", try_macros_cb, self);
  loom_connect (loom_field_row_get_field (self->registers), "try", try_registers_cb, self);
  loom_connect (loom_field_row_get_field (self->all), "try", try_all_cb, self);
}
