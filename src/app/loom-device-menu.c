/* loom-device-menu.c: what there is to run on
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-device-menu.h"

#include "loom-run.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* GPUs of one name are told apart by their number; one that drives a screen may freeze it. */
static char *
dup_title (const LoomDevice *device,
           GPtrArray        *list)
{
  guint n = 0;
  g_autofree char *name = NULL;

  for (guint i = 0; i < list->len; i++)
    n += strcmp (((LoomDevice *) g_ptr_array_index (list, i))->name, device->name) == 0;
  if (n > 1 && device->backend.kind == LOOM_BACKEND_CUDA)
    /* Translators: the name of a GPU and its number, where several have that name */
    name = g_strdup_printf (_("%1$s, number %2$s"), device->name, strchr (device->id, ':') + 1);
  else
    name = g_strdup (device->name);
  return device->display ? g_strdup_printf (_("%s (drives a display)"), name)
                         : g_steal_pointer (&name);
}

/* From the GPU that is used to each of the others. */
static GMenuModel *
make_copies (GPtrArray  *list,
             const char *backend)
{
  const gboolean is_gpu = loom_backend_kind_of (backend) == LOOM_BACKEND_CUDA;
  GMenu *targets = g_menu_new ();

  for (guint i = 0; is_gpu && i < list->len; i++)
    {
      const LoomDevice *device = g_ptr_array_index (list, i);
      g_autofree char *title = dup_title (device, list);
      g_autoptr (GMenuItem) item = NULL;

      if (!device->available || device->backend.kind != LOOM_BACKEND_CUDA
          || strcmp (device->id, backend) == 0)
        continue;
      item = g_menu_item_new (title, NULL);
      g_menu_item_set_action_and_target (item, "win.copy-to", "s", device->id);
      g_menu_append_item (targets, item);
    }
  return G_MENU_MODEL (targets);
}

/**
 * loom_device_menu_fill:
 * @menu: a menu; what was in it goes
 * @description: (nullable): what the runner found
 * @backend: what runs kernels now
 *
 * Lists what there is to run on as choices of the action win.backend, and what can be done with
 * several.
 */
void
loom_device_menu_fill (GMenu      *menu,
                       GVariant   *description,
                       const char *backend)
{
  g_autoptr (GPtrArray) list = loom_device_list (description);
  g_autoptr (GMenu) devices = g_menu_new ();
  g_autoptr (GMenu) several = g_menu_new ();
  g_autoptr (GMenuModel) copies = make_copies (list, backend);
  g_autoptr (GMenu) simulator = g_menu_new ();
  g_autoptr (GMenu) gpu = g_menu_new ();
  g_autoptr (GMenu) help = g_menu_new ();

  g_menu_remove_all (menu);
  for (guint i = 0; i < list->len; i++)
    {
      const LoomDevice *device = g_ptr_array_index (list, i);
      g_autofree char *title = dup_title (device, list);
      g_autoptr (GMenuItem) item = NULL;

      if (!device->available)
        continue;
      item = g_menu_item_new (title, NULL);
      g_menu_item_set_action_and_target (item, "win.backend", "s", device->id);
      g_menu_append_item (devices, item);
    }
  g_menu_append (several, _("_Compare with the Other Device"), "win.compare");
  g_menu_append (several, _("Run on _All Devices"), "win.run-everywhere");
  g_menu_append (simulator, _("Count Accesses as _Written"), "win.as-written");
  g_menu_append (simulator, _("_Profile Lines, Memory and Threads"), "win.profile");
  g_menu_append (simulator, _("Look for _Races"), "win.check-races");
  g_menu_append (simulator, _("Look for _Uninitialised Reads"), "win.check-uninitialised");
  g_menu_append (gpu, _("_Empty the GPU’s Cache before Each Sample"), "win.cold");
  g_menu_append (help, _("What _Differs on the Simulator?"), "win.differs");
  g_menu_append (help, _("_Devices"), "win.devices");
  g_menu_append (help, _("_Why Can’t I Run on a GPU?"), "win.why");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (devices));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (several));
  g_menu_append_section (menu, _("Copy Arrays To"), copies);
  g_menu_append_section (menu, _("Only on the Simulator"), G_MENU_MODEL (simulator));
  g_menu_append_section (menu, _("Only on a GPU"), G_MENU_MODEL (gpu));
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
  g_autoptr (GPtrArray) list = loom_device_list (description);
  const LoomDevice *device = loom_device_find (list, id);

  return device != NULL && *device->name != '\0' ? dup_title (device, list)
                                                 : loom_backend_dup_title (id);
}

/**
 * loom_device_dup_why:
 * @description: (nullable): what the runner found
 * @id: a backend, "cuda:0"
 *
 * Returns: (transfer full) (nullable): why kernels can't run on it here; %NULL if they can
 */
char *
loom_device_dup_why (GVariant   *description,
                     const char *id)
{
  g_autoptr (GPtrArray) list = loom_device_list (description);
  const LoomDevice *device = loom_device_find (list, id);

  if (device == NULL)
    return g_strdup (_("There is no such device here"));
  return device->available ? NULL : g_strdup (device->why);
}

/**
 * loom_device_find_other:
 * @description: (nullable): what the runner found
 * @id: a backend, "sim" or "cuda:0"
 *
 * Finds what a run on one backend is best compared with: one on a GPU with one on the simulator,
 * and the other way round.
 *
 * Returns: (transfer full) (nullable): a backend; %NULL where there is no other
 */
char *
loom_device_find_other (GVariant   *description,
                        const char *id)
{
  g_autoptr (GPtrArray) list = loom_device_list (description);
  const gboolean simulated = loom_backend_kind_of (id) == LOOM_BACKEND_SIMULATOR;

  for (guint i = 0; i < list->len; i++)
    {
      const LoomDevice *device = g_ptr_array_index (list, i);

      if (device->available && simulated != (device->backend.kind == LOOM_BACKEND_SIMULATOR))
        return g_strdup (device->id);
    }
  return NULL;
}

gboolean
loom_device_list_has (GVariant   *description,
                      const char *id)
{
  g_autoptr (GPtrArray) list = loom_device_list (description);
  const LoomDevice *device = loom_device_find (list, id);

  return device != NULL && device->available;
}

gboolean
loom_device_list_has_gpu (GVariant *description)
{
  g_autofree char *gpu = loom_device_find_other (description, LOOM_BACKEND_SIMULATOR_NAME);

  return gpu != NULL;
}
