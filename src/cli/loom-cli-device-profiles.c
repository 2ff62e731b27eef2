/* loom-cli-device-profiles.c: devices that need not be here, and where their figures come from
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-device-profiles.h"

#include "loom-cli.h"
#include "loom-json.h"

#include <glib/gi18n-lib.h>

/* What is wrong with files of the user's is said on the error stream. */
static GPtrArray *
list_profiles (void)
{
  g_autofree char *folder = loom_device_profile_dup_folder ();
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *profiles = loom_device_profile_list (folder, problems);

  for (guint i = 0; i < problems->len; i++)
    g_printerr ("%s\n", (char *) problems->pdata[i]);
  return profiles;
}

static void
append_profile (GString                 *text,
                const LoomDeviceProfile *profile)
{
  guint n;
  const LoomFigureKind *kinds = loom_figure_list_kinds (&n);

  g_string_append_printf (text, "%s\t%s\n", profile->id, profile->name);
  for (guint i = 0; i < n; i++)
    {
      const LoomFigure *figure = loom_device_profile_get_figure (profile, &kinds[i]);
      g_autofree char *value = loom_figure_format (figure, &kinds[i]);

      if (value != NULL)
        g_string_append_printf (text, "\t%s\t%s\t%s\n", _(kinds[i].title), value, figure->source);
    }
}

static void
add_figure (JsonBuilder      *builder,
            const char       *key,
            const LoomFigure *figure)
{
  if (figure->source == NULL)
    {
      loom_json_add_null (builder, key);
      return;
    }
  loom_json_begin_object (builder, key);
  loom_json_add_count (builder, "value", figure->value);
  loom_json_add_text (builder, "source", figure->source);
  json_builder_end_object (builder);
}

static void
add_profile (JsonBuilder             *builder,
             const LoomDeviceProfile *profile)
{
  guint n;
  const LoomFigureKind *kinds = loom_figure_list_kinds (&n);

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "id", profile->id);
  loom_json_add_text (builder, "name", profile->name);
  loom_json_add_text (builder, "compute", profile->compute);
  loom_json_add_text (builder, "file", profile->file);
  loom_json_begin_object (builder, "figures");
  for (guint i = 0; i < n; i++)
    add_figure (builder, kinds[i].key, loom_device_profile_get_figure (profile, &kinds[i]));
  json_builder_end_object (builder);
  loom_json_begin_object (builder, "shared-capacities");
  loom_json_begin_array (builder, "value");
  for (guint i = 0; i < profile->n_capacities; i++)
    json_builder_add_int_value (builder, (gint64) profile->capacities[i]);
  json_builder_end_array (builder);
  loom_json_add_text (builder, "source", profile->capacity.source);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

static char *
format_json (const GPtrArray *profiles)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_begin_array (builder, "profiles");
  for (guint i = 0; i < profiles->len; i++)
    add_profile (builder, profiles->pdata[i]);
  json_builder_end_array (builder);
  return loom_json_finish (builder);
}

/**
 * loom_cli_device_choose:
 * @self: with what --device names
 *
 * Finds the profile of a device.
 *
 * Errors: those of loom_device_profile_find().
 *
 * Returns: whether there is one
 */
gboolean
loom_cli_device_choose (LoomCliDevice  *self,
                        GError        **error)
{
  self->profiles = list_profiles ();
  self->profile = loom_device_profile_find (
      self->profiles, self->id != NULL ? self->id : LOOM_DEFAULT_PROFILE, error);
  return self->profile != NULL;
}

/**
 * loom_cli_device_compile_for:
 * @self: with what --device names
 * @options: get its architecture, and borrow its limits
 * @get_limits: which of them
 *
 * Finds the profile of a device that a launch is compiled for.
 *
 * Errors: those of loom_cli_device_choose().
 *
 * Returns: whether there is one
 */
gboolean
loom_cli_device_compile_for (LoomCliDevice      *self,
                             LoomCliRunOptions  *options,
                             LoomCliLimitsFunc   get_limits,
                             GError            **error)
{
  if (!loom_cli_device_choose (self, error))
    return FALSE;
  self->limits = get_limits (self->profile);
  options->device_limits = &self->limits;
  options->arch = loom_device_profile_dup_target (self->profile, "compute_");
  return TRUE;
}

void
loom_cli_device_clear (LoomCliDevice *self)
{
  g_clear_pointer (&self->profiles, g_ptr_array_unref);
  g_clear_pointer (&self->id, g_free);
}

/**
 * loom_cli_device_profiles_print:
 *
 * Prints all profiles, each figure with its source.
 */
gboolean
loom_cli_device_profiles_print (gboolean   json,
                                GError   **error)
{
  g_autoptr (GPtrArray) profiles = list_profiles ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *report = json ? format_json (profiles) : NULL;

  if (json)
    return loom_cli_print (report, -1, error);
  for (guint i = 0; i < profiles->len; i++)
    append_profile (text, profiles->pdata[i]);
  return loom_cli_print (text->str, text->len, error);
}
