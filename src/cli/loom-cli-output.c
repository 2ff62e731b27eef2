/* loom-cli-output.c: a folder of results that appears whole or not at all
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-output.h"

#include "loom-folder.h"
#include "loom-npy.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

static gboolean
set_errno (GError     **error,
           const char  *path,
           int          code)
{
  return loom_fail (error, LOOM_ERROR_FILE, "%s: %s", path, g_strerror (code));
}

/* Only our own kind of file, and no folders: results are flat. */
static void
remove_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }

  g_rmdir (path);
}

/* What is there may be replaced if it is empty or was written by us; never other files. */
static gboolean
check_replaceable (const char  *path,
                   GError     **error)
{
  g_autofree char *report = g_build_filename (path, "report.json", NULL);
  g_autoptr (GDir) folder = NULL;
  gboolean ours = g_file_test (report, G_FILE_TEST_IS_REGULAR);
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    return TRUE;

  folder = g_dir_open (path, 0, NULL);

  if (folder == NULL || g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("%s is in the way: it is not a folder that could be replaced"), path);

  while ((name = g_dir_read_name (folder)) != NULL)
    if (!ours || (strcmp (name, "report.json") != 0 && strcmp (name, "trace.jsonl") != 0 &&
                   !g_str_has_suffix (name, ".npy")))
      return loom_fail (error, LOOM_ERROR_FILE,
                        _("%1$s holds %2$s, which is not an earlier result: choose another folder"),
                        path, name);

  return TRUE;
}

/**
 * loom_cli_output_begin:
 * @self: memory for an output
 * @path: where the folder shall be
 *
 * Makes a folder beside @path, to be filled. An earlier result at @path stays until the end.
 *
 * Returns: %FALSE with `LOOM_ERROR_FILE` if @path can't be written or holds something else
 */
gboolean
loom_cli_output_begin (LoomCliOutput  *self,
                       const char     *path,
                       GError        **error)
{
  g_autofree char *place = g_canonicalize_filename (path, NULL);
  g_autofree char *aside = NULL;

  if (!check_replaceable (place, error) || !loom_folder_check_parent (place, error))
    return FALSE;

  aside = g_strconcat (place, ".XXXXXX", NULL);

  if (g_mkdtemp_full (aside, 0777) == NULL)
    return set_errno (error, path, errno);

  self->path = g_steal_pointer (&place);
  self->aside = g_steal_pointer (&aside);

  return TRUE;
}

/**
 * loom_cli_output_add:
 * @self: an output that was begun
 * @name: of a file in it
 * @text: its contents
 *
 * Writes a text file.
 *
 * Returns: %FALSE with `LOOM_ERROR_FILE`
 */
gboolean
loom_cli_output_add (LoomCliOutput  *self,
                     const char     *name,
                     const char     *text,
                     GError        **error)
{
  g_autofree char *path = g_build_filename (self->aside, name, NULL);
  g_autoptr (GError) local_error = NULL;

  if (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0666, &local_error))
    return TRUE;

  return loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
}

static gboolean
add_array (LoomCliOutput    *self,
           const char       *name,
           const char       *suffix,
           const LoomArray  *array,
           GError          **error)
{
  g_autofree char *file = g_strconcat (name, suffix, NULL);
  g_autofree char *path = g_build_filename (self->aside, file, NULL);

  return loom_npy_save (array, path, error);
}

static gboolean
add_counts (LoomCliOutput       *self,
            const LoomRunArray  *array,
            const char          *name,
            const char          *suffix,
            LoomScalar           scalar,
            GBytes              *plane,
            GError             **error)
{
  LoomType type = loom_type_of (scalar, 1);
  g_autoptr (LoomArray) counts = NULL;

  if (plane == NULL)
    return TRUE;

  counts = loom_array_new (&type, loom_array_get_shape (array->array), plane, error);

  return counts != NULL && add_array (self, name, suffix, counts, error);
}

/* In memory a writer takes as few bytes as the launch allows; in files always eight, -1 for none.
 */
static gboolean
add_writers (LoomCliOutput       *self,
             const LoomRunArray  *array,
             const char          *name,
             const char          *suffix,
             GBytes              *plane,
             GError             **error)
{
  LoomType type = loom_type_of (LOOM_SCALAR_I64, 1);
  const LoomShape *shape = loom_array_get_shape (array->array);
  g_autoptr (LoomArray) writers = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gint64 *ids;
  guint64 cells;

  if (plane == NULL || !loom_shape_cells (shape, &cells))
    return TRUE;

  ids = g_try_new (gint64, cells);

  if (ids == NULL && cells > 0)
    return loom_fail (error, LOOM_ERROR_MEMORY,
                      _("No memory for the writers of %1$s: %2$" PRIu64 " cells of 8 bytes"), name,
                      cells);

  for (guint64 i = 0; i < cells; i++)
    ids[i] = loom_run_array_get_writer (array, plane, i);

  bytes = g_bytes_new_take (ids, cells * sizeof *ids);
  writers = loom_array_new (&type, shape, bytes, error);

  return writers != NULL && add_array (self, name, suffix, writers, error);
}

/* What an array held at the moments that are kept, one behind the other: an axis more, or more
 * planes. */
static gboolean
add_history (LoomCliOutput       *self,
             LoomRun             *run,
             const LoomRunArray  *array,
             const char          *name,
             GError             **error)
{
  const gsize size = g_bytes_get_size (loom_array_get_bytes (array->array));
  LoomShape shape = *loom_array_get_shape (array->array);
  g_autoptr (GByteArray) cells = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomArray) history = NULL;

  if (array->frames == NULL || run->frames->len == 0)
    return TRUE;

  cells = g_byte_array_sized_new (MIN (run->frames->len * size, G_MAXUINT / 2));
  for (guint i = 0; i < run->frames->len; i++)
    g_byte_array_append (cells, (const guint8 *) g_bytes_get_data (array->frames, NULL) +
                                g_array_index (run->frames, LoomRunFrame, i).slot * size,
                         (guint) size);
  if (shape.rank == 1)
    shape.rows = run->frames->len;
  else
    shape.planes *= run->frames->len;
  shape.rank = MIN (shape.rank + 1, 3);
  bytes = g_byte_array_free_to_bytes (g_steal_pointer (&cells));
  history = loom_array_new (loom_array_get_cell_type (array->array), &shape, bytes, error);

  return history != NULL && add_array (self, name, ".history.npy", history, error);
}

static gboolean
add_thread_plane (LoomCliOutput  *self,
                  const char     *name,
                  LoomScalar      scalar,
                  GBytes         *plane,
                  GError        **error)
{
  const LoomType type = loom_type_of (scalar, 1);
  LoomShape shape = { .rank = 1, .rows = 1, .planes = 1 };
  g_autoptr (LoomArray) array = NULL;

  if (plane == NULL)
    return TRUE;
  shape.cols = g_bytes_get_size (plane) / type.size;
  array = loom_array_new (&type, &shape, plane, error);
  return array != NULL && add_array (self, name, ".npy", array, error);
}

/**
 * loom_cli_output_add_run:
 * @self: an output that was begun
 * @run: a run
 *
 * Writes every array, arguments and variables that the document sets, with its planes: `NAME.npy`,
 * `NAME.writes.npy`, `NAME.reads.npy` (uint32), `NAME.lowest.npy` and `NAME.highest.npy` (int64
 * linear thread ids, -1 where nobody wrote), and `NAME.history.npy` with what it held at the
 * moments of the steps that are kept; `NAME.seeds.npy` and `NAME.first-seeds.npy` (uint8)
 * where other orders were tried;
 * `NAME.races.npy` and `NAME.uninitialised.npy` (uint8) where these were looked for. Of a profile:
 * `NAME.sectors.npy`, `NAME.load-sectors.npy`,
 * `NAME.store-sectors.npy` (float32), `NAME.first-write.npy` (uint32), and of each thread
 * `threads.npy` (uint32: its instructions), `lanes.npy` (uint64: the running lanes at these,
 * summed) and `states.npy` (uint8: what became of it).
 *
 * Returns: %FALSE with `LOOM_ERROR_FILE` or `LOOM_ERROR_MEMORY`
 */
gboolean
loom_cli_output_add_run (LoomCliOutput  *self,
                         LoomRun        *run,
                         GError        **error)
{
  const LoomProfile *profile = run->profile;

  for (guint i = 0; i < run->arrays->len; i++)
    {
      const LoomRunArray *array = g_ptr_array_index (run->arrays, i);
      g_autofree char *name = loom_run_dup_array_name (run, array);

      if (!add_array (self, name, ".npy", array->array, error) ||
          !add_counts (self, array, name, ".writes.npy", LOOM_SCALAR_U32, array->writes, error) ||
          !add_counts (self, array, name, ".reads.npy", LOOM_SCALAR_U32, array->reads, error) ||
          !add_counts (self, array, name, ".sectors.npy", LOOM_SCALAR_F32, array->sectors,
                       error) ||
          !add_counts (self, array, name, ".load-sectors.npy", LOOM_SCALAR_F32,
                       array->load_sectors, error) ||
          !add_counts (self, array, name, ".store-sectors.npy", LOOM_SCALAR_F32,
                       array->store_sectors, error) ||
          !add_counts (self, array, name, ".first-write.npy", LOOM_SCALAR_U32, array->first_write,
                       error) ||
          !add_counts (self, array, name, ".seeds.npy", LOOM_SCALAR_U8, array->seeds, error) ||
          !add_counts (self, array, name, ".first-seeds.npy", LOOM_SCALAR_U8, array->first_seeds,
                       error) ||
          !add_counts (self, array, name, ".races.npy", LOOM_SCALAR_U8, array->races, error) ||
          !add_counts (self, array, name, ".uninitialised.npy", LOOM_SCALAR_U8,
                       array->uninitialised, error) ||
          !add_writers (self, array, name, ".lowest.npy", array->lowest, error) ||
          !add_writers (self, array, name, ".highest.npy", array->highest, error) ||
          !add_history (self, run, array, name, error))
        return FALSE;
    }

  return profile == NULL ||
         (add_thread_plane (self, "threads", LOOM_SCALAR_U32, profile->threads, error) &&
          add_thread_plane (self, "lanes", LOOM_SCALAR_U64, profile->lanes, error) &&
          add_thread_plane (self, "states", LOOM_SCALAR_U8, profile->states, error));
}

/**
 * loom_cli_output_commit:
 * @self: an output that was filled
 *
 * Puts the folder in its place at once. An earlier result is exchanged for it, then removed.
 *
 * Returns: %FALSE with `LOOM_ERROR_FILE`
 */
gboolean
loom_cli_output_commit (LoomCliOutput  *self,
                        GError        **error)
{
  if (g_rename (self->aside, self->path) == 0)
    {
      g_clear_pointer (&self->aside, g_free);
      return TRUE;
    }

  if ((errno == ENOTEMPTY || errno == EEXIST) &&
      renameat2 (AT_FDCWD, self->aside, AT_FDCWD, self->path, RENAME_EXCHANGE) == 0)
    {
      remove_folder (self->aside);
      g_clear_pointer (&self->aside, g_free);
      return TRUE;
    }

  return set_errno (error, self->path, errno);
}

/**
 * loom_cli_output_clear:
 * @self: an output, or zeros
 *
 * Removes what was begun and not committed.
 */
void
loom_cli_output_clear (LoomCliOutput *self)
{
  if (self->aside != NULL)
    remove_folder (self->aside);

  g_clear_pointer (&self->aside, g_free);
  g_clear_pointer (&self->path, g_free);
}
