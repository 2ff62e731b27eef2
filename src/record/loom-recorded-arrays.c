/* loom-recorded-arrays.c: arrays and textures of a launch as settings, with files for what they
 * held
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-recorded-private.h"

#include "loom-document-launch.h"
#include "loom-error.h"
#include "loom-input.h"
#include "loom-npy.h"
#include "loom-record.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <string.h>

#define DIGITS 12               /* of a sum, in the name of a file */

/* A pointer or an object that the kernel was given. */
typedef struct
{
  const LoomParam         *param;
  const LoomRecordedArray *array;       /* NULL: it leads to none */
  LoomType                 type;        /* of a cell of a plain array */
  guint64                  pitch;       /* of its rows in the program, 0: they have no gaps */
  gboolean                 is_typed;    /* by a setting */
  gboolean                 is_null;
  gboolean                 is_own;      /* the document has an array for it */
  gboolean                 has_rows;    /* more than one, which somebody knows of */
} Use;

/* Whether a document would fill its array with these bytes from the file. */
static gboolean
holds (LoomRecordedWriter *self,
       const char         *file,
       const LoomType     *type,
       const LoomShape    *shape,
       GBytes             *bytes)
{
  g_autoptr (GBytes) held = loom_input_read (self->folder, file, type, shape, NULL);

  return held != NULL && g_bytes_equal (held, bytes);
}

/* Writes cells into a file, unless one has them already. A file that is there and has something
 * else in it stays. Returns: (transfer full): its path from the folder of the document, or NULL. */
char *
_loom_recorded_save_contents (LoomRecordedWriter  *self,
                              const char          *name,
                              const LoomType      *type,
                              const LoomShape     *shape,
                              GBytes              *bytes,
                              GError             **error)
{
  g_autoptr (LoomArray) array = loom_array_new (type, shape, bytes, error);
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  g_autofree char *plain
      = g_strcanon (g_strdup (name), G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-", '_');
  g_autofree char *stem = g_strdup_printf ("%s-arrays/%s-%.*s", self->prefix, plain, DIGITS, sum);
  g_autofree char *stem_path = g_build_filename (self->folder, stem, NULL);
  g_autofree char *folder = g_path_get_dirname (stem_path);
  g_autofree char *file = g_strconcat (stem, ".npy", NULL), *path = NULL;

  if (array == NULL)
    return NULL;
  if (g_mkdir_with_parents (folder, 0777) != 0)
    return loom_fail_null (error, LOOM_ERROR_FILE, "%s: %s", folder, g_strerror (errno));

  path = g_build_filename (self->folder, file, NULL);
  for (guint i = 2; g_file_test (path, G_FILE_TEST_EXISTS) &&
                    !holds (self, file, type, shape, bytes); i++)
    {
      g_free (file);
      g_free (path);
      file = g_strdup_printf ("%s-%u.npy", stem, i);
      path = g_build_filename (self->folder, file, NULL);
    }
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&file);
  if (!loom_npy_save (array, path, error))
    return NULL;
  if (self->made != NULL)
    g_ptr_array_add (self->made, g_steal_pointer (&path));
  return g_steal_pointer (&file);
}

/* Writes what an array, a struct or a variable held into a file, and that as its fill. */
gboolean
_loom_recorded_write_contents (LoomRecordedWriter  *self,
                               const char          *group,
                               const char          *name,
                               const LoomType      *type,
                               const LoomShape     *shape,
                               GBytes              *bytes,
                               GError             **error)
{
  g_autofree char *file = _loom_recorded_save_contents (self, name, type, shape, bytes, error);
  g_autofree char *fill = file != NULL ? g_strconcat ("file:", file, NULL) : NULL;

  return fill != NULL && _loom_recorded_writer_set (self, group, "fill", fill, error);
}

/* Somebody may have said what the cells are, where the declaration does not. */
static void
find_type (LoomRecordedWriter *self,
           Use                *use)
{
  g_autofree char *group = loom_document_dup_group (self->document, self->kernel->name,
                                                    use->param->name, "type");
  const char *text = loom_document_get_value (self->document, group, "type");

  use->is_typed = text != NULL && loom_type_parse (text, &use->type, NULL);
  if (!use->is_typed)
    use->type = use->param->type;
}

/* Where the kernel found a pointer. */
static Use
find_use (LoomRecordedWriter *self,
          guint               index)
{
  const LoomParam *param = _loom_recorded_writer_get_param (self, index);
  const gboolean is_param = index < self->kernel->params->len;
  const guint parameter = is_param ? index : param->owner;
  const gsize at = is_param ? 0 : param->offset;
  GBytes *bytes = parameter < self->launch->parameters->len
                  ? self->launch->parameters->pdata[parameter] : NULL;
  Use use = { .param = param };
  guint64 address = 1;

  if (bytes != NULL && at + sizeof address <= g_bytes_get_size (bytes))
    memcpy (&address, (const guint8 *) g_bytes_get_data (bytes, NULL) + at, sizeof address);
  use.is_null = address == 0;
  find_type (self, &use);
  for (guint i = 0; i < self->launch->arrays->len; i++)
    {
      const LoomRecordedArray *array = self->launch->arrays->pdata[i];

      if (array->parameter == parameter && array->at == at)
        use.array = array;
    }
  return use;
}

/* Whether a parameter of the kernel leads to an array that nothing has written. */
gboolean
_loom_recorded_is_undefined (LoomRecordedWriter *self,
                             const LoomParam    *param)
{
  const guint n = self->kernel->params->len + self->kernel->pointers->len;

  for (guint i = 0; i < n; i++)
    if (_loom_recorded_writer_get_param (self, i) == param)
      {
        const Use use = find_use (self, i);

        return use.array != NULL && use.array->is_undefined;
      }
  return FALSE;
}

/* A number of 64 bits that is the handle of an object is what the kernel sees by it. */
static gboolean
is_array (const Use *use)
{
  return use->param->kind == LOOM_PARAM_ARRAY ||
         (use->param->kind == LOOM_PARAM_SCALAR && use->param->type.scalar == LOOM_SCALAR_U64 &&
          use->array != NULL && use->array->texture.kind != LOOM_TEXTURE_NONE);
}

/* The pointer before that is the same array. */
static const LoomParam *
find_same (const GArray *uses,
           const Use    *use)
{
  for (guint i = 0; i < uses->len; i++)
    {
      const Use *other = &g_array_index (uses, Use, i);

      if (other->is_own && other->array->memory == use->array->memory &&
          other->array->offset == use->array->offset && !other->is_typed && !use->is_typed &&
          loom_type_equal (&other->type, &use->type))
        return other->param;
    }
  return NULL;
}

/* Whether another pointer leads elsewhere in the array. */
static gboolean
has_others (LoomRecordedWriter      *self,
            const LoomRecordedArray *array)
{
  for (guint i = 0; i < self->launch->arrays->len; i++)
    {
      const LoomRecordedArray *other = self->launch->arrays->pdata[i];

      if (other->memory == array->memory && other->offset != array->offset)
        return TRUE;
    }
  return FALSE;
}

/* Pointers into one array are not one in a document. */
static void
note_overlap (LoomRecordedWriter *self,
              const GArray       *uses,
              const Use          *use)
{
  for (guint i = 0; i < uses->len; i++)
    {
      const Use *other = &g_array_index (uses, Use, i), *behind = use, *front = other;
      guint64 distance;

      if (!other->is_own || other->array->memory != use->array->memory)
        continue;
      if (other->array->offset > use->array->offset)
        {
          behind = other;
          front = use;
        }
      distance = behind->array->offset - front->array->offset;
      if (distance == 0)
        _loom_recorded_writer_note (self, _("%1$s and %2$s are one array in the program, seen as "
                                            "cells of two types; here each has cells of its own, "
                                            "and what is written into one is not in the other"),
                                    front->param->name, behind->param->name);
      else
        _loom_recorded_writer_note (self, ngettext (
            "%1$s points %3$llu byte behind %2$s in one array of the program; here each has cells "
            "of its own, and what is written into one is not in the other",
            "%1$s points %3$llu bytes behind %2$s in one array of the program; here each has cells "
            "of its own, and what is written into one is not in the other", (gulong) distance),
                                    behind->param->name, front->param->name,
                                    (unsigned long long) distance);
    }
}

static void
note_surroundings (LoomRecordedWriter *self,
                   const GArray       *uses,
                   const Use          *use)
{
  const guint64 rest = (use->array->size - use->array->offset) % use->type.size;

  note_overlap (self, uses, use);
  if (use->array->offset > 0 && !has_others (self, use->array))
    _loom_recorded_writer_note (self, ngettext (
        "%1$s points %2$llu byte behind the beginning of its array in the program; what lies "
        "before that is not here",
        "%1$s points %2$llu bytes behind the beginning of its array in the program; what lies "
        "before that is not here", (gulong) use->array->offset),
                                use->param->name, (unsigned long long) use->array->offset);
  if (rest > 0)
    _loom_recorded_writer_note (self, ngettext (
        "the last %2$llu byte of %1$s is not a whole cell and is not here",
        "the last %2$llu bytes of %1$s are no whole cell and are not here", (gulong) rest),
                                use->param->name, (unsigned long long) rest);
  for (guint i = 0; use->type.record != NULL && i < use->type.record->n_components; i++)
    if (use->type.record->components[i].pointer != NULL)
      {
        _loom_recorded_writer_note (self, _("the cells of %s have pointers, which lead nowhere "
                                            "here"), use->param->name);
        return;
      }
}

/* Rows that the program asked for, if they are whole cells. */
gboolean
_loom_recorded_array_get_rows (const LoomRecordedArray *self,
                               const LoomType          *type,
                               LoomShape               *shape)
{
  if (self->pitch == 0 || self->offset != 0 || type->size == 0 || self->width % type->size != 0 ||
      self->pitch % type->size != 0)
    return FALSE;

  *shape = (LoomShape) { 2, self->width / type->size, self->height,
                         self->size / self->pitch / self->height };
  shape->rank = shape->planes > 1 ? 3 : 2;
  return TRUE;
}

/* What the rows of an array hold, one after the other. */
static GBytes *
cut_rows (const Use       *use,
          const LoomShape *shape,
          GBytes          *all)
{
  const guint64 row = shape->cols * use->type.size, n = shape->rows * shape->planes;
  const guint8 *bytes = g_bytes_get_data (all, NULL);
  guint8 *rows = g_malloc (n * row);

  for (guint64 i = 0; i < n; i++)
    memcpy (rows + i * row, bytes + i * use->pitch, row);
  return g_bytes_new_take (rows, n * row);
}

/* Rows that somebody gave the array, if they are as many cells; those that its type has; or those
 * that the launch passes the extents of or goes along, if just one way has as many. */
LoomShape
_loom_recorded_choose_shape (LoomRecordedWriter *self,
                             const LoomParam    *param,
                             guint64             cells,
                             const char         *given)
{
  g_autoptr (LoomSourceLaunch) launch = _loom_recorded_writer_dup_launch (self);
  LoomShape shape;
  guint64 count;

  if (loom_shape_parse (given, &shape, NULL) && loom_shape_cells (&shape, &count) && count == cells)
    return shape;
  if (param->fixed > 0)
    {
      shape = loom_param_get_shape (param, cells);
      if (loom_shape_cells (&shape, &count) && count > 0 && count <= cells)
        return shape;
    }
  return loom_source_launch_choose_shape (launch, self->kernel, cells);
}

/* Shape and contents, which memory that nothing has written does not have. */
static gboolean
write_cells (LoomRecordedWriter  *self,
             const Use           *use,
             const char          *group,
             const LoomType      *type,
             const LoomShape     *shape,
             GError             **error)
{
  g_autofree char *extents = loom_shape_format (shape);
  g_autoptr (GBytes) all = NULL, bytes = NULL;
  guint64 cells = 0;

  if (!_loom_recorded_writer_set (self, group, "shape", extents, error))
    return FALSE;
  if (use->array->is_undefined)
    return TRUE;
  if (use->array->contents == NULL)
    {
      _loom_recorded_writer_note (self, _("what %s held was not kept; it begins as settings say"),
                                  use->param->name);
      return TRUE;
    }
  all = loom_recording_load (self->recording, use->array->contents, use->array->size, error);
  if (all == NULL)
    return FALSE;

  loom_shape_cells (shape, &cells);
  bytes = use->pitch > 0 ? cut_rows (use, shape, all)
                         : g_bytes_new_from_bytes (all, use->array->offset, cells * type->size);
  return _loom_recorded_write_contents (self, group, use->param->name, type, shape, bytes, error);
}

static gboolean
write_object (LoomRecordedWriter  *self,
              const Use           *use,
              const char          *group,
              GError             **error)
{
  const LoomRecordedArray *array = use->array;
  g_autofree char *words = loom_texture_format (&array->texture);
  g_autofree char *type = loom_type_format (&array->type);

  return _loom_recorded_writer_set (self, group, "value", NULL, error) &&
         _loom_recorded_writer_set (self, group, array->texture.kind == LOOM_TEXTURE_SURFACE
                                                 ? "surface" : "texture", words, error) &&
         _loom_recorded_writer_set (self, group, "type", type, error) &&
         write_cells (self, use, group, &array->type, &array->shape, error);
}

/* Rows with gaps between them, as the program asked for. */
static gboolean
write_pitch (LoomRecordedWriter  *self,
             Use                 *use,
             const char          *group,
             const LoomShape     *shape,
             GError             **error)
{
  g_autofree char *pitch = g_strdup_printf ("%" G_GUINT64_FORMAT, use->array->pitch);

  if (use->array->pitch == shape->cols * use->type.size)
    return TRUE;
  use->pitch = use->array->pitch;
  return _loom_recorded_writer_set (self, group, "pitch", pitch, error);
}

/* A pointer that leads somewhere. */
static gboolean
write_array (LoomRecordedWriter  *self,
             const GArray        *uses,
             Use                 *use,
             const char          *group,
             const char          *given,
             GError             **error)
{
  const guint64 cells = (use->array->size - use->array->offset) / use->type.size;
  const LoomParam *same = find_same (uses, use);
  LoomShape shape;

  if (same != NULL)
    return _loom_recorded_writer_set (self, group, "fill", NULL, error) &&
           _loom_recorded_writer_set (self, group, "same", same->name, error);

  use->is_own = TRUE;
  note_surroundings (self, uses, use);
  if (!_loom_recorded_array_get_rows (use->array, &use->type, &shape))
    shape = _loom_recorded_choose_shape (self, use->param, cells, given);
  else if (!write_pitch (self, use, group, &shape, error))
    return FALSE;
  use->has_rows = shape.rank > 1;
  return write_cells (self, use, group, &use->type, &shape, error);
}

static gboolean
write_use (LoomRecordedWriter  *self,
           const GArray        *uses,
           Use                 *use,
           const char          *given,
           GError             **error)
{
  const LoomParam *param = use->param;
  const gboolean is_object = use->array != NULL && use->array->texture.kind != LOOM_TEXTURE_NONE;
  const gboolean takes_object = param->texture.kind != LOOM_TEXTURE_NONE ||
                                param->kind == LOOM_PARAM_SCALAR;
  g_autofree char *group = g_strconcat ("arg ", param->name, NULL);

  if (use->is_null)
    return _loom_recorded_writer_set (self, group, "value", "null", error);
  if (is_object && takes_object && use->array->offset == 0)
    return write_object (self, use, group, error);
  if (use->array == NULL || is_object || takes_object ||
      use->type.size == 0 || use->array->size - use->array->offset < use->type.size)
    _loom_recorded_writer_note (self, _("%s leads to nothing that was there in the program; it has "
                                        "an array here"), param->name);
  else if (param->is_rows)
    _loom_recorded_writer_note (self, _("%s is an array of pointers; where they lead to is not "
                                        "recorded, and its rows are what settings say"),
                                param->name);
  else
    return write_array (self, uses, use, group, given, error);
  return TRUE;
}

/* Nobody knows how many threads are wanted, but the grid is the program's own. */
gboolean
_loom_recorded_write_open_range (LoomRecordedWriter  *self,
                                 GError             **error)
{
  return _loom_recorded_writer_set (self, "launch", "range", "unknown", error) &&
         _loom_recorded_writer_set (self, "launch", "manual-grid", "true", error);
}

/* Pointers of one row say nothing of how many threads a launch over rows needs. */
static gboolean
write_range (LoomRecordedWriter  *self,
             const GArray        *uses,
             GError             **error)
{
  const LoomDim3 *extents[] = { &self->launch->grid, &self->launch->block };
  gboolean over_rows = FALSE, have_rows = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    over_rows |= extents[i]->y > 1 || extents[i]->z > 1;
  for (guint i = 0; i < uses->len; i++)
    have_rows |= g_array_index (uses, Use, i).has_rows;
  return !over_rows || have_rows || _loom_recorded_write_open_range (self, error);
}

/* Writes the settings of all arrays and objects. shapes: what settings said of them before, "" for
 * nothing. */
gboolean
_loom_recorded_write_arrays (LoomRecordedWriter  *self,
                             const char * const  *shapes,
                             GError             **error)
{
  const guint n = self->kernel->params->len + self->kernel->pointers->len;
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (Use));

  for (guint i = 0; i < n; i++)
    {
      Use use = find_use (self, i);

      if (!is_array (&use))
        continue;
      if (!write_use (self, uses, &use, shapes[i], error))
        return FALSE;
      g_array_append_val (uses, use);
    }
  return write_range (self, uses, error);
}
