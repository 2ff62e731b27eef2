/* loom-document-launch.c: the settings that a launch in host code stands for, as one change of the
 * text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-document-launch.h"

#include "loom-dim3.h"
#include "loom-document-private.h"
#include "loom-error.h"
#include "loom-kernel-name.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* That a block may have along x. */
#define MAX_THREADS 1024

/* A document that is changed setting by setting. */
typedef struct
{
  LoomDocument           *document;
  char                   *text;
  const LoomSourceLaunch *launch;
  LoomKernel             *kernel;       /* NULL: it has not been compiled yet */
  char                   *name;         /* of the kernel, as `kernel=` has it */
  GError                 *error;
} Writer;

static void
writer_clear (Writer *self)
{
  g_clear_pointer (&self->document, loom_document_unref);
  g_free (self->text);
  g_free (self->name);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

/* After an error nothing more is written. */
static void
write_setting (Writer     *self,
               const char *group,
               const char *key,
               const char *value)
{
  LoomTextEdit edit = { 0 };
  char *text;

  if (self->error != NULL ||
      g_strcmp0 (loom_document_get_value (self->document, group, key), value) == 0 ||
      !loom_document_edit (self->document, group, key, value, &edit, &self->error))
    return;

  text = loom_text_edit_apply (&edit, self->text);
  g_free (self->text);
  self->text = text;
  loom_text_edit_clear (&edit);
  loom_document_unref (self->document);
  self->document = loom_document_parse (self->text, -1);
}

/* Of a parameter, NULL: of the launch. A value goes into the first of the groups that has one,
 * since it is the one that counts; else into the last. Without a value all of them lose theirs. */
static void
write_key (Writer     *self,
           const char *param,
           const char *key,
           const char *value)
{
  g_auto (GStrv) groups = loom_document_list_groups_of (self->name, param, 0);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      const gboolean has_value = loom_document_get_value (self->document, groups[i], key) != NULL;

      if (value == NULL || has_value || groups[i + 1] == NULL)
        write_setting (self, groups[i], key, value);
      if (value != NULL && has_value)
        return;
    }
}

static void
write_extent (Writer               *self,
              const char           *key,
              const LoomReadExtent *extent)
{
  g_autofree char *value = NULL;

  if (loom_read_extent_is_certain (extent))
    {
      const LoomDim3 read = loom_read_extent_get (extent);

      value = loom_dim3_format (&read);
    }

  write_key (self, NULL, key, value);
}

/* The numbers that the launch passes for extents along an axis; one, which multiplies nothing, of
 * an axis that none is of. */
static GArray *
list_extents (const LoomSourceLaunch *launch,
              const LoomKernel       *kernel,
              char                    axis)
{
  GArray *extents = g_array_new (FALSE, FALSE, sizeof (guint64));
  const guint64 one = 1;

  for (guint i = 0; i < MIN (launch->arguments->len, kernel->params->len); i++)
    {
      const LoomReadNumber *value = &g_array_index (launch->arguments, LoomReadArgument, i).value;
      const LoomParam *param = kernel->params->pdata[i];
      const guint64 extent = value->is_certain && value->value > 1 ? (guint64) value->value : 1;

      if (param->kind == LOOM_PARAM_SCALAR && !loom_scalar_is_float (param->type.scalar) &&
          extent > 1 && _loom_kernel_find_axis (kernel, param->name) == axis)
        g_array_append_val (extents, extent);
    }
  if (extents->len == 0 || axis == 'z')
    g_array_append_val (extents, one);
  return extents;
}

/* Whether numbers that the launch passes are the extents of an array with so many cells, as
 * `width` and `height` are, in one way. */
static gboolean
find_passed_shape (const LoomSourceLaunch *launch,
                   const LoomKernel       *kernel,
                   guint64                 cells,
                   LoomShape              *found)
{
  g_autoptr (GArray) cols = list_extents (launch, kernel, 'x');
  g_autoptr (GArray) rows = list_extents (launch, kernel, 'y');
  g_autoptr (GArray) planes = list_extents (launch, kernel, 'z');
  guint n_found = 0;

  for (guint x = 0; x < cols->len; x++)
    for (guint y = 0; y < rows->len; y++)
      for (guint z = 0; z < planes->len; z++)
        {
          LoomShape shape = { 2, g_array_index (cols, guint64, x), g_array_index (rows, guint64, y),
                              g_array_index (planes, guint64, z) };
          guint64 all;

          if (shape.planes > 1)
            shape.rank = 3;
          if (shape.cols == 1 || shape.rows == 1 || !loom_shape_cells (&shape, &all) ||
              all != cells || (n_found > 0 && loom_shape_equal (&shape, found)))
            continue;
          *found = shape;
          n_found++;
        }
  return n_found == 1;
}

/**
 * loom_source_launch_choose_shape:
 * @kernel: that is launched
 * @cells: of an array that it is passed
 *
 * Returns: along the axes of the launch, as many cells as the numbers that it passes for extents
 *   say; else as many as it has threads, or, of a plane, fewer by less than a block, if there is
 *   one way to have just as many as there are; else a vector
 */
LoomShape
loom_source_launch_choose_shape (const LoomSourceLaunch *launch,
                                 const LoomKernel       *kernel,
                                 guint64                 cells)
{
  const LoomDim3 grid = loom_read_extent_get (&launch->grid);
  const LoomDim3 block = loom_read_extent_get (&launch->block);
  const guint rank = MAX (launch->grid.rank, launch->block.rank);
  const LoomShape vector = { 1, cells, 1, 1 };
  LoomShape shape = { rank, (guint64) grid.x * block.x, (guint64) grid.y * block.y,
                      (guint64) grid.z * block.z };
  LoomShape passed;
  guint64 all;
  guint n_found = 0;

  if (rank < 2 || !loom_source_launch_is_certain (launch))
    return vector;
  if (find_passed_shape (launch, kernel, cells, &passed))
    return passed;
  if (loom_shape_cells (&shape, &all) && all == cells)
    return shape;

  for (guint64 less = 0; rank == 2 && less < block.x && block.x <= MAX_THREADS; less++)
    {
      const guint64 cols = (guint64) grid.x * block.x - less, rows = cells / cols;

      if (cells % cols != 0 || rows == 0 || (rows - 1) / block.y + 1 != grid.y)
        continue;
      shape.cols = cols;
      shape.rows = rows;
      n_found++;
    }
  return n_found == 1 ? shape : vector;
}

static char *
dup_shape (const Writer           *self,
           const LoomParam        *param,
           const LoomReadArgument *argument)
{
  guint64 cells = 0;
  LoomShape shape;

  if (argument->bytes.is_certain && argument->bytes.value > 0 && param->type.size > 0)
    cells = argument->bytes.value / param->type.size;
  if (cells == 0)
    return NULL;

  shape = param->fixed > 0 ? loom_param_get_shape (param, cells)
                           : loom_source_launch_choose_shape (self->launch, self->kernel, cells);
  return loom_shape_format (&shape);
}

/* The array of the parameter that is passed the same variable; NULL: the argument has one of its
 * own, or settings of one. */
static const char *
find_same (const Writer *self,
           guint         index)
{
  static const char * const keys[] = { "type", "pitch", "fill", "cells" };
  const gint same = loom_source_launch_find_same (self->launch, index);
  const LoomParam *param = self->kernel->params->pdata[index], *other;

  if (same < 0)
    return NULL;
  other = self->kernel->params->pdata[same];
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *group
        = loom_document_dup_group (self->document, self->name, param->name, keys[i]);

      if (loom_document_get_value (self->document, group, keys[i]) != NULL)
        return NULL;
    }
  return other->kind == LOOM_PARAM_ARRAY && param->texture.kind == LOOM_TEXTURE_NONE &&
         other->texture.kind == LOOM_TEXTURE_NONE && param->is_rows == other->is_rows &&
         loom_type_equal (&param->type, &other->type) ? other->name : NULL;
}

static void
write_argument (Writer          *self,
                const LoomParam *param,
                guint            index)
{
  static const LoomReadArgument nothing = { NULL };
  GArray *arguments = self->launch->arguments;
  const LoomReadArgument *argument = index < arguments->len
                                     ? &g_array_index (arguments, LoomReadArgument, index)
                                     : &nothing;
  g_autofree char *value = NULL;

  if (param->kind == LOOM_PARAM_ARRAY)
    {
      const char *same = find_same (self, index);

      value = same == NULL ? dup_shape (self, param, argument) : NULL;
      write_key (self, param->name, "shape", value);
      write_key (self, param->name, "same", same);
    }
  else if (param->kind == LOOM_PARAM_SCALAR && param->type.lanes == 1)
    {
      value = loom_read_argument_dup_value (argument, param->type.scalar);
      write_key (self, param->name, "value", value);
    }
}

/* The array that the picture shows, and those that are swapped, may be no arrays of this kernel. */
static void
drop_foreign_names (Writer *self)
{
  const char *over = loom_document_get_value (self->document, "launch", "over");

  if (over == NULL || _loom_kernel_find_param (self->kernel, over) >= 0)
    return;

  write_setting (self, "launch", "over", NULL);
  write_setting (self, "launch", "swap", NULL);
}

static void
write_launch (Writer *self)
{
  g_autofree char *shared = NULL;

  if (self->launch->shared.is_certain && self->launch->shared.value > 0)
    shared = g_strdup_printf ("%" G_GINT64_FORMAT, self->launch->shared.value);

  write_setting (self, "launch", "kernel", self->name);
  write_key (self, NULL, "range", NULL);
  write_key (self, NULL, "shape", NULL);
  write_extent (self, "block", &self->launch->block);
  write_extent (self, "grid", &self->launch->grid);
  write_key (self, NULL, "shared", shared);
  if (self->kernel == NULL)
    return;

  drop_foreign_names (self);
  for (guint i = 0; i < self->kernel->params->len; i++)
    write_argument (self, g_ptr_array_index (self->kernel->params, i), i);
}

/* Whether CUDA takes a launch, as far as its extents are certain. */
static gboolean
check_extents (const LoomSourceLaunch  *launch,
               GError                 **error)
{
  const LoomReadExtent *extents[] = { &launch->grid, &launch->block };

  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    for (guint axis = 0; axis < extents[i]->rank; axis++)
      {
        const LoomReadNumber *number = &extents[i]->axes[axis];

        if (number->is_certain && number->value < 1)
          return loom_fail (error, LOOM_ERROR_LAUNCH,
                            i == 0 ? _("the launch in line %1$u has a grid whose %2$c is %3$lld: "
                                       "CUDA refuses it, and nothing runs")
                                   : _("the launch in line %1$u has a block whose %2$c is %3$lld: "
                                       "CUDA refuses it, and nothing runs"),
                            launch->line, "xyz"[axis], (long long) number->value);
      }

  return TRUE;
}

/* The one replacement that makes one text of another; bounds of characters stay whole. */
static void
find_difference (const char   *before,
                 const char   *after,
                 LoomTextEdit *edit)
{
  const gsize length = strlen (before), new_length = strlen (after);
  const gsize most = MIN (length, new_length);
  gsize start = 0, rest = 0;

  while (start < most && before[start] == after[start])
    start++;
  while (start > 0 && ((guchar) before[start] & 0xc0) == 0x80)
    start--;
  while (rest < most - start && before[length - 1 - rest] == after[new_length - 1 - rest])
    rest++;
  while (rest > 0 && ((guchar) before[length - rest] & 0xc0) == 0x80)
    rest--;

  *edit = (LoomTextEdit) {
    start, length - rest - start, g_strndup (after + start, new_length - rest - start)
  };
}

/**
 * loom_document_find_launched:
 * @compiled: what its source compiled to
 * @launch: one of the launches of @compiled
 *
 * Returns: (transfer none) (nullable): the kernel that @launch is of; where the source does not
 *   tell which instance of a template that is, the one that `kernel=` names, if it is one of it
 */
LoomKernel *
loom_document_find_launched (LoomDocument           *self,
                             LoomCompiled           *compiled,
                             const LoomSourceLaunch *launch)
{
  const char *chosen;

  g_return_val_if_fail (self != NULL && compiled != NULL && launch != NULL, NULL);

  if (launch->instance != NULL)
    return loom_compiled_find_kernel (compiled, launch->instance);

  chosen = loom_document_get_value (self, "launch", "kernel");
  for (guint i = 0; i < compiled->kernels->len; i++)
    {
      LoomKernel *kernel = g_ptr_array_index (compiled->kernels, i);
      g_autofree char *base = g_strndup (kernel->name, strcspn (kernel->name, "<"));
      const char *colon = strrchr (base, ':');

      if (strcmp (colon != NULL ? colon + 1 : base, launch->kernel) == 0 &&
          (strcmp (base, kernel->name) == 0 ||
           (chosen != NULL && loom_kernel_name_equal (kernel->name, chosen))))
        return kernel;
    }

  return NULL;
}

/**
 * loom_document_edit_launch:
 * @compiled: what its source compiled to
 * @launch: one of the launches of @compiled
 * @edit: (out): where to put the change; clear it with loom_text_edit_clear()
 * @error: return location; %LOOM_ERROR_LAUNCH for a launch with no block or no thread, or
 *   %LOOM_ERROR_DOCUMENT if nothing tells which kernel it launches, or the settings cannot be
 *   written
 *
 * Computes the change that makes the settings those of a launch in the host code: kernel, block,
 * grid, shared memory, the values of numbers, the shapes of arrays and which of them are the same
 * one, since one variable is passed for both. What the launch does not
 * tell for certain has no setting afterwards, so that nothing of another launch is taken for its
 * own. All other settings stay, and so does each byte of the source.
 */
gboolean
loom_document_edit_launch (LoomDocument            *self,
                           LoomCompiled            *compiled,
                           const LoomSourceLaunch  *launch,
                           LoomTextEdit            *edit,
                           GError                 **error)
{
  g_auto (Writer) writer = { NULL };

  g_return_val_if_fail (self != NULL && compiled != NULL && launch != NULL && edit != NULL, FALSE);

  if (!check_extents (launch, error))
    return FALSE;

  writer.launch = launch;
  writer.kernel = loom_document_find_launched (self, compiled, launch);
  if (writer.kernel == NULL && launch->instance == NULL)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("line %1$u does not say which instance of %2$s it launches; run the "
                        "program, or write the instance as kernel= into [launch]"),
                      launch->line, launch->kernel);

  writer.document = loom_document_ref (self);
  writer.text = g_strdup (self->text);
  writer.name = g_strdup (writer.kernel != NULL ? writer.kernel->name : launch->instance);
  write_launch (&writer);
  if (writer.error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&writer.error));
      return FALSE;
    }

  find_difference (self->text, writer.text, edit);
  return TRUE;
}
