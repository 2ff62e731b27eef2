/* loom-cli-devices.c: gridloom-cli devices
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli.h"
#include "loom-cli-device-profiles.h"
#include "loom-cli-session.h"
#include "loom-device.h"
#include "loom-json.h"

#include <glib/gi18n-lib.h>

static char *
dup_text (GVariant   *entry,
          const char *key)
{
  char *value = NULL;

  return g_variant_lookup (entry, key, "s", &value) ? value : g_strdup ("");
}

static void
append_device (GString          *text,
               const LoomDevice *device)
{
  g_autoptr (GPtrArray) facts = loom_device_list_facts (device);

  if (device->available)
    g_string_append_printf (text, "%s\t%s\n", device->id, device->name);
  else
    g_string_append_printf (text, _("%1$s\t%2$s\tnot available: %3$s\n"), device->id, device->name,
                            device->why);

  for (guint i = 0; i < facts->len; i++)
    {
      const LoomFact *fact = g_ptr_array_index (facts, i);

      g_string_append_printf (text, "\t%s\t%s\n", fact->title, fact->value);
    }
}

static void
append_library (GString  *text,
                GVariant *library)
{
  g_autofree char *name = dup_text (library, "name");
  g_autofree char *path = dup_text (library, "path");
  g_autofree char *version = dup_text (library, "version");
  g_autofree char *why = dup_text (library, "why");
  gboolean is_found = FALSE;

  if (g_variant_lookup (library, "found", "b", &is_found) && is_found)
    g_string_append_printf (text, "%s\t%s\t%s\n", name, version, path);
  else
    g_string_append_printf (text, _("%1$s\tnot found: %2$s\n"), name, why);
}

static const char *
name_memory (const LoomCopyRate *rate)
{
  if (g_strcmp0 (rate->from, LOOM_COPY_HOST) == 0 || g_strcmp0 (rate->to, LOOM_COPY_HOST) == 0)
    return rate->pinned ? _("page-locked") : _("pageable");

  return rate->direct ? _("direct") : _("through this computer");
}

static void
append_copies (GString  *text,
               GVariant *copies)
{
  g_autoptr (GPtrArray) rates = loom_copy_rate_list (copies);

  for (guint i = 0; i < rates->len; i++)
    {
      const LoomCopyRate *rate = g_ptr_array_index (rates, i);
      g_autofree char *speed = g_format_size ((guint64) MIN (rate->bytes_per_second, 1e18));

      if (*rate->why == '\0')
        g_string_append_printf (text, _("copy\t%1$s → %2$s\t%3$s\t%4$s/s\n"), rate->from, rate->to,
                                name_memory (rate), speed);
      else
        g_string_append_printf (text, _("copy\t%1$s → %2$s\t%3$s\tnot measured: %4$s\n"),
                                rate->from, rate->to, name_memory (rate), rate->why);
    }
}

static char *
format_text (GVariant *description,
             GVariant *copies)
{
  g_autoptr (GPtrArray) devices = loom_device_list (description);
  g_autoptr (GVariant) libraries = g_variant_get_child_value (description, 1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < devices->len; i++)
    append_device (text, g_ptr_array_index (devices, i));

  for (gsize i = 0; i < g_variant_n_children (libraries); i++)
    {
      g_autoptr (GVariant) library = g_variant_get_child_value (libraries, i);

      append_library (text, library);
    }

  append_copies (text, copies);
  return g_string_free (text, FALSE);
}

static char *
format_json (GVariant *description,
             GVariant *copies)
{
  g_autoptr (GVariant) backends = g_variant_get_child_value (description, 0);
  g_autoptr (GVariant) libraries = g_variant_get_child_value (description, 1);
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "backends", json_gvariant_serialize (backends));
  json_object_set_member (object, "libraries", json_gvariant_serialize (libraries));
  if (copies != NULL)
    json_object_set_member (object, "copies", json_gvariant_serialize (copies));
  json_node_take_object (root, object);

  return loom_json_format (root);
}

static gboolean
list_devices (gboolean   json,
              gboolean   measure,
              GError   **error)
{
  g_auto (LoomCliSession) session = { NULL, };
  g_autoptr (GVariant) description = NULL, copies = NULL;
  g_autofree char *text = NULL;

  loom_cli_session_init (&session, NULL);
  description = loom_cli_session_describe (&session, error);

  if (description == NULL)
    return FALSE;
  if (measure && (copies = loom_cli_session_measure_copies (&session, error)) == NULL)
    return FALSE;

  text = json ? format_json (description, copies) : format_text (description, copies);

  return loom_cli_print (text, -1, error);
}

/* Lists the backends, and the libraries that were found or not. */
LoomExit
loom_cli_devices (int    argc,
                  char **argv)
{
  g_autoptr (GError) error = NULL;
  gboolean json = FALSE, copies = FALSE, profiles = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_("Print JSON, with every place that was searched"),
     NULL },
    { "copies", 0, 0, G_OPTION_ARG_NONE, &copies,
      N_("Measure how fast memory is copied to, from and between GPUs, too"), NULL },
    { "profiles", 0, 0, G_OPTION_ARG_NONE, &profiles,
      N_("List devices that need not be here instead, each figure with its source"), NULL },
    G_OPTION_ENTRY_NULL
  };

  if (!loom_cli_parse_options (
          &argc, &argv, entries, "",
          _("Lists what can run kernels here, and which libraries were found."), &error))
    return loom_cli_fail (error);

  if (argc > 1)
    {
      loom_cli_complain (_("devices: “%s” is one argument too many"), argv[1]);
      return LOOM_EXIT_USAGE;
    }

  if (profiles ? loom_cli_device_profiles_print (json, &error)
               : list_devices (json, copies, &error))
    return LOOM_EXIT_DONE;

  return loom_cli_fail (error);
}
