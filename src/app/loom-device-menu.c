/* loom-device-menu.c: what there is to run on
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-device-menu.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  const char *id;
  const char *name;
  gboolean    available;
} Device;

static GVariant *
get_list (GVariant *description)
{
  if (description == NULL || !g_variant_is_of_type (description, G_VARIANT_TYPE ("(aa{sv}aa{sv})")))
    return NULL;
  return g_variant_get_child_value (description, 0);
}

static gboolean
next_device (GVariantIter  *iter,
             GVariant     **dictionary,
             Device        *device)
{
  g_clear_pointer (dictionary, g_variant_unref);
  *dictionary = g_variant_iter_next_value (iter);
  if (*dictionary == NULL)
    return FALSE;
  *device = (Device) { "", "", FALSE };
  g_variant_lookup (*dictionary, "id", "&s", &device->id);
  g_variant_lookup (*dictionary, "name", "&s", &device->name);
  g_variant_lookup (*dictionary, "available", "b", &device->available);
  return TRUE;
}

/**
 * loom_device_menu_fill:
 * @menu: a menu; what was in it goes
 * @description: (nullable): what the runner found
 *
 * Lists what there is to run on as choices of the action win.backend.
 */
void
loom_device_menu_fill (GMenu    *menu,
                       GVariant *description)
{
  g_autoptr (GVariant) list = get_list (description);
  g_autoptr (GVariant) dictionary = NULL;
  g_autoptr (GMenu) devices = g_menu_new ();
  g_autoptr (GMenu) counting = g_menu_new ();
  g_autoptr (GMenu) checks = g_menu_new ();
  g_autoptr (GMenu) help = g_menu_new ();
  GVariantIter iter;
  Device device;

  g_menu_remove_all (menu);
  if (list != NULL)
    g_variant_iter_init (&iter, list);
  while (list != NULL && next_device (&iter, &dictionary, &device))
    {
      g_autoptr (GMenuItem) item = NULL;

      if (!device.available)
        continue;
      item = g_menu_item_new (device.name, NULL);
      g_menu_item_set_action_and_target (item, "win.backend", "s", device.id);
      g_menu_append_item (devices, item);
    }
  g_menu_append (counting, _("Count Accesses as _Written"), "win.as-written");
  g_menu_append (counting, _("_Profile Lines, Memory and Threads"), "win.profile");
  g_menu_append (checks, _("Look for _Races"), "win.check-races");
  g_menu_append (checks, _("Look for _Uninitialised Reads"), "win.check-uninitialised");
  g_menu_append (help, _("What _Differs on the Simulator?"), "win.differs");
  g_menu_append (help, _("_Why Can’t I Run on a GPU?"), "win.why");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (devices));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (counting));
  g_menu_append_section (menu, _("Checks on the Simulator"), G_MENU_MODEL (checks));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (help));
}

/**
 * loom_device_dup_name:
 * @description: (nullable): what the runner found
 * @id: a backend, "sim" or "cuda:0"
 *
 * Returns: (transfer full): what it is called, for people
 */
char *
loom_device_dup_name (GVariant   *description,
                      const char *id)
{
  g_autoptr (GVariant) list = get_list (description);
  g_autoptr (GVariant) dictionary = NULL;
  GVariantIter iter;
  Device device;

  if (list != NULL)
    g_variant_iter_init (&iter, list);
  while (list != NULL && next_device (&iter, &dictionary, &device))
    if (strcmp (device.id, id) == 0 && *device.name != '\0')
      return g_strdup (device.name);
  return g_strdup (strcmp (id, "sim") == 0 ? _("Simulator") : id);
}

/* Whether there is a device that can be used and whose name begins so. */
static gboolean
has_device (GVariant   *description,
            const char *prefix)
{
  g_autoptr (GVariant) list = get_list (description);
  g_autoptr (GVariant) dictionary = NULL;
  GVariantIter iter;
  Device device;

  if (list == NULL)
    return FALSE;
  g_variant_iter_init (&iter, list);
  while (next_device (&iter, &dictionary, &device))
    if (device.available && g_str_has_prefix (device.id, prefix))
      return TRUE;
  return FALSE;
}

/**
 * loom_device_list_has:
 * @description: (nullable): what the runner found
 * @id: a backend, "sim" or "cuda:0"
 *
 * Returns: whether kernels can run on it here
 */
gboolean
loom_device_list_has (GVariant   *description,
                      const char *id)
{
  return *id != '\0' && has_device (description, id);
}

/**
 * loom_device_list_has_gpu:
 * @description: (nullable): what the runner found
 *
 * Returns: whether kernels can run on a GPU here
 */
gboolean
loom_device_list_has_gpu (GVariant *description)
{
  return has_device (description, "cuda");
}
