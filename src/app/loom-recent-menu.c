/* loom-recent-menu.c: the documents opened last
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-recent-menu.h"

#include <glib/gi18n-lib.h>

#define MOST_ITEMS 8

static int
compare_visited (gconstpointer a,
                 gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_visited ((GtkRecentInfo *) b),
                              gtk_recent_info_get_visited ((GtkRecentInfo *) a));
}

static void
append (GMenu         *menu,
        GtkRecentInfo *info)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
  /* an underscore in the name of a file is no mnemonic */
  g_auto (GStrv) words = g_strsplit (gtk_recent_info_get_display_name (info), "_", -1);
  g_autofree char *label = g_strjoinv ("__", words);

  g_menu_item_set_label (item, label);
  g_menu_item_set_action_and_target (item, "app.open-uri", "s", gtk_recent_info_get_uri (info));
  g_menu_append_item (menu, item);
}

/**
 * loom_recent_menu_fill:
 * @menu: a menu; what was in it goes
 * @manager: who knows what was opened
 *
 * Lists the documents that were opened with Gridloom last, the latest first, and the way to the
 * examples.
 */
void
loom_recent_menu_fill (GMenu            *menu,
                       GtkRecentManager *manager)
{
  g_autoptr (GMenu) files = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();
  GList *items = g_list_sort (gtk_recent_manager_get_items (manager), compare_visited);
  guint n = 0;

  for (GList *l = items; l != NULL && n < MOST_ITEMS; l = l->next)
    {
      if (!gtk_recent_info_has_application (l->data, g_get_application_name ()))
        continue;
      append (files, l->data);
      n++;
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);

  g_menu_remove_all (menu);
  g_menu_append (more, _("_Examples"), "win.gallery");
  g_menu_append (more, _("_New from a Form…"), "win.new-from-form");
  g_menu_append_section (menu, n > 0 ? _("Recent") : NULL, G_MENU_MODEL (files));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
}
