/* loom-argument-line.c: an argument of a run in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-argument-line.h"

#include "loom-class.h"
#include "loom-format.h"

#include <glib/gi18n-lib.h>

struct _LoomArgumentLine
{
  GObject  parent_instance;

  gint     array;               /* of the run; -1: a number, or a struct */
  char    *texts[LOOM_N_ARGUMENT_FIELDS];       /* NULL: there is no such thing */
};

G_DEFINE_FINAL_TYPE (LoomArgumentLine, loom_argument_line, G_TYPE_OBJECT)

/* What the bytes of an array come to. */
typedef struct
{
  char *checksum, *sum;
} Totals;

typedef struct
{
  LoomRun    *run;
  GListStore *lines;
} Work;

LOOM_DEFINE_FINALIZE (LoomArgumentLine, loom_argument_line)
{
  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
    g_free (self->texts[i]);
}

static void
loom_argument_line_class_init (LoomArgumentLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_argument_line_finalize;
  LOOM_SIGNAL_NEW (klass, "changed", 0);
}

static void
loom_argument_line_init (LoomArgumentLine *self)
{
  self->array = -1;
}

static char *
dup_address (guint64 address)
{
  return address != 0 ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address) : NULL;
}

static void
add_cells (LoomArgumentLine      *self,
           LoomRun               *run,
           const LoomRunArgument *argument)
{
  const LoomRunArray *array = g_ptr_array_index (run->arrays, argument->array);

  self->array = argument->array;
  self->texts[LOOM_ARGUMENT_SHAPE] = loom_shape_format (loom_array_get_shape (array->array));
  self->texts[LOOM_ARGUMENT_PLACE] = loom_backend_id_dup_title (run->backend);
  self->texts[LOOM_ARGUMENT_BYTES]
      = loom_format_count (g_bytes_get_size (loom_array_get_bytes (array->array)));
  if (argument->pitch != 0)
    self->texts[LOOM_ARGUMENT_PITCH] = loom_format_count (argument->pitch);
  self->texts[LOOM_ARGUMENT_BASE] = dup_address (argument->base);
  self->texts[LOOM_ARGUMENT_POINTER] = dup_address (argument->pointer);
}

/* A member of a struct or a component of a vector. */
static void
add_member (GListStore            *lines,
            const LoomRunArgument *argument,
            guint                  index)
{
  g_autoptr (LoomArgumentLine) line = g_object_new (LOOM_TYPE_ARGUMENT_LINE, NULL);
  const LoomComponent component = loom_type_get_component (&argument->type, index);
  const LoomType type = loom_type_of (component.scalar, 1);

  line->texts[LOOM_ARGUMENT_NAME] = g_strconcat (argument->name, ".", component.name, NULL);
  line->texts[LOOM_ARGUMENT_TYPE] = loom_type_format (&type);
  line->texts[LOOM_ARGUMENT_VALUE] = g_strdup (g_ptr_array_index (argument->values, index));
  line->texts[LOOM_ARGUMENT_BYTES] = loom_format_count (type.size);
  g_list_store_append (lines, line);
}

static void
add_argument (GListStore            *lines,
              LoomRun               *run,
              const LoomRunArgument *argument)
{
  g_autoptr (LoomArgumentLine) line = g_object_new (LOOM_TYPE_ARGUMENT_LINE, NULL);

  line->texts[LOOM_ARGUMENT_NAME] = g_strdup (argument->name);
  line->texts[LOOM_ARGUMENT_TYPE] = loom_type_format (&argument->type);
  g_list_store_append (lines, line);
  if (argument->array >= 0)
    {
      add_cells (line, run, argument);
      return;
    }

  /* Translators: where an argument lies that is passed by value: on this computer */
  line->texts[LOOM_ARGUMENT_PLACE] = g_strdup (_("Host"));
  line->texts[LOOM_ARGUMENT_BYTES] = loom_format_count (argument->type.size);
  if (argument->values->len == 1 && loom_type_get_component (&argument->type, 0).name[0] == '\0')
    line->texts[LOOM_ARGUMENT_VALUE] = g_strdup (g_ptr_array_index (argument->values, 0));
  else
    for (guint i = 0; i < argument->values->len; i++)
      add_member (lines, argument, i);
}

/**
 * loom_argument_lines_add:
 * @lines: (element-type LoomArgumentLine): a list
 * @run: a run
 *
 * Adds a line for each argument of a run, and for each member of those that are structs, without
 * what takes long to add up.
 */
void
loom_argument_lines_add (GListStore *lines,
                         LoomRun    *run)
{
  g_return_if_fail (G_IS_LIST_STORE (lines) && run != NULL);

  for (guint i = 0; i < run->arguments->len; i++)
    add_argument (lines, run, run->arguments->pdata[i]);
}

static void
work_free (gpointer data)
{
  Work *work = data;

  loom_run_unref (work->run);
  g_object_unref (work->lines);
  g_free (work);
}

static void
totals_free (gpointer data)
{
  Totals *totals = data;

  g_free (totals->checksum);
  g_free (totals->sum);
  g_free (totals);
}

static void
add_up_thread (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  LoomRun *run = ((Work *) data)->run;
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (totals_free);

  for (guint i = 0; i < run->arrays->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const LoomRunArray *array = g_ptr_array_index (run->arrays, i);
      Totals *totals = g_new0 (Totals, 1);
      double sum;

      totals->checksum = g_strdup_printf ("%08x", loom_array_get_checksum (array->array));
      if (loom_array_get_sum (array->array, &sum))
        totals->sum = g_strdup_printf ("%.9g", sum);
      g_ptr_array_add (all, totals);
    }
  g_task_return_pointer (task, g_steal_pointer (&all), (GDestroyNotify) g_ptr_array_unref);
}

static void
added_up_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  GListModel *lines = G_LIST_MODEL (((Work *) g_task_get_task_data (G_TASK (result)))->lines);
  g_autoptr (GPtrArray) all = g_task_propagate_pointer (G_TASK (result), NULL);

  for (guint i = 0; all != NULL && i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (LoomArgumentLine) line = g_list_model_get_item (lines, i);
      const Totals *totals;

      if (line->array < 0)
        continue;
      totals = g_ptr_array_index (all, line->array);
      g_free (line->texts[LOOM_ARGUMENT_CHECKSUM]);
      g_free (line->texts[LOOM_ARGUMENT_SUM]);
      line->texts[LOOM_ARGUMENT_CHECKSUM] = g_strdup (totals->checksum);
      line->texts[LOOM_ARGUMENT_SUM] = g_strdup (totals->sum);
      g_signal_emit_by_name (line, "changed");
    }
}

/**
 * loom_argument_lines_add_up:
 * @lines: (element-type LoomArgumentLine): those of @run
 * @run: the run
 * @cancellable: what stops it
 *
 * Adds the arrays up in a thread, and then sets checksums and sums.
 */
void
loom_argument_lines_add_up (GListStore   *lines,
                            LoomRun      *run,
                            GCancellable *cancellable)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, added_up_cb, NULL);
  Work *work = g_new (Work, 1);

  *work = (Work) { loom_run_ref (run), g_object_ref (lines) };
  g_task_set_source_tag (task, loom_argument_lines_add_up);
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, add_up_thread);
}

/**
 * loom_argument_line_get_text:
 *
 * Returns: (transfer none) (nullable): what is told; %NULL where there is no such thing, or it is
 *   not added up yet
 */
const char *
loom_argument_line_get_text (LoomArgumentLine  *self,
                             LoomArgumentField  field)
{
  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self) && (guint) field < LOOM_N_ARGUMENT_FIELDS,
                        NULL);

  return self->texts[field];
}

const char *
loom_argument_field_get_title (LoomArgumentField field)
{
  const char * const titles[] = {
    _("Name"), _("Type"), _("Shape"), _("Value"), _("Sum"), _("Checksum"), _("Place"), _("Bytes"),
    /* Translators: bytes from one row of an array to the next */
    _("Pitch"),
    /* Translators: the address of the first cell of an array */
    _("Base"),
    _("Pointer"),
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (titles) == LOOM_N_ARGUMENT_FIELDS);
  g_return_val_if_fail ((guint) field < LOOM_N_ARGUMENT_FIELDS, NULL);

  return titles[field];
}
