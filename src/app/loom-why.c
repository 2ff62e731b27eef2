/* loom-why.c: what was looked for to run kernels with, and what came of it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-why.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _LoomLibrary
{
  GObject   parent_instance;

  char     *name;
  char     *state;
  GStrv     searched;           /* each place with the reason, one line */
  gboolean  found;
};

G_DEFINE_FINAL_TYPE (LoomLibrary, loom_library, G_TYPE_OBJECT)

static void
loom_library_finalize (GObject *object)
{
  LoomLibrary *self = LOOM_LIBRARY (object);

  g_free (self->name);
  g_free (self->state);
  g_strfreev (self->searched);

  G_OBJECT_CLASS (loom_library_parent_class)->finalize (object);
}

static void
loom_library_class_init (LoomLibraryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_library_finalize;
}

static void
loom_library_init (LoomLibrary *self)
{
}

/* "/usr/lib/x.so<tab>no such file" becomes a clause. */
static char *
dup_place (const char *searched)
{
  g_auto (GStrv) parts = g_strsplit (searched, "\t", 2);

  if (g_strv_length (parts) < 2)
    return g_strdup (searched);
  /* Translators: a place in the file system, and why a library could not be taken from there. */
  return g_strdup_printf (_("%1$s: %2$s"), parts[0], parts[1]);
}

static LoomLibrary *
new_library (GVariant *dictionary)
{
  LoomLibrary *self = g_object_new (LOOM_TYPE_LIBRARY, NULL);
  const char *name = "", *path = "", *version = "", *why = "";
  g_auto (GStrv) searched = NULL;

  g_variant_lookup (dictionary, "name", "&s", &name);
  g_variant_lookup (dictionary, "found", "b", &self->found);
  g_variant_lookup (dictionary, "path", "&s", &path);
  g_variant_lookup (dictionary, "version", "&s", &version);
  g_variant_lookup (dictionary, "why", "&s", &why);
  g_variant_lookup (dictionary, "searched", "^as", &searched);

  self->name = g_strdup (name);
  if (self->found)
    /* Translators: the version of a library, and where it is. */
    self->state = *version != '\0' ? g_strdup_printf (_("Version %1$s in %2$s"), version, path)
                                   : g_strdup (path);
  else
    self->state
        = *why != '\0' ? g_strdup_printf (_("Not found: %s"), why) : g_strdup (_("Not found"));
  self->searched = g_new0 (char *, searched != NULL ? g_strv_length (searched) + 1 : 1);
  for (guint i = 0; searched != NULL && searched[i] != NULL; i++)
    self->searched[i] = dup_place (searched[i]);
  return self;
}

/* What runs kernels, told as a library is: what there is, or why there is not. */
static LoomLibrary *
new_backend (GVariant *dictionary)
{
  LoomLibrary *self = g_object_new (LOOM_TYPE_LIBRARY, NULL);
  const char *name = "", *why = "";

  g_variant_lookup (dictionary, "name", "&s", &name);
  g_variant_lookup (dictionary, "available", "b", &self->found);
  g_variant_lookup (dictionary, "why", "&s", &why);
  self->name = g_strdup (name);
  self->state = g_strdup (self->found ? _("Ready") : why);
  self->searched = g_new0 (char *, 1);
  return self;
}

/**
 * loom_library_get_name:
 * @self: a library
 *
 * Returns: (transfer none): what it is called
 */
const char *
loom_library_get_name (LoomLibrary *self)
{
  g_return_val_if_fail (LOOM_IS_LIBRARY (self), NULL);

  return self->name;
}

/**
 * loom_library_get_found:
 * @self: a library
 *
 * Returns: whether it can be used
 */
gboolean
loom_library_get_found (LoomLibrary *self)
{
  g_return_val_if_fail (LOOM_IS_LIBRARY (self), FALSE);

  return self->found;
}

/**
 * loom_library_get_state:
 * @self: a library
 *
 * Returns: (transfer none): version and place, or why it can't be used
 */
const char *
loom_library_get_state (LoomLibrary *self)
{
  g_return_val_if_fail (LOOM_IS_LIBRARY (self), NULL);

  return self->state;
}

/**
 * loom_library_get_searched:
 * @self: a library
 *
 * Returns: (transfer none): each place that was tried, with the reason why it was left
 */
GStrv
loom_library_get_searched (LoomLibrary *self)
{
  g_return_val_if_fail (LOOM_IS_LIBRARY (self), NULL);

  return self->searched;
}

static void
append (GListStore  *store,
        GVariant    *description,
        gsize        index,
        LoomLibrary *(* make) (GVariant *dictionary))
{
  g_autoptr (GVariant) list = g_variant_get_child_value (description, index);

  for (gsize i = 0; i < g_variant_n_children (list); i++)
    {
      g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, i);
      g_autoptr (LoomLibrary) library = make (dictionary);

      g_list_store_append (store, library);
    }
}

/**
 * loom_why_list_libraries:
 * @description: (nullable): what the runner described
 *
 * Returns: (transfer full): a model of #LoomLibrary: what kernels can run on, then the libraries
 * behind it
 */
GListModel *
loom_why_list_libraries (GVariant *description)
{
  GListStore *store = g_list_store_new (LOOM_TYPE_LIBRARY);

  if (description != NULL && g_variant_is_of_type (description, G_VARIANT_TYPE ("(aa{sv}aa{sv})")))
    {
      append (store, description, 0, new_backend);
      append (store, description, 1, new_library);
    }
  return G_LIST_MODEL (store);
}

/**
 * loom_why_dup_text:
 * @description: (nullable): what the runner described
 *
 * Returns: (transfer full): the same as text, to send to somebody who can help
 */
char *
loom_why_dup_text (GVariant *description)
{
  g_autoptr (GListModel) libraries = loom_why_list_libraries (description);
  GString *text = g_string_new ("Gridloom " PACKAGE_VERSION "\n");

  for (guint i = 0; i < g_list_model_get_n_items (libraries); i++)
    {
      g_autoptr (LoomLibrary) library = g_list_model_get_item (libraries, i);

      g_string_append_printf (text, "%s %s: %s\n", library->found ? "+" : "-", library->name,
                              library->state);
      for (guint k = 0; library->searched[k] != NULL; k++)
        g_string_append_printf (text, "    %s\n", library->searched[k]);
    }
  return g_string_free (text, FALSE);
}
