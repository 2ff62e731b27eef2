/* loom-report-arguments.c: what a kernel got of each argument, as JSON and as a table for people
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-report-arguments.h"

#include "loom-argument-text.h"
#include "loom-json.h"

/* The argument as the plan has it, or NULL for a variable that no setting names. */
static const LoomPlanArg *
find_planned (LoomPlan *plan,
              guint     index)
{
  if (index < plan->args->len)
    return plan->args->pdata[index];
  index -= plan->args->len;
  return index < plan->symbols->len ? plan->symbols->pdata[index] : NULL;
}

/* What its settings or a default give it, whole: the table cuts it. */
static void
add_given (JsonBuilder       *builder,
           const LoomPlanArg *planned)
{
  g_autofree char *given = planned != NULL ? loom_plan_arg_dup_given (planned, NULL) : NULL;

  loom_json_add_text (builder, "given", given);
}

/* As a text: numbers of JSON lose digits of addresses. */
static void
add_hex (JsonBuilder *builder,
         const char  *key,
         guint64      number,
         int          digits)
{
  g_autofree char *text = g_strdup_printf ("0x%0*" G_GINT64_MODIFIER "x", digits, number);

  loom_json_add_text (builder, key, text);
}

static void
add_address (JsonBuilder *builder,
             const char  *key,
             guint64      address)
{
  if (address != 0)
    add_hex (builder, key, address, 1);
  else
    loom_json_add_null (builder, key);
}

/* With all its digits; JSON has no numbers that are none. */
static void
add_sum (JsonBuilder     *builder,
         const LoomArray *array)
{
  double sum;
  g_autofree char *text
      = loom_array_get_sum (array, &sum) ? loom_scalar_format (LOOM_SCALAR_F64, &sum) : NULL;

  loom_json_add_text (builder, "sum", text);
}

static void
add_cells (JsonBuilder           *builder,
           LoomRun               *run,
           const LoomRunArgument *argument)
{
  const LoomRunArray *array = g_ptr_array_index (run->arrays, argument->array);
  g_autofree char *shape = loom_shape_format (loom_array_get_shape (array->array));

  loom_json_add_text (builder, "shape", shape);
  loom_json_add_text (builder, "place", loom_backend_id_get_name (run->backend));
  loom_json_add_count (builder, "bytes", loom_run_argument_get_size (run, argument));
  add_address (builder, "base", argument->base);
  if (argument->pitch != 0)
    loom_json_add_count (builder, "pitch", argument->pitch);
  else
    loom_json_add_null (builder, "pitch");
  add_address (builder, "pointer", argument->pointer);
  add_hex (builder, "checksum", loom_array_get_checksum (array->array), 8);
  add_sum (builder, array->array);
}

static void
add_members (JsonBuilder           *builder,
             const LoomRunArgument *argument)
{
  loom_json_begin_object (builder, "members");
  for (guint i = 0; i < argument->values->len; i++)
    loom_json_add_text (builder, loom_type_get_component (&argument->type, i).name,
                        g_ptr_array_index (argument->values, i));
  json_builder_end_object (builder);
}

/* A variable that no setting names: nothing is kept of what the kernel leaves in it. */
static void
add_variable (JsonBuilder           *builder,
              LoomRun               *run,
              const LoomRunArgument *argument)
{
  g_autofree char *shape = loom_shape_format (&argument->shape);
  guint64 cells = 0;

  loom_shape_cells (&argument->shape, &cells);
  loom_json_add_text (builder, "shape", shape);
  loom_json_add_text (builder, "place", loom_backend_id_get_name (run->backend));
  loom_json_add_count (builder, "bytes", cells * argument->type.size);
  add_address (builder, "base", argument->base);
  if (loom_run_argument_count_members (argument) > 0)
    add_members (builder, argument);
  else if (argument->values->len == 1)
    loom_json_add_text (builder, "value", g_ptr_array_index (argument->values, 0));
}

static void
add_values (JsonBuilder           *builder,
            const LoomRunArgument *argument)
{
  loom_json_add_text (builder, "place", "host");
  loom_json_add_count (builder, "bytes", argument->type.size);
  if (argument->kind == LOOM_PARAM_SCALAR && argument->values->len == 1)
    {
      loom_json_add_text (builder, "value", g_ptr_array_index (argument->values, 0));
      return;
    }
  add_members (builder, argument);
}

/**
 * loom_report_arguments_add:
 * @builder: within an object
 * @run: a run
 * @plan: what was launched
 *
 * Adds the member `arguments`: for each parameter and module variable its type, what it was given,
 * where its bytes were at the first launch, and what they come to after the last one; or its value.
 */
void
loom_report_arguments_add (JsonBuilder *builder,
                           LoomRun     *run,
                           LoomPlan    *plan)
{
  static const char * const kinds[] = { "scalar", "array", "struct" };

  loom_json_begin_array (builder, "arguments");
  for (guint i = 0; i < run->arguments->len; i++)
    {
      const LoomRunArgument *argument = g_ptr_array_index (run->arguments, i);
      g_autofree char *type = loom_type_format (&argument->type);

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "name", argument->name);
      loom_json_add_text (builder, "kind",
                          argument->is_symbol ? "variable" : kinds[argument->kind]);
      loom_json_add_text (builder, "type", type);
      add_given (builder, find_planned (plan, i));
      if (argument->array >= 0)
        add_cells (builder, run, argument);
      else if (argument->is_symbol)
        add_variable (builder, run, argument);
      else
        add_values (builder, argument);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Characters of a fill or a value. */
#define MOST_GIVEN 32

/* A row of the table: a text for each column, NULL where there is nothing to tell. */
typedef struct
{
  char *texts[LOOM_N_ARGUMENT_FIELDS];
} Row;

static void
clear_row (gpointer data)
{
  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
    g_free (((Row *) data)->texts[i]);
}

/* A list of values may be as long as it likes; a table may not. */
static char *
cut (char *given)
{
  g_autofree char *whole = given;

  if (whole == NULL || g_utf8_strlen (whole, -1) <= MOST_GIVEN)
    return g_steal_pointer (&whole);

  *g_utf8_offset_to_pointer (whole, MOST_GIVEN - 1) = '\0';
  return g_strconcat (whole, "…", NULL);
}

static void
add_rows (GArray   *rows,
          LoomRun  *run,
          LoomPlan *plan,
          guint     index)
{
  const LoomRunArgument *argument = run->arguments->pdata[index];
  const LoomPlanArg *planned = find_planned (plan, index);
  Row row = { { NULL } };

  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
    row.texts[i] = loom_run_argument_dup_text (run, argument, i);
  if (planned != NULL)
    row.texts[LOOM_ARGUMENT_GIVEN] = cut (loom_plan_arg_dup_given (planned, NULL));
  g_array_append_val (rows, row);

  for (guint m = 0; m < loom_run_argument_count_members (argument); m++)
    {
      const LoomComponent component = loom_type_get_component (&argument->type, m);

      for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
        row.texts[i] = loom_run_argument_dup_member_text (argument, m, i);
      if (planned != NULL && !loom_component_is_array (&component))
        row.texts[LOOM_ARGUMENT_GIVEN] = cut (loom_plan_arg_dup_given (planned, &component));
      g_array_append_val (rows, row);
    }
}

static glong
measure (GArray *rows,
         guint   column)
{
  glong width = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const char *text = g_array_index (rows, Row, i).texts[column];

      width = MAX (width, text != NULL ? g_utf8_strlen (text, -1) : 1);
    }
  return width;
}

static char *
format_rows (GArray *rows)
{
  g_autoptr (GString) text = g_string_new (NULL);
  glong widths[LOOM_N_ARGUMENT_FIELDS];

  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
    widths[i] = measure (rows, i);
  for (guint i = 0; i < rows->len; i++)
    for (guint j = 0; j < LOOM_N_ARGUMENT_FIELDS; j++)
      {
        const char *cell = g_array_index (rows, Row, i).texts[j];
        const gboolean is_last = j + 1 == LOOM_N_ARGUMENT_FIELDS;

        cell = cell != NULL ? cell : "-";
        g_string_append (text, cell);
        for (glong n = g_utf8_strlen (cell, -1); n < widths[j] + 2 && !is_last; n++)
          g_string_append_c (text, ' ');
        if (is_last)
          g_string_append_c (text, '\n');
      }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * loom_report_arguments_format:
 * @run: a run
 * @plan: what was launched
 *
 * Writes a table: a line for each argument, and for each member of those that are structs; `-`
 * where there is nothing to tell.
 *
 * Returns: (transfer full): the table, with a line of titles
 */
char *
loom_report_arguments_format (LoomRun  *run,
                              LoomPlan *plan)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  Row titles;

  g_array_set_clear_func (rows, clear_row);
  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
    titles.texts[i] = g_strdup (loom_argument_field_get_title (i));
  g_array_append_val (rows, titles);
  for (guint i = 0; i < run->arguments->len; i++)
    add_rows (rows, run, plan, i);
  return format_rows (rows);
}
