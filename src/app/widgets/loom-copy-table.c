/* loom-copy-table.c: how fast memory is copied, as tables for people
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-copy-table.h"

#include "loom-device.h"
#include "loom-format.h"
#include "loom-run.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define HOST_COLUMNS 4

static GPtrArray *
list_gpus (GVariant *backends)
{
  GPtrArray *devices = loom_device_list (backends);

  for (guint i = devices->len; i > 0; i--)
    {
      const LoomDevice *device = devices->pdata[i - 1];

      if (!device->available || device->backend.kind != LOOM_BACKEND_CUDA)
        g_ptr_array_remove_index (devices, i - 1);
    }
  return devices;
}

static const LoomCopyRate *
find_rate (GPtrArray  *rates,
           const char *from,
           const char *to,
           gboolean    pinned)
{
  const gboolean between = strcmp (from, LOOM_COPY_HOST) != 0 && strcmp (to, LOOM_COPY_HOST) != 0;

  for (guint i = 0; i < rates->len; i++)
    {
      const LoomCopyRate *rate = rates->pdata[i];

      if (strcmp (rate->from, from) == 0 && strcmp (rate->to, to) == 0
          && (between || !rate->pinned == !pinned))
        return rate;
    }
  return NULL;
}

static LoomCopyTable *
table_new (const char *title,
           const char *corner,
           guint       n_rows,
           guint       n_columns)
{
  LoomCopyTable *self = g_new0 (LoomCopyTable, 1);

  self->title = g_strdup (title);
  self->corner = g_strdup (corner);
  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->cells = g_new0 (LoomCopyCell, (gsize) n_rows * n_columns);
  return self;
}

/* What a rate says; FALSE where there is none to say. */
static gboolean
fill_rate (LoomCopyCell       *cell,
           const LoomCopyRate *rate)
{
  if (rate == NULL)
    return FALSE;
  if (*rate->why != '\0')
    {
      cell->text = g_strdup (_("not measured"));
      cell->why = loom_format_sentence (rate->why);
    }
  else
    cell->text = loom_rate_format (rate->bytes_per_second);
  return TRUE;
}

/**
 * loom_copy_table_new_host:
 * @backends: (nullable): what the runner found
 * @copies: (nullable): what was measured
 *
 * Makes a table of the ways between this computer and each of its GPUs.
 *
 * Returns: (transfer full) (nullable): a table; %NULL where there is no GPU
 */
LoomCopyTable *
loom_copy_table_new_host (GVariant *backends,
                          GVariant *copies)
{
  const struct { const char *name; gboolean to, pinned; } ways[HOST_COLUMNS] = {
    { _("To the GPU, page-locked"), TRUE, TRUE }, { _("To the GPU, pageable"), TRUE, FALSE },
    { _("From the GPU, page-locked"), FALSE, TRUE }, { _("From the GPU, pageable"), FALSE, FALSE },
  };
  g_autoptr (GPtrArray) gpus = list_gpus (backends);
  g_autoptr (GPtrArray) rates = loom_copy_rate_list (copies);
  LoomCopyTable *self;

  if (gpus->len == 0)
    return NULL;
  self = table_new (_("Between this computer and its GPUs"), _("GPU"), gpus->len, HOST_COLUMNS);
  for (guint k = 0; k < HOST_COLUMNS; k++)
    g_ptr_array_add (self->columns, g_strdup (ways[k].name));
  for (guint i = 0; i < gpus->len; i++)
    {
      const char *id = ((LoomDevice *) gpus->pdata[i])->id;
      char *name = loom_backend_dup_title (id);

      g_ptr_array_add (self->rows, name);
      for (guint k = 0; k < HOST_COLUMNS; k++)
        {
          LoomCopyCell *cell = &self->cells[i * HOST_COLUMNS + k];

          if (!fill_rate (cell, find_rate (rates, ways[k].to ? LOOM_COPY_HOST : id,
                                           ways[k].to ? id : LOOM_COPY_HOST, ways[k].pinned)))
            cell->text = g_strdup ("–");
          /* Translators: a GPU, a way to copy ("To the GPU, pageable"), how fast that is */
          cell->spoken = g_strdup_printf (_("%1$s, %2$s: %3$s"), name, ways[k].name, cell->text);
        }
    }
  return self;
}

/* Between two GPUs it is known from the start which way it goes, on one there is only one. */
static void
fill_peer (LoomCopyCell       *cell,
           const LoomDevice   *from,
           const LoomDevice   *to,
           const LoomCopyRate *rate)
{
  const gboolean self = strcmp (from->id, to->id) == 0;
  const gboolean reaches = self || loom_device_reaches (from, to);

  if (!fill_rate (cell, rate))
    cell->text = g_strdup (self ? _("itself") : reaches ? _("peer access") : _("no peer access"));
  else if (self)
    cell->note = g_strdup (_("within its own memory"));
  else
    cell->note = g_strdup (reaches ? _("peer access")
                                   : _("no peer access: through this computer"));
}

/**
 * loom_copy_table_new_peers:
 * @backends: (nullable): what the runner found
 * @copies: (nullable): what was measured
 *
 * Makes a table of the ways from each GPU to each: whether one reaches the memory of the other by
 * itself, and once it is measured how fast it is.
 *
 * Returns: (transfer full) (nullable): a table; %NULL where there is no GPU
 */
LoomCopyTable *
loom_copy_table_new_peers (GVariant *backends,
                           GVariant *copies)
{
  g_autoptr (GPtrArray) gpus = list_gpus (backends);
  g_autoptr (GPtrArray) rates = loom_copy_rate_list (copies);
  LoomCopyTable *self;

  if (gpus->len == 0)
    return NULL;
  /* Translators: the corner of a table whose rows are where copies begin, columns where they end */
  self = table_new (_("From GPU to GPU"), _("From ↓ to →"), gpus->len, gpus->len);
  for (guint i = 0; i < gpus->len; i++)
    {
      const LoomDevice *device = gpus->pdata[i];

      g_ptr_array_add (self->rows, loom_backend_dup_title (device->id));
      g_ptr_array_add (self->columns, loom_backend_dup_title (device->id));
    }
  for (guint i = 0; i < gpus->len; i++)
    for (guint k = 0; k < gpus->len; k++)
      {
        const LoomDevice *from = gpus->pdata[i], *to = gpus->pdata[k];
        LoomCopyCell *cell = &self->cells[i * gpus->len + k];
        const char * const a = self->rows->pdata[i], * const b = self->columns->pdata[k];

        fill_peer (cell, from, to, find_rate (rates, from->id, to->id, TRUE));
        cell->spoken = cell->note != NULL
                           ? g_strdup_printf (
                               /* Translators: two GPUs, how fast the first copies to the second,
                                * which way that goes */
                               _("From %1$s to %2$s: %3$s, %4$s"), a, b, cell->text, cell->note)
                           : g_strdup_printf (_("From %1$s to %2$s: %3$s"), a, b, cell->text);
      }
  return self;
}

void
loom_copy_table_free (LoomCopyTable *self)
{
  if (self == NULL)
    return;

  for (gsize i = 0; i < (gsize) self->rows->len * self->columns->len; i++)
    {
      g_free (self->cells[i].text);
      g_free (self->cells[i].note);
      g_free (self->cells[i].spoken);
      g_free (self->cells[i].why);
    }
  g_free (self->cells);
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->columns);
  g_free (self->title);
  g_free (self->corner);
  g_free (self);
}

const LoomCopyCell *
loom_copy_table_get (const LoomCopyTable *self,
                     guint                row,
                     guint                column)
{
  g_return_val_if_fail (row < self->rows->len && column < self->columns->len, NULL);

  return &self->cells[row * self->columns->len + column];
}

/**
 * loom_copy_table_dup_text:
 *
 * Returns: (transfer full): its title, and a line for each cell
 */
char *
loom_copy_table_dup_text (const LoomCopyTable *self)
{
  GString *text = g_string_new (self->title);

  g_string_append_c (text, '\n');
  for (guint i = 0; i < self->rows->len; i++)
    for (guint k = 0; k < self->columns->len; k++)
      g_string_append_printf (text, "\t%s\n", loom_copy_table_get (self, i, k)->spoken);
  return g_string_free (text, FALSE);
}

/**
 * loom_copy_table_get_bytes:
 * @copies: (nullable): what was measured
 *
 * Returns: of how many bytes each copy was; 0 where nothing was measured
 */
guint64
loom_copy_table_get_bytes (GVariant *copies)
{
  g_autoptr (GPtrArray) rates = loom_copy_rate_list (copies);

  return rates->len > 0 ? ((LoomCopyRate *) rates->pdata[0])->bytes : 0;
}
