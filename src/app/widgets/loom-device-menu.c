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

/* The parts of the menu of profiles: the user's own first, then boards, whose names people know. */
typedef enum
{
  SECTION_OWN,
  SECTION_BOARDS,
  SECTION_CAPABILITIES,
  N_SECTIONS
} Section;

static Section
get_section (const LoomDeviceProfile *profile)
{
  if (profile->file != NULL)
    return SECTION_OWN;
  return profile->multiprocessors.source != NULL ? SECTION_BOARDS : SECTION_CAPABILITIES;
}

static void
append_profiles (GMenu           *menu,
                 const GPtrArray *profiles,
                 Section          section)
{
  for (guint i = 0; i < profiles->len; i++)
    {
      const LoomDeviceProfile *profile = profiles->pdata[i];
      g_autoptr (GMenuItem) item = g_menu_item_new (profile->name, NULL);

      g_menu_item_set_action_and_target (item, "win.device-profile", "s", profile->id);
      if (get_section (profile) == section)
        g_menu_append_item (menu, item);
    }
}

static GMenuModel *
make_profiles (void)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < N_SECTIONS; i++)
    {
      g_autoptr (GMenu) section = g_menu_new ();

      g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
    }
  return G_MENU_MODEL (menu);
}

/* Takes out all but the last section, whose menu is the same for good: GTK 4.8 warns of a menu
 * below a menu that is put in anew under its name. */
static void
clear (GMenu *menu)
{
  g_autoptr (GMenuModel) simulated = NULL;
  g_autoptr (GMenu) section = NULL;

  while (g_menu_model_get_n_items (G_MENU_MODEL (menu)) > 1)
    g_menu_remove (menu, 0);
  if (g_menu_model_get_n_items (G_MENU_MODEL (menu)) > 0)
    return;
  simulated = make_profiles ();
  section = g_menu_new ();
  g_menu_append_submenu (section, _("_Simulate and Model as"), simulated);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* Those that are in the menu, and no others. */
static gboolean
has_profiles (GMenuModel      *section,
              GMenu           *wanted)
{
  const int n = g_menu_model_get_n_items (section);

  if (n != g_menu_model_get_n_items (G_MENU_MODEL (wanted)))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      g_autoptr (GVariant) label
          = g_menu_model_get_item_attribute_value (section, i, G_MENU_ATTRIBUTE_LABEL, NULL);
      g_autoptr (GVariant) other = g_menu_model_get_item_attribute_value (
          G_MENU_MODEL (wanted), i, G_MENU_ATTRIBUTE_LABEL, NULL);
      g_autoptr (GVariant) target
          = g_menu_model_get_item_attribute_value (section, i, G_MENU_ATTRIBUTE_TARGET, NULL);
      g_autoptr (GVariant) another = g_menu_model_get_item_attribute_value (
          G_MENU_MODEL (wanted), i, G_MENU_ATTRIBUTE_TARGET, NULL);

      if (!g_variant_equal (label, other) || !g_variant_equal (target, another))
        return FALSE;
    }
  return TRUE;
}

static void
fill_profiles (GMenu           *menu,
               const GPtrArray *profiles)
{
  g_autoptr (GMenuModel) last = g_menu_model_get_item_link (
      G_MENU_MODEL (menu), g_menu_model_get_n_items (G_MENU_MODEL (menu)) - 1, G_MENU_LINK_SECTION);
  g_autoptr (GMenuModel) simulated = g_menu_model_get_item_link (last, 0, G_MENU_LINK_SUBMENU);

  for (guint i = 0; i < N_SECTIONS; i++)
    {
      g_autoptr (GMenuModel) section
          = g_menu_model_get_item_link (simulated, (int) i, G_MENU_LINK_SECTION);
      g_autoptr (GMenu) wanted = g_menu_new ();

      append_profiles (wanted, profiles, i);
      if (has_profiles (section, wanted))
        continue;
      g_menu_remove_all (G_MENU (section));
      append_profiles (G_MENU (section), profiles, i);
    }
}

/**
 * loom_device_menu_fill:
 * @menu: a menu; what was in it goes
 * @description: (nullable): what the runner found
 * @backend: what runs kernels now
 * @profiles: (element-type LoomDeviceProfile): what the simulator can stand for
 *
 * Lists what there is to run on as choices of the action win.backend, and what can be done with
 * several.
 */
void
loom_device_menu_fill (GMenu      *menu,
                       GVariant   *description,
                       const char *backend,
                       const GPtrArray *profiles)
{
  g_autoptr (GPtrArray) list = loom_device_list (description);
  g_autoptr (GMenu) devices = g_menu_new ();
  g_autoptr (GMenu) several = g_menu_new ();
  g_autoptr (GMenuModel) copies = make_copies (list, backend);
  g_autoptr (GMenu) gpu = g_menu_new ();
  g_autoptr (GMenu) help = g_menu_new ();

  clear (menu);
  fill_profiles (menu, profiles);
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
  g_menu_append (gpu, _("_Empty the GPU’s Cache before Each Sample"), "win.cold");
  g_menu_append (help, _("What _Differs on the Simulator?"), "win.differs");
  g_menu_append (help, _("_Devices"), "win.devices");
  g_menu_append (help, _("Device _Profiles"), "win.device-profiles");
  g_menu_append (help, _("_Why Can’t I Run?"), "win.why");
  g_menu_insert_section (menu, 0, NULL, G_MENU_MODEL (devices));
  g_menu_insert_section (menu, 1, NULL, G_MENU_MODEL (several));
  g_menu_insert_section (menu, 2, _("Copy Arrays To"), copies);
  g_menu_insert_section (menu, 3, _("Only on a GPU"), G_MENU_MODEL (gpu));
  g_menu_insert_section (menu, 4, NULL, G_MENU_MODEL (help));
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
