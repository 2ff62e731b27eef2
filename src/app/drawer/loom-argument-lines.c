/* loom-argument-lines.c: the lines of the table of arguments: of a plan, and of a run of it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-argument-line-private.h"

#include "loom-cell-values.h"
#include "loom-format.h"
#include "loom-launch.h"
#include "loom-typeset.h"

#include <string.h>

/* Numbers of a struct that have a line each; all others are in the text alone. */
#define MOST_MEMBERS 256

/* An argument or a variable: as it is bound, and what the kernel got of it. One of them may be
 * missing. */
typedef struct
{
  LoomSession           *session;
  GPtrArray             *lines;         /* (element-type LoomArgumentLine) */
  LoomRun               *run;
  const LoomPlanArg     *planned;
  const LoomRunArgument *got;
} Source;

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

static const LoomType *
get_type (const Source *source)
{
  return source->planned != NULL ? &source->planned->type : &source->got->type;
}

static LoomParamKind
get_kind (const Source *source)
{
  return source->planned != NULL ? source->planned->kind : source->got->kind;
}

static LoomShape
get_shape (const Source *source)
{
  if (get_kind (source) != LOOM_PARAM_ARRAY)
    return (LoomShape) { 0, 1, 1, 1 };
  if (source->planned != NULL)
    return source->planned->shape;
  if (source->got->array < 0)
    return source->got->shape;
  return *loom_array_get_shape (((LoomRunArray *) source->run->arrays->pdata[source->got->array])
                                    ->array);
}

static LoomArgumentLine *
new_line (const Source *source,
          const char   *key)
{
  LoomArgumentLine *line = g_object_new (LOOM_TYPE_ARGUMENT_LINE, NULL);

  line->name = g_strdup (source->planned != NULL ? source->planned->name : source->got->name);
  line->key = g_strdup (key);
  line->type = *get_type (source);
  line->shape = get_shape (source);
  line->is_symbol = source->planned != NULL ? source->planned->symbol != NULL
                                            : source->got->is_symbol;
  g_ptr_array_add (source->lines, line);
  return line;
}

static void
set_fault (LoomArgumentLine *line,
           LoomSession      *session)
{
  g_autofree char *group = g_strconcat ("symbol ", line->name, NULL);

  g_clear_pointer (&line->fault, g_free);
  if (line->key != NULL)
    line->fault = g_strdup (line->is_symbol
                            ? loom_launch_get_fault_in (session, group, line->key)
                            : loom_launch_get_fault (session, line->name, line->key));
}

/* The settings go before the plan, which may be older by a compilation. */
static void
set_given (const Source     *source,
           LoomArgumentLine *line,
           char             *planned)
{
  char *written = line->key != NULL
                  ? _loom_argument_line_dup_written (line, source->session, line->key) : NULL;

  line->texts[LOOM_ARGUMENT_GIVEN] = written != NULL ? written : planned;
  if (written != NULL)
    g_free (planned);
  set_fault (line, source->session);
}

/* What can be changed of the whole: the fill of an array, a number, and a struct of which nothing
 * is known. */
static const char *
get_key (const Source *source)
{
  switch (get_kind (source))
    {
    case LOOM_PARAM_ARRAY:
      return source->planned != NULL && source->planned->same >= 0 ? NULL : "fill";
    case LOOM_PARAM_STRUCT:
      return loom_type_count_components (get_type (source)) == 0 ? "fill" : NULL;
    case LOOM_PARAM_SCALAR:
    default:
      return "value";
    }
}

static void
group_digits (LoomArgumentLine  *line,
              LoomArgumentField  field)
{
  char *text = line->texts[field];

  if (text == NULL)
    return;
  line->texts[field] = loom_typeset_count (g_ascii_strtoull (text, NULL, 10));
  g_free (text);
}

static void
add_whole (const Source *source)
{
  LoomArgumentLine *line = new_line (source, get_key (source));

  line->is_whole = line->key != NULL && line->shape.rank > 0 &&
                   loom_type_count_components (&line->type) > 0;
  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS && source->got != NULL; i++)
    if (i != LOOM_ARGUMENT_SUM && i != LOOM_ARGUMENT_CHECKSUM)
      line->texts[i] = loom_run_argument_dup_text (source->run, source->got, i);
  group_digits (line, LOOM_ARGUMENT_BYTES);
  group_digits (line, LOOM_ARGUMENT_PITCH);
  line->array = source->got != NULL ? source->got->array : -1;
  set_given (source, line,
             source->planned != NULL ? loom_plan_arg_dup_given (source->planned, NULL) : NULL);
  if (source->planned == NULL)
    return;
  g_free (line->texts[LOOM_ARGUMENT_NAME]);
  g_free (line->texts[LOOM_ARGUMENT_TYPE]);
  line->texts[LOOM_ARGUMENT_NAME] = g_strdup (line->name);
  line->texts[LOOM_ARGUMENT_TYPE] = loom_type_format (&line->type);
  if (line->shape.rank == 0)
    return;
  g_free (line->texts[LOOM_ARGUMENT_SHAPE]);
  line->texts[LOOM_ARGUMENT_SHAPE] = loom_shape_format (&line->shape);
}

/* A number of a struct or a vector, by value or of all cells; a pointer to an array is told, and
 * the array has a line of its own. */
static void
add_member (const Source *source,
            guint         index)
{
  const LoomComponent component = loom_type_get_component (get_type (source), index);
  const gboolean is_array = get_kind (source) == LOOM_PARAM_ARRAY;
  g_autofree char *key = g_strconcat (is_array ? "fill." : "value.", component.name, NULL);
  LoomArgumentLine *line = new_line (source, loom_component_is_array (&component) ? NULL : key);

  line->type = loom_type_of (component.scalar, 1);
  line->texts[LOOM_ARGUMENT_NAME] = g_strconcat (line->name, ".", component.name, NULL);
  line->texts[LOOM_ARGUMENT_TYPE] = loom_type_format (&line->type);
  if (source->got != NULL && index < loom_run_argument_count_members (source->got))
    line->texts[LOOM_ARGUMENT_VALUE]
        = loom_run_argument_dup_member_text (source->got, index, LOOM_ARGUMENT_VALUE);
  line->texts[LOOM_ARGUMENT_BYTES] = loom_typeset_count (line->type.size);
  set_given (source, line,
             source->planned != NULL && line->key != NULL
                 ? loom_plan_arg_dup_given (source->planned, &component) : NULL);
}

/* A line for each cell that is set, under the key "cells" or that of a member. */
static void
add_cells (const Source *source,
           const char   *member,
           const char   *cells)
{
  g_autofree char *key = member != NULL ? g_strconcat ("cells.", member, NULL)
                                        : g_strdup ("cells");
  g_autoptr (GPtrArray) words = loom_cell_values_list (cells);
  const gint index = loom_type_find_component (get_type (source), member);

  for (guint i = 0; i < words->len; i++)
    {
      const char *word = words->pdata[i];
      LoomArgumentLine *line = new_line (source, key);
      g_autofree char *place = NULL;

      line->place = g_strndup (word, strcspn (word, "="));
      place = g_strdelimit (g_strdup (line->place), ":", ',');
      if (index >= 0)
        line->type = loom_type_of (loom_type_get_component (get_type (source), index).scalar, 1);
      line->texts[LOOM_ARGUMENT_NAME]
          = g_strconcat (line->name, "[", place, "]", member != NULL ? "." : NULL, member, NULL);
      line->texts[LOOM_ARGUMENT_TYPE] = loom_type_format (&line->type);
      set_given (source, line, loom_cell_values_dup_value (cells, line->place));
    }
}

/* How the array lies in memory, or how the kernel sees it, under the key of that setting. */
static void
add_property (const Source *source,
              const char   *key,
              char         *planned)
{
  LoomArgumentLine *line = new_line (source, key);

  line->is_property = TRUE;
  line->shape.rank = 0;
  line->texts[LOOM_ARGUMENT_NAME] = g_strconcat (line->name, " ", key, NULL);
  set_given (source, line, planned);
}

static void
add_properties (const Source *source)
{
  const LoomPlanArg *planned = source->planned;

  if (planned->texture.kind == LOOM_TEXTURE_SAMPLED)
    add_property (source, "texture", loom_texture_format (&planned->texture));
  if (planned->texture.kind == LOOM_TEXTURE_SURFACE)
    add_property (source, "surface", loom_texture_format (&planned->texture));
  if (planned->pitch != 0)
    add_property (source, "pitch", g_strdup_printf ("%" G_GUINT64_FORMAT, planned->pitch));
}

static void
add_lines (const Source *source)
{
  const LoomType *type = get_type (source);
  const guint n = loom_type_count_components (type);
  const gboolean has_members
      = get_key (source) == NULL || get_kind (source) == LOOM_PARAM_ARRAY;

  add_whole (source);
  for (guint i = 0; i < MIN (n, MOST_MEMBERS) && has_members; i++)
    if (*loom_type_get_component (type, i).name != '\0' &&
        !(source->planned != NULL && source->planned->same >= 0))
      add_member (source, i);
  if (source->planned == NULL)
    return;
  if (get_kind (source) == LOOM_PARAM_ARRAY && source->planned->same < 0)
    add_properties (source);
  add_cells (source, NULL, source->planned->cells);
  for (guint i = 0; source->planned->members != NULL && i < source->planned->members->len; i++)
    {
      const LoomPlanArg *member = source->planned->members->pdata[i];

      add_cells (source, member->name, member->cells);
    }
}

static const LoomRunArgument *
find_got (LoomRun    *run,
          const char *name,
          gboolean    is_symbol)
{
  for (guint i = 0; run != NULL && i < run->arguments->len; i++)
    {
      const LoomRunArgument *argument = run->arguments->pdata[i];

      if (argument->is_symbol == is_symbol && g_str_equal (argument->name, name))
        return argument;
    }
  return NULL;
}

static void
add_planned (Source    *source,
             GPtrArray *args)
{
  for (guint i = 0; i < args->len; i++)
    {
      source->planned = args->pdata[i];
      source->got = find_got (source->run, source->planned->name, source->planned->symbol != NULL);
      if (source->got != NULL && !loom_type_equal (&source->got->type, &source->planned->type))
        source->got = NULL;
      add_lines (source);
    }
}

static gboolean
is_planned (LoomPlan              *plan,
            const LoomRunArgument *argument)
{
  return loom_plan_args_find (argument->is_symbol ? plan->symbols : plan->args,
                              argument->name) != NULL;
}

/* All of a plan, and behind that the variables that only the run knows; without a plan all of the
 * run. */
static GPtrArray *
list_lines (LoomSession *session)
{
  LoomPlan *plan = loom_session_get_plan (session);
  Source source = {
    .session = session, .run = loom_session_get_run (session),
    .lines = g_ptr_array_new_with_free_func (g_object_unref),
  };

  if (source.run != NULL && plan != NULL && g_strcmp0 (source.run->kernel, plan->kernel) != 0)
    source.run = NULL;
  if (plan != NULL)
    {
      add_planned (&source, plan->args);
      add_planned (&source, plan->symbols);
    }
  source.planned = NULL;
  for (guint i = 0; source.run != NULL && i < source.run->arguments->len; i++)
    {
      source.got = source.run->arguments->pdata[i];
      if (plan == NULL || (source.got->is_symbol && !is_planned (plan, source.got)))
        add_lines (&source);
    }
  return source.lines;
}

/* What the settings say now, where they cannot be bound. */
static void
refresh (GListStore  *lines,
         LoomSession *session)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lines)); i++)
    {
      g_autoptr (LoomArgumentLine) line = g_list_model_get_item (G_LIST_MODEL (lines), i);
      char *written = line->key != NULL
                      ? _loom_argument_line_dup_written (line, session, line->key) : NULL;

      if (written != NULL)
        {
          g_free (line->texts[LOOM_ARGUMENT_GIVEN]);
          line->texts[LOOM_ARGUMENT_GIVEN] = written;
        }
      set_fault (line, session);
      g_signal_emit_by_name (line, "changed");
    }
}

static gboolean
is_same (LoomArgumentLine *a,
         LoomArgumentLine *b)
{
  return g_str_equal (a->name, b->name) && g_strcmp0 (a->key, b->key) == 0 &&
         g_strcmp0 (a->place, b->place) == 0 && a->is_symbol == b->is_symbol &&
         g_strcmp0 (a->texts[LOOM_ARGUMENT_NAME], b->texts[LOOM_ARGUMENT_NAME]) == 0 &&
         a->is_whole == b->is_whole;
}

static gboolean
take (GListStore *lines,
      guint       position,
      GPtrArray  *wanted,
      guint       index)
{
  g_autoptr (LoomArgumentLine) line = g_list_model_get_item (G_LIST_MODEL (lines), position);

  if (!is_same (line, wanted->pdata[index]))
    return FALSE;
  _loom_argument_line_take (line, wanted->pdata[index]);
  return TRUE;
}

/**
 * loom_argument_lines_update:
 * @lines: (element-type LoomArgumentLine): a list
 * @session: whose arguments
 *
 * Makes the list that of the arguments as they are, without what takes long to add up. Lines of the
 * same setting stay the same objects, so that what is typed there stays. As long as the settings
 * cannot be bound there are the lines of before.
 */
void
loom_argument_lines_update (GListStore  *lines,
                            LoomSession *session)
{
  g_autoptr (GPtrArray) wanted = NULL;
  guint before = 0, behind = 0, n;

  g_return_if_fail (G_IS_LIST_STORE (lines) && LOOM_IS_SESSION (session));

  n = g_list_model_get_n_items (G_LIST_MODEL (lines));
  if (loom_session_get_plan (session) == NULL && n > 0)
    {
      refresh (lines, session);
      return;
    }
  wanted = list_lines (session);
  while (before < MIN (n, wanted->len) && take (lines, before, wanted, before))
    before++;
  while (behind < MIN (n, wanted->len) - before &&
         take (lines, n - 1 - behind, wanted, wanted->len - 1 - behind))
    behind++;
  if (before + behind < MAX (n, wanted->len))
    g_list_store_splice (lines, before, n - before - behind, wanted->pdata + before,
                         wanted->len - before - behind);
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

  for (guint i = 0; i < run->arrays->len; i++)
    g_ptr_array_add (all, g_new0 (Totals, 1));
  for (guint i = 0; i < run->arguments->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const LoomRunArgument *argument = run->arguments->pdata[i];
      Totals *totals = argument->array >= 0 ? all->pdata[argument->array] : NULL;

      if (totals == NULL || totals->checksum != NULL)
        continue;
      totals->checksum = loom_run_argument_dup_text (run, argument, LOOM_ARGUMENT_CHECKSUM);
      totals->sum = loom_run_argument_dup_text (run, argument, LOOM_ARGUMENT_SUM);
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

      if (line->array < 0 || line->array >= (gint) all->len)
        continue;
      totals = all->pdata[line->array];
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
