/* loom-cell-history.c: who wrote a cell and who read it, and what its writers read
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cell-history-private.h"

void
_loom_cell_launch_free (gpointer data)
{
  LoomCellLaunch *self = data;

  g_free (self->kernel);
  g_free (self);
}

void
_loom_cell_site_free (gpointer data)
{
  LoomCellSite *self = data;

  g_free (self->text);
  g_free (self);
}

/* Without a cell: what is unpacked has its own. */
LoomCellHistory *
_loom_cell_history_new (void)
{
  LoomCellHistory *self = g_new0 (LoomCellHistory, 1);

  self->writes = g_array_new (FALSE, FALSE, sizeof (LoomCellAccess));
  self->reads = g_array_new (FALSE, FALSE, sizeof (LoomCellAccess));
  self->footprint = g_array_new (FALSE, FALSE, sizeof (LoomCellSource));
  self->launches = g_ptr_array_new_with_free_func (_loom_cell_launch_free);
  self->sites = g_ptr_array_new_with_free_func (_loom_cell_site_free);
  self->arrays = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * loom_cell_history_new:
 * @target: what was asked for
 * @cell: which cell of the array that is
 *
 * Returns: (transfer full): the history of a cell that nobody came to yet
 */
LoomCellHistory *
loom_cell_history_new (const LoomCellTarget *target,
                       guint64               cell)
{
  LoomCellHistory *self = _loom_cell_history_new ();

  self->target = *target;
  self->cell = cell;
  return self;
}

void
loom_cell_history_free (LoomCellHistory *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->writes);
  g_array_unref (self->reads);
  g_array_unref (self->footprint);
  g_ptr_array_unref (self->launches);
  g_ptr_array_unref (self->sites);
  g_ptr_array_unref (self->arrays);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_free (self);
}

/**
 * loom_cell_history_begin_launch:
 * @kernel: its name, which lasts as long as the launch
 *
 * Says that the run's next launch begins. It is noted where one of its threads comes to the cell.
 */
void
loom_cell_history_begin_launch (LoomCellHistory *self,
                                const char      *kernel,
                                const LoomDim3  *grid,
                                const LoomDim3  *block)
{
  const guint32 number = self->now.kernel != NULL ? self->now.number + 1 : 0;

  self->now = (LoomCellLaunch) { number, (char *) kernel, *grid, *block };
}

static guint32
take_launch (LoomCellHistory *self)
{
  const LoomCellLaunch *last = self->launches->len > 0
                                   ? self->launches->pdata[self->launches->len - 1]
                                   : NULL;

  if (last == NULL || last->number != self->now.number)
    {
      LoomCellLaunch *launch = g_memdup2 (&self->now, sizeof self->now);

      launch->kernel = g_strdup (self->now.kernel);
      g_ptr_array_add (self->launches, launch);
    }
  return self->launches->len - 1;
}

/**
 * loom_cell_history_add:
 * @access: to the cell; its place among the others and its launch are filled in
 *
 * Adds an access of the launch that runs. Of more than %LOOM_CELL_MAX_ACCESSES of a kind the last
 * writes and the first reads are kept; all are counted.
 */
void
loom_cell_history_add (LoomCellHistory      *self,
                       const LoomCellAccess *access)
{
  const gboolean is_read = access->kind == LOOM_CELL_READ;
  GArray *list = is_read ? self->reads : self->writes;
  LoomCellAccess own = *access;

  own.sequence = self->n_writes + self->n_reads;
  own.padding = 0;
  *(is_read ? &self->n_reads : &self->n_writes) += 1;
  self->n_atomics += access->kind == LOOM_CELL_ATOMIC;
  if (is_read && list->len >= LOOM_CELL_MAX_ACCESSES)
    return;
  own.launch = take_launch (self);
  /* Half of those that are there at once: moving them each time would take as long as they are. */
  if (list->len >= 2 * LOOM_CELL_MAX_ACCESSES)
    g_array_remove_range (list, 0, LOOM_CELL_MAX_ACCESSES);
  g_array_append_val (list, own);
}

static guint
hash_source (gconstpointer data)
{
  const LoomCellSource *self = data;

  return g_int64_hash (&self->cell) * 31 + self->array;
}

static gboolean
are_same_source (gconstpointer a,
                 gconstpointer b)
{
  const LoomCellSource *one = a, *other = b;

  return one->cell == other->cell && one->array == other->array;
}

/**
 * loom_cell_history_add_source:
 * @array: index of its name
 * @cell: a cell of it that a writer read before it wrote
 * @site: index of the place of the load
 *
 * Adds to what the writers read. Of more than %LOOM_CELL_MAX_FOOTPRINT cells the first are kept.
 */
void
loom_cell_history_add_source (LoomCellHistory *self,
                              guint32          array,
                              guint64          cell,
                              guint32          site)
{
  const LoomCellSource source = { cell, 1, array, site };
  LoomCellSource *known;

  if (self->known == NULL)
    self->known = g_hash_table_new_full (hash_source, are_same_source, g_free, NULL);
  self->n_loads++;
  known = g_hash_table_lookup (self->known, &source);
  if (known != NULL)
    known->count++;
  else if (g_hash_table_size (self->known) < LOOM_CELL_MAX_FOOTPRINT)
    g_hash_table_add (self->known, g_memdup2 (&source, sizeof source));
  else
    self->loads_cut = TRUE;
}

static gint
compare_sources (gconstpointer a,
                 gconstpointer b)
{
  const LoomCellSource *one = a, *other = b;

  if (one->array != other->array)
    return one->array < other->array ? -1 : 1;
  return one->cell < other->cell ? -1 : one->cell > other->cell;
}

/**
 * loom_cell_history_finish:
 *
 * Ends building it: no more writes than are kept, the footprint in the order of arrays and cells.
 */
void
loom_cell_history_finish (LoomCellHistory *self)
{
  GHashTableIter iter;
  gpointer source;

  if (self->writes->len > LOOM_CELL_MAX_ACCESSES)
    g_array_remove_range (self->writes, 0, self->writes->len - LOOM_CELL_MAX_ACCESSES);
  if (self->known == NULL)
    return;
  g_hash_table_iter_init (&iter, self->known);
  while (g_hash_table_iter_next (&iter, &source, NULL))
    g_array_append_vals (self->footprint, source, 1);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_array_sort (self->footprint, compare_sources);
}

/**
 * loom_cell_history_take_array:
 *
 * Returns: the index of an array's name, which is added if it is new
 */
guint32
loom_cell_history_take_array (LoomCellHistory *self,
                              const char      *name)
{
  guint index;

  if (g_ptr_array_find_with_equal_func (self->arrays, name, g_str_equal, &index))
    return index;
  g_ptr_array_add (self->arrays, g_strdup (name));
  return self->arrays->len - 1;
}

/**
 * loom_cell_history_take_site:
 * @ptx_line: where it is in the program
 * @is_new: (out): whether the rest of it is to be filled in
 *
 * Returns: the index of a place
 */
guint32
loom_cell_history_take_site (LoomCellHistory *self,
                             guint            ptx_line,
                             gboolean        *is_new)
{
  LoomCellSite *site;

  *is_new = FALSE;
  for (guint i = 0; i < self->sites->len; i++)
    if (((LoomCellSite *) self->sites->pdata[i])->ptx_line == ptx_line)
      return i;
  *is_new = TRUE;
  site = g_new0 (LoomCellSite, 1);
  site->ptx_line = ptx_line;
  g_ptr_array_add (self->sites, site);
  return self->sites->len - 1;
}

static void
append_component (GString             *text,
                  const LoomComponent *component,
                  gboolean             is_named,
                  const guint8        *data)
{
  g_autofree char *number = loom_scalar_format (component->scalar, data);

  if (text->len > 0)
    g_string_append (text, ", ");
  if (is_named)
    g_string_append_printf (text, "%s=", component->name);
  g_string_append (text, number);
}

/**
 * loom_cell_access_format:
 * @type: of the cell
 *
 * Returns: (transfer full): what was there, as numbers of the cell's type; of a part of the cell
 *   with their names; as bytes where it is none of them
 */
char *
loom_cell_access_format (const LoomCellAccess *self,
                         const LoomType       *type)
{
  const gboolean is_named = type->record != NULL || (type->lanes > 1 && self->size < type->size);
  const guint end = self->offset + self->n_bytes;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < loom_type_count_components (type); i++)
    {
      const LoomComponent component = loom_type_get_component (type, i);
      const guint size = loom_scalar_size (component.scalar);

      if (size > 0 && component.pointer == NULL && component.offset >= self->offset &&
          component.offset + size <= end)
        append_component (text, &component, is_named,
                          self->bytes + component.offset - self->offset);
    }
  if (text->len > 0)
    return g_string_free (text, FALSE);
  g_string_append (text, "0x");
  for (guint i = self->n_bytes; i-- > 0; )
    g_string_append_printf (text, "%02x", self->bytes[i]);
  return g_string_free (text, FALSE);
}

/**
 * loom_cell_access_get_kind:
 *
 * Returns: (transfer none): the word for it in reports
 */
const char *
loom_cell_access_get_kind (const LoomCellAccess *self)
{
  static const char *const words[LOOM_N_CELL_ACCESSES] = { "read", "write", "atomic" };

  return words[self->kind];
}
