/* loom-replay-registers.c: the registers of the thread that is replayed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-replay-registers.h"

#include "loom-replay-row.h"
#include "loom-replay-text.h"

#include <glib/gi18n-lib.h>

enum { COLUMN_NAME, COLUMN_SOURCE, COLUMN_TYPE, COLUMN_VALUE };

struct _LoomReplayRegisters
{
  GObject     parent_instance;

  GListStore *rows;             /* (element-type LoomReplayRow) */
  GHashTable *by_name;          /* the same, by their names */
};

G_DEFINE_FINAL_TYPE (LoomReplayRegisters, loom_replay_registers, G_TYPE_OBJECT)

static void
loom_replay_registers_finalize (GObject *object)
{
  LoomReplayRegisters *self = LOOM_REPLAY_REGISTERS (object);

  g_clear_object (&self->rows);
  g_hash_table_unref (self->by_name);

  G_OBJECT_CLASS (loom_replay_registers_parent_class)->finalize (object);
}

static void
loom_replay_registers_class_init (LoomReplayRegistersClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_replay_registers_finalize;
}

static void
loom_replay_registers_init (LoomReplayRegisters *self)
{
  self->rows = g_list_store_new (LOOM_TYPE_REPLAY_ROW);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

/**
 * loom_replay_registers_new:
 * @view: a table without columns
 *
 * Returns: (transfer full): what fills it
 */
LoomReplayRegisters *
loom_replay_registers_new (GtkColumnView *view)
{
  const struct { const char *title; guint column; gboolean is_number; } columns[] = {
    { _("Register"), COLUMN_NAME, FALSE },
    /* Translators: the name that the source has for a register */
    { _("In the source"), COLUMN_SOURCE, FALSE },
    { _("Type"), COLUMN_TYPE, FALSE },
    { _("Value"), COLUMN_VALUE, TRUE },
  };
  LoomReplayRegisters *self = g_object_new (LOOM_TYPE_REPLAY_REGISTERS, NULL);
  g_autoptr (GtkSingleSelection) selection
      = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = loom_replay_column_new (
          columns[i].title, columns[i].column, columns[i].is_number);

      gtk_column_view_column_set_expand (column, columns[i].column == COLUMN_VALUE);
      gtk_column_view_append_column (view, column);
    }
  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (selection));
  return self;
}

/**
 * loom_replay_registers_clear:
 *
 * Forgets all registers: another thread is replayed.
 */
void
loom_replay_registers_clear (LoomReplayRegisters *self)
{
  g_return_if_fail (LOOM_IS_REPLAY_REGISTERS (self));

  g_list_store_remove_all (self->rows);
  g_hash_table_remove_all (self->by_name);
}

/* %r2 before %r10, and what the source has a name for before the rest. */
static gint
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  LoomReplayRow *x = (LoomReplayRow *) a, *y = (LoomReplayRow *) b;
  const gboolean x_named = *loom_replay_row_get (x, COLUMN_SOURCE) != '\0',
                 y_named = *loom_replay_row_get (y, COLUMN_SOURCE) != '\0';
  g_autofree char *x_key = g_utf8_collate_key_for_filename (loom_replay_row_get (x, COLUMN_NAME),
                                                            -1);
  g_autofree char *y_key = g_utf8_collate_key_for_filename (loom_replay_row_get (y, COLUMN_NAME),
                                                            -1);

  return x_named != y_named ? y_named - x_named : strcmp (x_key, y_key);
}

static void
add_row (LoomReplayRegisters *self,
         const LoomReplay    *replay,
         guint                index,
         GPtrArray           *parameters)
{
  const LoomReplayRegister *reg = replay->registers->pdata[index];
  g_autofree char *source = loom_replay_dup_source_name (replay, index, parameters);
  LoomReplayRow *row = loom_replay_row_new ();

  loom_replay_row_set (row, COLUMN_NAME, reg->name, FALSE);
  loom_replay_row_set (row, COLUMN_SOURCE, source != NULL ? source : "", FALSE);
  loom_replay_row_set (row, COLUMN_TYPE, reg->type, FALSE);
  g_list_store_insert_sorted (self->rows, row, compare_rows, NULL);
  g_hash_table_insert (self->by_name, g_strdup (reg->name), row);
}

/**
 * loom_replay_registers_update:
 * @lane: of the thread
 * @parameters: (element-type utf8): names of the kernel's parameters in the source
 *
 * Shows what registers hold. One that is not written yet stays without a value.
 */
void
loom_replay_registers_update (LoomReplayRegisters   *self,
                              const LoomReplayState *state,
                              guint                  lane,
                              GPtrArray             *parameters)
{
  const GPtrArray *registers = state->replay->registers;

  g_return_if_fail (LOOM_IS_REPLAY_REGISTERS (self));

  for (guint i = 0; i < registers->len; i++)
    {
      const LoomReplayRegister *reg = registers->pdata[i];
      const guint8 *bytes = loom_replay_state_get_value (state, i, lane);
      g_autofree char *value = bytes != NULL ? loom_replay_format_value (reg, bytes) : NULL;

      if (bytes != NULL && !g_hash_table_contains (self->by_name, reg->name))
        add_row (self, state->replay, i, parameters);
      if (g_hash_table_contains (self->by_name, reg->name))
        loom_replay_row_set (g_hash_table_lookup (self->by_name, reg->name), COLUMN_VALUE, value,
                             loom_replay_state_is_changed (state, i, lane));
    }
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (LoomReplayRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);

      loom_replay_row_tell (row);
    }
}

/**
 * loom_replay_registers_get_name:
 * @position: of a row
 *
 * Returns: (transfer none) (nullable): the register there
 */
const char *
loom_replay_registers_get_name (LoomReplayRegisters *self,
                                guint                position)
{
  g_autoptr (LoomReplayRow) row = NULL;

  g_return_val_if_fail (LOOM_IS_REPLAY_REGISTERS (self), NULL);

  row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);
  return row != NULL ? loom_replay_row_get (row, COLUMN_NAME) : NULL;
}
