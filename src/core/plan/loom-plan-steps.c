/* loom-plan-steps.c: [steps], bound: each launch is a plan of its own, and arrays of the same name
 * are one array
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-extents-private.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* More rounds of a loop than anybody waits for. */
#define MAX_ROUNDS 1000000

/* What stands for this computer's memory in a copy. */
#define HOST "host"

/* The words of a launch that are no parameters. */
static const char * const launch_words[] = { "block", "grid", "range", "shared", "over", NULL };

/* Says which step @error is about. Always FALSE. */
static gboolean
fail_step (const LoomStatement  *statement,
           GError              **error)
{
  g_autofree char *shown = _loom_abbreviate (statement->text);
  guint line, column;

  if (error == NULL || *error == NULL)
    return FALSE;
  if (loom_error_get_place (*error, &line, &column) && line > 0)
    return FALSE;
  g_prefix_error (error, _("the step “%1$s” in line %2$u: "), shown, statement->line);
  loom_error_set_place (*error, statement->line, statement->column);
  return FALSE;
}

static LoomKernel *
find_kernel (LoomBinder          *self,
             const LoomStatement *statement)
{
  return statement->kind == LOOM_STATEMENT_LAUNCH
         ? loom_compiled_find_kernel (self->compiled, statement->subject) : NULL;
}

/* Each launch names a kernel of the source. */
static gboolean
check_kernels (LoomBinder  *self,
               GError     **error)
{
  GPtrArray *statements = loom_document_get_statements (self->document);

  for (guint i = 0; i < statements->len; i++)
    {
      const LoomStatement *statement = statements->pdata[i];
      const LoomSetting setting = { statement->subject, NULL, 0, 0 };

      if (statement->kind != LOOM_STATEMENT_LAUNCH || find_kernel (self, statement) != NULL)
        continue;
      _loom_binder_fail_kernel (self, &setting, error);
      return fail_step (statement, error);
    }
  return TRUE;
}

/* The launch that is shown: the first of the kernel that the settings name, or the first of all.
 * kernel: what they name, or NULL. */
gboolean
_loom_binder_choose_statement (LoomBinder         *self,
                               const LoomSetting  *kernel,
                               GError            **error)
{
  GPtrArray *statements = loom_document_get_statements (self->document);
  LoomKernel *wanted
      = kernel != NULL ? loom_compiled_find_kernel (self->compiled, kernel->text) : NULL;
  g_autofree char *shown = kernel != NULL ? _loom_abbreviate (kernel->text) : NULL;
  guint launches = 0;

  if (!check_kernels (self, error))
    return FALSE;
  for (guint i = 0; i < statements->len; i++)
    {
      const LoomStatement *statement = statements->pdata[i];
      LoomKernel *launched = find_kernel (self, statement);

      launches += launched != NULL;
      if (launched == NULL || (kernel != NULL && launched != wanted))
        continue;
      self->kernel = launched;
      self->statement = statement;
      return TRUE;
    }

  if (launches > 0)
    return _loom_setting_refuse (kernel, error, LOOM_ERROR_DOCUMENT,
                                 _("no step launches the kernel “%s”"), shown);
  loom_fail (error, LOOM_ERROR_DOCUMENT, _("no step launches a kernel; write “launch KERNEL”"));
  return fail_step (statements->pdata[0], error);
}

static gboolean
has_array (LoomBinder *self,
           const char *name)
{
  g_autofree char *group = g_strconcat ("arg ", name, NULL);

  if (loom_document_get_group_line (self->document, group) > 0)
    return TRUE;
  for (guint i = 0; i < self->compiled->kernels->len; i++)
    {
      LoomKernel *kernel = self->compiled->kernels->pdata[i];
      const gint index = _loom_kernel_find_param (kernel, name);

      if (index >= 0 && _loom_kernel_get_param (kernel, (guint) index)->kind == LOOM_PARAM_ARRAY)
        return TRUE;
    }
  return FALSE;
}

static gboolean
check_item (LoomBinder               *self,
            const LoomStatementItem  *item,
            GError                  **error)
{
  const gint index = _loom_kernel_find_param (self->kernel, item->name);
  g_autofree char *shown = _loom_abbreviate (item->value);
  const LoomParam *param;

  if (g_strv_contains (launch_words, item->name))
    return TRUE;
  if (index < 0)
    {
      g_autoptr (GString) names = g_string_new (NULL);

      for (guint i = 0; i < self->kernel->params->len; i++)
        g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                                _loom_kernel_get_param (self->kernel, i)->name);
      return loom_fail (error, LOOM_ERROR_DOCUMENT,
                        _("the kernel %1$s has no parameter “%2$s”; it has %3$s"),
                        self->kernel->name, item->name, names->str);
    }
  param = _loom_kernel_get_param (self->kernel, (guint) index);
  if (param->kind == LOOM_PARAM_STRUCT)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("%1$s is a struct, which a step cannot give; write its members into "
                        "[arg %1$s]"), item->name);
  if (param->kind == LOOM_PARAM_ARRAY && !has_array (self, item->value))
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("%1$s is an array, and there is no array “%2$s”; write [arg %2$s] for a "
                        "new one"), item->name, shown);
  return TRUE;
}

/* What a step gives a kernel are parameters that it has. */
gboolean
_loom_binder_check_items (LoomBinder  *self,
                          GError     **error)
{
  const GPtrArray *items = self->statement != NULL ? self->statement->items : NULL;

  for (guint i = 0; items != NULL && i < items->len; i++)
    if (!check_item (self, items->pdata[i], error))
      return fail_step (self->statement, error);
  return TRUE;
}

/* The index of an array that steps name; those come with the launches that have them. */
static gboolean
find_array (LoomBinder  *self,
            const char  *name,
            gint        *index,
            GError     **error)
{
  g_autoptr (GString) names = NULL;
  const LoomPlanArg *arg;

  *index = loom_plan_find_array (self->plan, name);
  if (*index >= 0)
    {
      arg = self->plan->args->pdata[*index];
      return arg->texture.kind == LOOM_TEXTURE_NONE ||
             loom_fail (error, LOOM_ERROR_DOCUMENT,
                        _("%s is a texture or surface, which steps neither copy, swap nor fill"),
                        name);
    }

  names = g_string_new (NULL);
  for (guint i = 0; i < self->plan->args->len; i++)
    {
      arg = self->plan->args->pdata[i];
      if (loom_plan_arg_has_memory (arg))
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", arg->name);
    }
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("no launch has an array “%1$s”; there are %2$s"), name, names->str);
}

/* Each argument of a launch that is an array is one of the plan's, which gets the new ones. */
static void
join_arrays (LoomBinder   *self,
             LoomPlanStep *step)
{
  for (guint i = 0; i < step->launch->args->len; i++)
    {
      const LoomPlanArg *arg = step->launch->args->pdata[i];
      gint32 index = -1;

      if (arg->kind == LOOM_PARAM_ARRAY)
        {
          const LoomPlanArg *own = loom_plan_get_array (step->launch, i);

          index = loom_plan_find_array (self->plan, own->name);
          if (index < 0)
            {
              LoomPlanArg *extra = loom_plan_arg_copy (own);

              extra->is_extra = TRUE;
              extra->owner = -1;
              extra->offset = 0;
              index = (gint32) self->plan->args->len;
              g_ptr_array_add (self->plan->args, extra);
            }
          if (!arg->is_const)
            ((LoomPlanArg *) self->plan->args->pdata[index])->is_const = FALSE;
        }
      g_array_append_val (step->arrays, index);
    }
}

static void
add_values (LoomBinder   *launch,
            LoomPlanStep *step)
{
  for (guint i = 0; i < launch->kernel->params->len; i++)
    {
      LoomPlanValue *value;

      if (!_loom_binder_is_computed (launch, i))
        continue;
      value = g_new (LoomPlanValue, 1);
      value->index = i;
      value->text = g_strdup (loom_statement_get (launch->statement,
                                                  _loom_kernel_get_param (launch->kernel,
                                                                          i)->name));
      g_ptr_array_add (step->values, value);
    }
}

/* statement: NULL: the kernel as the settings have it */
static gboolean
bind_launch (LoomBinder           *self,
             const LoomStatement  *statement,
             guint                 index,
             GError              **error)
{
  LoomPlanStep *step = self->plan->steps->pdata[index];
  const gboolean is_shown = statement == self->statement;
  const LoomOverrides others = { .set = self->overrides->set };
  LoomBinder launch = {
    .document = self->document,
    .compiled = self->compiled,
    .overrides = is_shown ? self->overrides : &others,
    .limits = self->limits,
    .folder = self->folder,
    .kernel = statement != NULL ? find_kernel (self, statement) : self->kernel,
    .statement = statement,
    .parent = self,
  };

  step->launch = _loom_binder_bind (&launch, NULL, error);
  if (step->launch == NULL)
    return FALSE;

  join_arrays (self, step);
  add_values (&launch, step);
  if (is_shown)
    self->plan->shown = (gint) index;
  return TRUE;
}

/* Whatever kernels do with it: a step changes it. */
static void
mark_changed (LoomBinder *self,
              gint        index)
{
  ((LoomPlanArg *) self->plan->args->pdata[index])->is_const = FALSE;
}

/* An array with the cells of another. */
static LoomPlanArg *
new_array (const char        *name,
           const LoomPlanArg *like)
{
  LoomPlanArg *arg = loom_plan_arg_new ();

  arg->name = g_strdup (name);
  arg->kind = LOOM_PARAM_ARRAY;
  arg->type = like->type;
  arg->shape = like->shape;
  arg->pitch = like->pitch;
  return arg;
}

/* An array that no launch has, but the settings do: what is copied to it, or swapped with it, makes
 * it. */
static gboolean
make_copy_of (LoomBinder         *self,
              const char         *name,
              const LoomPlanArg  *like,
              GError            **error)
{
  g_autofree char *group = g_strconcat ("arg ", name, NULL);
  LoomPlanSource source = { self, -1, group };
  LoomPlanArg *arg;

  if (loom_plan_find_array (self->plan, name) >= 0 ||
      loom_document_get_group_line (self->document, group) == 0)
    return TRUE;

  arg = new_array (name, like);
  arg->is_extra = TRUE;
  g_ptr_array_add (self->plan->args, arg);
  return _loom_plan_source_bind_fill (&source, arg, error);
}

static gboolean
bind_copy (LoomBinder           *self,
           const LoomStatement  *statement,
           guint                 index,
           GError              **error)
{
  LoomPlanStep *step = self->plan->steps->pdata[index];
  const gboolean from_host = strcmp (statement->subject, HOST) == 0;
  const gboolean to_host = strcmp (statement->object, HOST) == 0;
  const LoomPlanArg *from, *to;

  if (from_host && to_host)
    return loom_fail (error, LOOM_ERROR_DOCUMENT, _("the host has nothing to copy to itself"));
  if ((!from_host && !find_array (self, statement->subject, &step->first, error)) ||
      (!from_host && !to_host &&
       !make_copy_of (self, statement->object, self->plan->args->pdata[step->first], error)) ||
      (!to_host && !find_array (self, statement->object, &step->second, error)))
    return FALSE;
  if (!to_host)
    mark_changed (self, step->second);
  if (from_host || to_host)
    return TRUE;

  from = self->plan->args->pdata[step->first];
  to = self->plan->args->pdata[step->second];
  return loom_plan_arg_is_like (from, to) ||
         loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("the array %1$s cannot be copied to %2$s: their types, shapes or pitches "
                      "differ"), from->name, to->name);
}

static gboolean
bind_swap (LoomBinder           *self,
           const LoomStatement  *statement,
           guint                 index,
           GError              **error)
{
  LoomPlanStep *step = self->plan->steps->pdata[index];
  const gint first = loom_plan_find_array (self->plan, statement->subject);
  const gint second = loom_plan_find_array (self->plan, statement->object);

  if ((first >= 0 && !make_copy_of (self, statement->object, self->plan->args->pdata[first],
                                    error)) ||
      (second >= 0 && !make_copy_of (self, statement->subject, self->plan->args->pdata[second],
                                     error)) ||
      !find_array (self, statement->subject, &step->first, error) ||
      !find_array (self, statement->object, &step->second, error))
    return FALSE;
  mark_changed (self, step->first);
  mark_changed (self, step->second);
  return _loom_binder_check_swap (self->plan->args->pdata[step->first],
                                  self->plan->args->pdata[step->second], error);
}

static gboolean
bind_fill (LoomBinder           *self,
           const LoomStatement  *statement,
           guint                 index,
           GError              **error)
{
  LoomPlanStep *step = self->plan->steps->pdata[index];
  const LoomSetting setting = { statement->object, NULL, 0, 0 };
  const LoomPlanArg *arg;

  if (!find_array (self, statement->subject, &step->first, error))
    return FALSE;
  mark_changed (self, step->first);
  arg = self->plan->args->pdata[step->first];
  step->fill = new_array (arg->name, arg);
  return _loom_binder_parse_fill (self, &setting, &step->fill->fill, error) &&
         (step->fill->fill.kind != LOOM_FILL_VALUES ||
          _loom_plan_arg_check_values (step->fill, &setting, error));
}

static gboolean
check_counter (LoomBinder  *self,
               const char  *name,
               GError     **error)
{
  static const char * const extents[] = { "cols", "rows", "planes", "size", NULL };

  if (name != NULL && (g_strv_contains (extents, name) ||
                       loom_plan_find_array (self->plan, name) >= 0))
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("“%s” is the name of an array or of an extent; give the counter another "
                        "one"), name);
  return TRUE;
}

static gboolean
bind_repeat (LoomBinder           *self,
             const LoomStatement  *statement,
             guint                 index,
             GError              **error)
{
  LoomPlanStep *step = self->plan->steps->pdata[index];
  const LoomSetting setting = { statement->subject, NULL, 0, 0 };
  guint64 rounds;

  step->count = g_strdup (statement->subject);
  step->until = g_strdup (statement->until);
  step->counter = g_strdup (statement->counter);
  if (step->count != NULL && strspn (step->count, "0123456789") == strlen (step->count) &&
      !_loom_setting_parse_u64 (&setting, 1, MAX_ROUNDS, &rounds, error))
    return FALSE;
  return check_counter (self, statement->counter, error);
}

/* Where a loop that holds both begins, both stand before each other. */
static gboolean
is_recorded (LoomBinder *self,
             guint       wait,
             const char *event)
{
  GPtrArray *statements = loom_document_get_statements (self->document);
  guint depth = 0, end = wait;

  for (guint i = wait; i < statements->len; i++)
    {
      const LoomStatement *statement = statements->pdata[i];

      depth += statement->kind == LOOM_STATEMENT_REPEAT;
      if (statement->kind == LOOM_STATEMENT_END && depth == 0)
        end = i;
      else
        depth -= statement->kind == LOOM_STATEMENT_END;
    }
  for (guint i = 0; i < end; i++)
    {
      const LoomStatement *statement = statements->pdata[i];

      if (statement->kind == LOOM_STATEMENT_RECORD && strcmp (statement->subject, event) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
bind_event (LoomBinder           *self,
            const LoomStatement  *statement,
            guint                 index,
            GError              **error)
{
  LoomPlanStep *step = self->plan->steps->pdata[index];
  step->event = g_strdup (statement->subject);
  return statement->kind == LOOM_STATEMENT_RECORD ||
         is_recorded (self, index, step->event) ||
         loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("no step before this one records the event “%s”, so nothing would end the "
                      "wait"), step->event);
}

static gboolean
bind_end (LoomBinder           *self,
          const LoomStatement  *statement,
          guint                 index,
          GError              **error)
{
  LoomPlanStep *step = self->plan->steps->pdata[index];
  guint i = index, depth = 1;

  while (depth > 0)
    {
      const LoomPlanStep *before = self->plan->steps->pdata[--i];

      depth += before->kind == LOOM_STATEMENT_END;
      depth -= before->kind == LOOM_STATEMENT_REPEAT;
    }
  step->partner = i;
  ((LoomPlanStep *) self->plan->steps->pdata[i])->partner = index;
  return TRUE;
}

typedef gboolean (* BindFunc) (LoomBinder           *self,
                               const LoomStatement  *statement,
                               guint                 index,
                               GError              **error);

static const BindFunc functions[LOOM_N_STATEMENTS] = {
  bind_launch, bind_copy, bind_swap, bind_fill, bind_repeat, bind_end, bind_event, bind_event,
};

static gboolean
bind_some (LoomBinder  *self,
           gboolean     launches,
           GError     **error)
{
  GPtrArray *statements = loom_document_get_statements (self->document);

  for (guint i = 0; i < statements->len; i++)
    {
      const LoomStatement *statement = statements->pdata[i];

      if ((statement->kind == LOOM_STATEMENT_LAUNCH) == launches &&
          !functions[statement->kind] (self, statement, i, error))
        return fail_step (statement, error);
    }
  return TRUE;
}

/* Adds a step that stands in no document. Its text is that of the statement that it would be. */
LoomPlanStep *
_loom_binder_add_step (LoomBinder        *self,
                       LoomStatementKind  kind)
{
  LoomPlanStep *step = loom_plan_step_new (kind);

  step->text = g_strdup (loom_statement_kind_get_word (kind));
  g_ptr_array_add (self->plan->steps, step);
  return step;
}

/* Adds the launch of the settings as a step. */
gboolean
_loom_binder_add_launch (LoomBinder  *self,
                         GError     **error)
{
  LoomPlanStep *step = _loom_binder_add_step (self, LOOM_STATEMENT_LAUNCH);

  g_free (step->text);
  step->text = g_strconcat (loom_statement_kind_get_word (LOOM_STATEMENT_LAUNCH), " ",
                            self->kernel->name, NULL);
  return bind_launch (self, NULL, self->plan->steps->len - 1, error);
}

/* Binds the steps of a document that has some: launches first, since they bring the arrays that the
 * others name. */
gboolean
_loom_binder_bind_steps (LoomBinder  *self,
                         GError     **error)
{
  GPtrArray *statements = loom_document_get_statements (self->document);

  if (self->statement == NULL)
    return TRUE;
  for (guint i = 0; i < statements->len; i++)
    {
      const LoomStatement *statement = statements->pdata[i];
      LoomPlanStep *step = loom_plan_step_new (statement->kind);

      step->line = statement->line;
      step->text = g_strdup (statement->text);
      step->stream = g_strdup (statement->stream);
      g_ptr_array_add (self->plan->steps, step);
    }
  return bind_some (self, TRUE, error) && bind_some (self, FALSE, error);
}

/* What is said of a launch is said once, however often it stands among the steps. */
static void
add_findings (LoomPlan       *plan,
              const LoomPlan *launch)
{
  for (guint i = 0; i < launch->findings->len; i++)
    {
      const LoomFinding *finding = launch->findings->pdata[i];
      gboolean is_known = FALSE;

      for (guint j = 0; j < plan->findings->len && !is_known; j++)
        is_known = strcmp (((LoomFinding *) plan->findings->pdata[j])->text, finding->text) == 0;
      if (!is_known)
        g_ptr_array_add (plan->findings, loom_finding_copy (finding));
    }
}

static void
add_guesses (LoomPlan       *plan,
             const LoomPlan *launch)
{
  for (guint i = 0; i < launch->guesses->len; i++)
    {
      const LoomGuess *guess = launch->guesses->pdata[i];

      if (loom_plan_find_guess (plan, guess->name, guess->key) == NULL)
        _loom_plan_guess (plan, guess->name, guess->key, guess->value, guess->why)->is_extent
          = guess->is_extent;
    }
}

void
_loom_binder_add_findings_of_steps (LoomBinder *self)
{
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomPlanStep *step = self->plan->steps->pdata[i];

      if (step->launch == NULL || (gint) i == self->plan->shown)
        continue;
      add_findings (self->plan, step->launch);
      add_guesses (self->plan, step->launch);
    }
}
