/* loom-source-steps.c: the steps that a function of the host makes, as a value and as text
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-steps.h"

#include "loom-statement.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Longer texts are nobody's. */
#define MAX_TEXT 16384
#define MAX_ARRAYS 4096
/* Parts of a summary: more are only counted. */
#define MAX_PARTS 3

static void
step_free (gpointer data)
{
  LoomReadStep *self = data;

  g_free (self->file);
  g_free (self->text);
  g_free (self);
}

static void
array_free (gpointer data)
{
  LoomReadArray *self = data;

  g_free (self->name);
  g_free (self);
}

static gpointer
create (void)
{
  LoomSourceSteps *self = g_new0 (LoomSourceSteps, 1);

  self->steps = g_ptr_array_new_with_free_func (step_free);
  self->arrays = g_ptr_array_new_with_free_func (array_free);
  return self;
}

/**
 * loom_source_steps_new:
 * @function: of the host
 *
 * Returns: (transfer full): no steps yet
 */
LoomSourceSteps *
loom_source_steps_new (const char *function)
{
  LoomSourceSteps *self = create ();

  self->function = g_strdup (function);
  return self;
}

void
loom_source_steps_free (LoomSourceSteps *self)
{
  if (self == NULL)
    return;

  g_free (self->function);
  g_ptr_array_unref (self->steps);
  g_ptr_array_unref (self->arrays);
  g_free (self);
}

/**
 * loom_source_steps_add:
 * @depth: loops around it
 * @line: in the source, from 1
 * @is_note: whether it says what is left out, and is no step
 * @text: one line
 *
 * Adds a step behind the others.
 */
void
loom_source_steps_add (LoomSourceSteps *self,
                       guint            depth,
                       guint            line,
                       gboolean         is_note,
                       const char      *text)
{
  LoomReadStep *step = g_new0 (LoomReadStep, 1);

  g_return_if_fail (self != NULL && text != NULL);

  *step = (LoomReadStep) { depth, line, NULL, is_note, g_strdup (text) };
  g_ptr_array_add (self->steps, step);
}

void
loom_source_steps_add_array (LoomSourceSteps      *self,
                             const char           *name,
                             const LoomReadNumber *bytes)
{
  LoomReadArray *array = g_new0 (LoomReadArray, 1);

  g_return_if_fail (self != NULL && name != NULL && bytes != NULL);

  *array = (LoomReadArray) { g_strdup (name), *bytes };
  g_ptr_array_add (self->arrays, array);
}

/**
 * loom_source_steps_count_notes:
 *
 * Returns: how often something that the function does is left out
 */
guint
loom_source_steps_count_notes (const LoomSourceSteps *self)
{
  guint n = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->steps->len; i++)
    n += ((LoomReadStep *) self->steps->pdata[i])->is_note;
  return n;
}

/**
 * loom_source_steps_dup_text:
 *
 * Returns: (transfer full): the lines of [steps]; what is left out stands there as comments, which
 *   name its line
 */
char *
loom_source_steps_dup_text (const LoomSourceSteps *self)
{
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  text = g_string_new (NULL);
  for (guint i = 0; i < self->steps->len; i++)
    {
      const LoomReadStep *step = self->steps->pdata[i];
      g_autofree char *sentence = NULL;

      if (step->is_note && step->file != NULL)
        /* Translators: %1$s is a file, %3$s says what is left out of the steps */
        sentence = g_strdup_printf (_("%1$s, line %2$u: %3$s"), step->file, step->line, step->text);
      else if (step->is_note)
        /* Translators: %2$s says what is left out of the steps */
        sentence = g_strdup_printf (_("line %1$u: %2$s"), step->line, step->text);
      g_string_append_printf (text, "%*s%s%s\n", (int) step->depth * 2, "",
                              sentence != NULL ? "# " : "",
                              sentence != NULL ? sentence : step->text);
    }
  return g_strdup (text->str);
}

static gboolean
is_of (const LoomReadStep *step,
       LoomStatementKind   kind)
{
  const char *word = loom_statement_kind_get_word (kind);

  return !step->is_note && g_str_has_prefix (step->text, word) &&
         (step->text[strlen (word)] == ' ' || step->text[strlen (word)] == '\0');
}

/**
 * loom_source_steps_is_several:
 *
 * Returns: whether there is more to it than a single launch
 */
gboolean
loom_source_steps_is_several (const LoomSourceSteps *self)
{
  guint launches = 0, loops = 0;

  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->steps->len; i++)
    {
      launches += is_of (self->steps->pdata[i], LOOM_STATEMENT_LAUNCH);
      loops += is_of (self->steps->pdata[i], LOOM_STATEMENT_REPEAT);
    }
  return launches > 1 || (launches == 1 && loops > 0);
}

/* "100" of "repeat 100 as i"; the launches up to the loop's end. */
static char *
dup_loop (const LoomSourceSteps *self,
          guint                 *index)
{
  const LoomReadStep *loop = self->steps->pdata[*index];
  const char *count = loop->text + strlen ("repeat ");
  g_autofree char *rounds = g_strndup (count, strcspn (count, " "));
  guint launches = 0;

  for ((*index)++; *index < self->steps->len; (*index)++)
    {
      const LoomReadStep *step = self->steps->pdata[*index];

      launches += is_of (step, LOOM_STATEMENT_LAUNCH);
      if (step->depth == loop->depth && is_of (step, LOOM_STATEMENT_END))
        break;
    }
  if (launches == 0)
    return NULL;
  /* Translators: %2$s is how often the loop goes round */
  return g_strdup_printf (ngettext ("%1$u launch in a loop of %2$s",
                                    "%1$u launches in a loop of %2$s", launches),
                          launches, rounds);
}

static char *
dup_launches (guint launches)
{
  return g_strdup_printf (ngettext ("%u launch", "%u launches", launches), launches);
}

/* What stands in no loop, and the loops, in their order. */
static GPtrArray *
list_parts (const LoomSourceSteps *self,
            guint                 *launches)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  guint straight = 0;

  *launches = 0;
  for (guint i = 0; i < self->steps->len; i++)
    *launches += is_of (self->steps->pdata[i], LOOM_STATEMENT_LAUNCH);
  for (guint i = 0; i < self->steps->len; i++)
    {
      char *loop = NULL;

      straight += is_of (self->steps->pdata[i], LOOM_STATEMENT_LAUNCH);
      if (is_of (self->steps->pdata[i], LOOM_STATEMENT_REPEAT))
        loop = dup_loop (self, &i);
      if (loop != NULL && straight > 0)
        g_ptr_array_add (parts, dup_launches (straight));
      if (loop != NULL)
        {
          g_ptr_array_add (parts, loop);
          straight = 0;
        }
    }
  if (straight > 0)
    g_ptr_array_add (parts, dup_launches (straight));
  return parts;
}

/**
 * loom_source_steps_dup_summary:
 *
 * Returns: (transfer full): "main(): 1 launch, 3 launches in a loop of 100"
 */
char *
loom_source_steps_dup_summary (const LoomSourceSteps *self)
{
  g_autoptr (GPtrArray) parts = NULL;
  g_autofree char *joined = NULL;
  guint launches;

  g_return_val_if_fail (self != NULL, NULL);

  parts = list_parts (self, &launches);
  if (parts->len > MAX_PARTS)
    joined = g_strdup_printf (ngettext ("%u launch, some in loops", "%u launches, some in loops",
                                        launches), launches);
  else if (parts->len == 0)
    joined = g_strdup (_("no launch that is known for certain"));
  else
    {
      g_ptr_array_add (parts, NULL);
      joined = g_strjoinv (", ", (char **) parts->pdata);
    }
  /* Translators: %1$s is a function of the source, %2$s what it launches */
  return g_strdup_printf (_("%1$s(): %2$s"), self->function, joined);
}

/* -- The wire -- */

static gboolean
is_line (const char *text)
{
  for (const char *c = text; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      return FALSE;
  return *text != '\0' && strlen (text) <= MAX_TEXT && strstr (text, "*/") == NULL;
}

static gboolean
check_step (gpointer data)
{
  const LoomReadStep *self = data;

  return self->line > 0 && self->depth <= LOOM_STATEMENTS_MAX_DEPTH && is_line (self->text) &&
         (self->file == NULL || is_line (self->file));
}

static const LoomWireMember step_members[] = {
  LOOM_WIRE (UINT32, LoomReadStep, depth),
  LOOM_WIRE (UINT32, LoomReadStep, line),
  LOOM_WIRE (NULLABLE, LoomReadStep, file),
  LOOM_WIRE (BOOLEAN, LoomReadStep, is_note),
  LOOM_WIRE (STRING, LoomReadStep, text),
};
static const LoomWire step_wire = {
  LOOM_WIRE_MEMBERS (step_members, LoomReadStep), .destroy = step_free, .check = check_step,
};

static gboolean
check_array (gpointer data)
{
  const LoomReadArray *self = data;

  return is_line (self->name) && self->bytes.value >= 0;
}

static const LoomWireMember array_members[] = {
  LOOM_WIRE (STRING, LoomReadArray, name),
  LOOM_WIRE (BOOLEAN, LoomReadArray, bytes.is_certain),
  LOOM_WIRE (INT64, LoomReadArray, bytes.value),
};
static const LoomWire array_wire = {
  LOOM_WIRE_MEMBERS (array_members, LoomReadArray), .destroy = array_free, .check = check_array,
};

static gboolean
check_steps (gpointer data)
{
  const LoomSourceSteps *self = data;

  return is_line (self->function) && self->arrays->len <= MAX_ARRAYS &&
         self->steps->len <= 2 * LOOM_STATEMENTS_MAX;
}

static const LoomWireMember steps_members[] = {
  LOOM_WIRE (STRING, LoomSourceSteps, function),
  LOOM_WIRE_OF (POINTERS, LoomSourceSteps, steps, &step_wire),
  LOOM_WIRE_OF (POINTERS, LoomSourceSteps, arrays, &array_wire),
};

const LoomWire _loom_source_steps_wire = {
  LOOM_WIRE_MEMBERS (steps_members, LoomSourceSteps), .create = create,
  .destroy = (GDestroyNotify) loom_source_steps_free, .check = check_steps,
};

LOOM_DEFINE_WIRE (LoomSourceSteps, loom_source_steps, &_loom_source_steps_wire)
