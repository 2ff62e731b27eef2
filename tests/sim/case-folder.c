/* case-folder.c: reads a recorded case: module, launch and arguments
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "case-folder.h"

#include "loom-npy.h"

#include <stdio.h>
#include <string.h>

static const struct
{
  const char *name;
  guint       size;
} dtypes[] = {
  { "f2", 2 }, { "f4", 4 }, { "f8", 8 }, { "i1", 1 }, { "i2", 2 }, { "i4", 4 }, { "i8", 8 },
  { "u1", 1 }, { "u2", 2 }, { "u4", 4 }, { "u8", 8 },
};

static gpointer
keep (CaseFolder *self,
      gpointer    data)
{
  g_ptr_array_add (self->kept, data);
  return data;
}

static LoomDim3
get_dim3 (GKeyFile   *file,
          const char *key)
{
  g_autofree char *text = g_key_file_get_string (file, "launch", key, NULL);
  LoomDim3 dim = { 1, 1, 1 };

  if (text != NULL)
    sscanf (text, "%u,%u,%u", &dim.x, &dim.y, &dim.z);
  return dim;
}

static gboolean
read_array (CaseFolder   *self,
            const char   *folder,
            const char   *name,
            RewrittenArg *arg,
            GError      **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (LoomArray) array = loom_npy_load (path, error);
  GBytes *bytes;

  if (array == NULL)
    return FALSE;
  bytes = loom_array_get_bytes (array);
  arg->size = g_bytes_get_size (bytes);
  arg->cell_size = loom_array_get_cell_type (array)->size;
  arg->bytes = keep (self, g_memdup2 (g_bytes_get_data (bytes, NULL), arg->size + (arg->size == 0)));
  return TRUE;
}

/* DT:D0,D1,..:fill=HH */
static gboolean
make_array (CaseFolder   *self,
            const char   *text,
            RewrittenArg *arg,
            GError      **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  g_auto (GStrv) extents = g_strsplit (parts[1], ",", -1);
  guint8 *bytes;

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (g_str_equal (dtypes[i].name, parts[0]))
      arg->cell_size = arg->size = dtypes[i].size;
  for (guint i = 0; extents[i] != NULL; i++)
    arg->size *= g_ascii_strtoull (extents[i], NULL, 10);
  bytes = keep (self, g_malloc (arg->size + 1));
  memset (bytes, (int) g_ascii_strtoull (parts[2] + strlen ("fill="), NULL, 16), arg->size);
  arg->bytes = bytes;
  return TRUE;
}

/* TYPE:VALUE */
static void
make_value (CaseFolder   *self,
            const char   *text,
            RewrittenArg *arg)
{
  const char *number = strchr (text, ':') + 1;
  union { float f; double d; gint64 i; guint64 u; } value = { .u = 0 };

  arg->size = (gsize) g_ascii_strtoull (text + 1, NULL, 10) / 8;
  if (text[0] == 'f' && arg->size == 4)
    value.f = (float) g_ascii_strtod (number, NULL);
  else if (text[0] == 'f')
    value.d = g_ascii_strtod (number, NULL);
  else if (text[0] == 'i')
    value.i = g_ascii_strtoll (number, NULL, 10);
  else
    value.u = g_ascii_strtoull (number, NULL, 10);
  arg->bytes = keep (self, g_memdup2 (&value, sizeof value));
}

static gboolean
read_arg (CaseFolder  *self,
          const char  *folder,
          const char  *text,
          GError     **error)
{
  const char *rest = strchr (text, ':') + 1;
  RewrittenArg arg = { NULL, 0, 0, 0 };
  gboolean ok = TRUE;

  if (g_str_has_prefix (text, "array-out:"))
    ok = make_array (self, rest, &arg, error);
  else if (g_str_has_prefix (text, "array"))
    ok = read_array (self, folder, rest, &arg, error);
  else if (g_str_has_prefix (text, "scalar:"))
    make_value (self, rest, &arg);
  else
    {
      ok = read_array (self, folder, rest, &arg, error);
      arg.cell_size = 0;
    }
  g_array_append_val (self->launch.args, arg);
  return ok;
}

static gboolean
read_symbols (CaseFolder  *self,
              const char  *folder,
              GKeyFile    *file,
              GError     **error)
{
  g_auto (GStrv) names = g_key_file_get_keys (file, "symbols", NULL, NULL);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *name = g_key_file_get_string (file, "symbols", names[i], NULL);
      RewrittenArg arg = { NULL, 0, 0, 0 };
      RewrittenSymbol symbol;

      if (!read_array (self, folder, name, &arg, error))
        return FALSE;
      symbol = (RewrittenSymbol) { keep (self, g_strdup (names[i])), arg.bytes, arg.size, arg.cell_size };
      g_array_append_val (self->launch.symbols, symbol);
    }
  return TRUE;
}

static gboolean
read_args (CaseFolder  *self,
           const char  *folder,
           GKeyFile    *file,
           GError     **error)
{
  const gint n = g_key_file_get_integer (file, "args", "count", NULL);

  for (gint i = 0; i < n; i++)
    {
      g_autofree char *key = g_strdup_printf ("arg%d", i);
      g_autofree char *text = g_key_file_get_string (file, "args", key, error);

      if (text == NULL || !read_arg (self, folder, text, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
case_folder_load (CaseFolder  *self,
                  const char  *folder,
                  GError     **error)
{
  g_autofree char *path = g_build_filename (folder, "case.ini", NULL), *name = NULL, *ptx = NULL, *text = NULL;
  g_autoptr (GKeyFile) file = g_key_file_new ();

  *self = (CaseFolder) { .kept = g_ptr_array_new_with_free_func (g_free) };
  self->launch.args = g_array_new (FALSE, TRUE, sizeof (RewrittenArg));
  self->launch.symbols = g_array_new (FALSE, TRUE, sizeof (RewrittenSymbol));
  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, error))
    return FALSE;
  name = g_key_file_get_string (file, "kernel", "ptx", error);
  ptx = name != NULL ? g_build_filename (folder, name, NULL) : NULL;
  if (ptx == NULL || !g_file_get_contents (ptx, &text, NULL, error))
    return FALSE;
  self->launch.ptx = keep (self, g_steal_pointer (&text));
  self->launch.entry = keep (self, g_key_file_get_string (file, "kernel", "entry", NULL));
  self->launch.block = get_dim3 (file, "block");
  self->launch.grid = get_dim3 (file, "grid");
  self->launch.shared = (guint32) g_key_file_get_integer (file, "launch", "shared", NULL);
  self->launch.launches = (guint) MAX (g_key_file_get_integer (file, "launch", "launches", NULL), 1);
  return read_args (self, folder, file, error) && read_symbols (self, folder, file, error);
}

void
case_folder_clear (CaseFolder *self)
{
  g_array_unref (self->launch.args);
  g_array_unref (self->launch.symbols);
  g_ptr_array_unref (self->kept);
}
