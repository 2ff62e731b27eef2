/* loom-source-walk-calls.c: follows the calls in an expression of the host: launches, the runtime,
 * functions of the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-walk-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Functions that call each other, or themselves. */
#define MAX_CALLS 24
#define MAX_PARAMETERS 64
/* Of a function that is followed only for what it hands back. */
#define MAX_TOKENS 300

static guint
count_arguments (LoomSourceNames *names,
                 guint            paren)
{
  guint first, end, n = 0;

  while (n < MAX_PARAMETERS && _loom_source_names_get_argument (names, paren, n, &first, &end))
    n++;
  return n == 1 && is_word (&names->source, paren + 1, "void") &&
         names->closing[paren] == paren + 2 ? 0 : n;
}

/* The least number of arguments: parameters with = need none. */
static guint
count_needed (LoomSourceNames *names,
              guint            paren)
{
  guint first, end, n = count_arguments (names, paren), needed = 0;

  for (guint i = 0; i < n; i++)
    {
      gboolean has_standard = FALSE;

      if (!_loom_source_names_get_argument (names, paren, i, &first, &end))
        break;
      for (guint t = first; t < end; t++)
        has_standard |= has_punctuation (names, t, "=");
      needed += !has_standard;
    }
  return needed;
}

static guint
find_paren (LoomSourceNames *names,
            guint            name)
{
  guint paren = name + 1;

  if (get_punctuation (&names->source, paren) == '<')
    paren = _loom_source_skip_angles (&names->source, paren);
  return get_punctuation (&names->source, paren) == '(' ? paren : LOOM_NOWHERE;
}

/* The one function of the source that a call can mean; NULL: none, or several. */
const LoomSourceBody *
_loom_walk_find_function (LoomSourceWalk *self,
                          guint           name)
{
  LoomSourceNames *names = self->names;
  const GArray *bodies = names->scan->bodies;
  const guint paren = find_paren (names, name);
  const LoomSourceBody *found = NULL;
  guint n;

  if (paren == LOOM_NOWHERE)
    return NULL;
  n = count_arguments (names, paren);
  for (guint i = 0; i < bodies->len; i++)
    {
      const LoomSourceBody *body = &g_array_index (bodies, LoomSourceBody, i);

      if (body->paren != body->first || body->is_global ||
          !is_word (&names->source, name, body->name) || n < count_needed (names, body->paren) ||
          n > count_arguments (names, body->paren))
        continue;
      if (found != NULL)
        return NULL;
      found = body;
    }
  return found;
}

/* -- Functions of the source -- */

/* What the call gives a parameter, in the frame of its caller. */
typedef struct
{
  LoomHeld        held;
  LoomPlace       place;        /* of a reference, or of a struct that is copied; key NULL: none */
  LoomReadNumber  axes[3];
  gboolean        is_extent;
} Given;

static void
read_given (LoomSourceWalk  *self,
            LoomSourceRange  range,
            Given           *given)
{
  guint array;

  *given = (Given) { .held = _loom_walk_read (self, range) };
  if ((given->held.kind == LOOM_HELD_UNKNOWN || given->held.kind == LOOM_HELD_OPAQUE) &&
      _loom_walk_find_array (self, range, &array))
    given->held = (LoomHeld) { LOOM_HELD_ARRAY, .array = array };
  if (!_loom_walk_find_whole (self, _loom_walk_strip (self, range), &given->place))
    given->place.key = NULL;
  given->is_extent = given->held.kind == LOOM_HELD_UNKNOWN &&
                     _loom_walk_read_extent (self, range, given->axes);
}

/* `const float *__restrict__ a`: the parameter, declared in the frame of its function. */
static LoomWalkVariable *
declare_parameter (LoomSourceWalk  *self,
                   LoomSourceRange  range,
                   gboolean        *is_reference)
{
  LoomSourceNames *names = self->names;
  LoomDeclaredName declared = { .type_first = range.first };
  guint end = range.end;

  for (guint i = range.first; i < range.end; i++)
    {
      if (has_punctuation (names, i, "="))
        {
          end = i;
          break;
        }
      declared.pointers += has_punctuation (names, i, "*[");
      *is_reference |= has_punctuation (names, i, "&");
      if (is_word (&names->source, i, "dim3"))
        declared.type = LOOM_DECLARED_DIM3;
      else if (is_word (&names->source, i, "auto"))
        declared.type = LOOM_DECLARED_AUTO;
    }
  while (end > range.first + 1 && !is_identifier (&names->source, end - 1))
    end = names->closing[end - 1] < end - 1 ? names->closing[end - 1] : end - 1;
  declared.type_end = end - 1;
  while (declared.type_end > range.first &&
         has_punctuation (names, declared.type_end - 1, "*&"))
    declared.type_end--;
  return end > range.first + 1 ? _loom_walk_declare (self, end - 1, &declared) : NULL;
}

/* What a function is given whose callers are not known: an array that has the name of its pointer,
 * or a stream. */
static void
put_stranger (LoomSourceWalk         *self,
              LoomSourceRange         range,
              const LoomWalkVariable *variable)
{
  const LoomPlace place = { .key = variable->key };

  for (guint i = range.first; i < range.end; i++)
    {
      if (is_word (&self->names->source, i, "cudaStream_t"))
        _loom_walk_put (self, &place, (LoomHeld) { LOOM_HELD_STREAM, .text = variable->name });
      if (is_word (&self->names->source, i, "cudaEvent_t"))
        _loom_walk_put (self, &place, (LoomHeld) { LOOM_HELD_EVENT, .text = variable->name });
    }
  if (variable->pointers == 1)
    _loom_walk_put (self, &place, (LoomHeld) { LOOM_HELD_OPAQUE, .array = range.first });
}

/* given: NULL: nobody knows. */
static void
put_parameter (LoomSourceWalk  *self,
               LoomSourceRange  range,
               const Given     *given)
{
  gboolean is_reference = FALSE;
  LoomWalkVariable *variable = declare_parameter (self, range, &is_reference);
  LoomPlace place;

  if (variable != NULL && given == NULL)
    put_stranger (self, range, variable);
  if (variable == NULL || given == NULL)
    return;
  if (is_reference && given->place.key != NULL)
    {
      variable->key = given->place.key;
      variable->is_alias = TRUE;
      return;
    }
  place = (LoomPlace) {
    .key = variable->key, .is_own = TRUE,
    .number = variable->pointers == 0 ? variable->number : LOOM_NUMBER_NONE,
    /* a type that is a parameter of the template takes what comes */
    .is_auto = variable->is_auto,
  };
  if (given->place.key != NULL && given->held.kind == LOOM_HELD_UNKNOWN)
    _loom_walk_copy_members (self, given->place.key, place.key);
  _loom_walk_put (self, &place, given->held);
  for (guint axis = 0; axis < 3 && given->is_extent; axis++)
    {
      const LoomPlace member = {
        .key = _loom_walk_intern (self, "%s.%c", place.key, "xyz"[axis]),
        .number = LOOM_NUMBER_UINT,
      };

      if (given->axes[axis].is_certain)
        _loom_walk_put (self, &member, (LoomHeld) {
          LOOM_HELD_NUMBER, .number = { LOOM_NUMBER_LONG, given->axes[axis].value, 0 },
        });
    }
}

/* `sim.run ()`: the key of sim. */
static const char *
find_object (LoomSourceWalk *self,
             guint           name)
{
  LoomSourceNames *names = self->names;
  const gboolean is_arrow = has_punctuation (names, name - 1, ">") &&
                            has_punctuation (names, name - 2, "-");
  const guint at = name - (is_arrow ? 3 : 2);
  LoomPlace place;
  LoomHeld held;

  if (name < 3 || (!is_arrow && !has_punctuation (names, name - 1, ".")))
    return self->frame->object;
  if (!_loom_walk_find_whole (self, (LoomSourceRange) { at, at + 1 }, &place))
    return NULL;
  held = _loom_walk_get (self, place.key);
  return is_arrow && held.kind == LOOM_HELD_ADDRESS ? held.text : place.key;
}

static LoomFlow
walk_body (LoomSourceWalk       *self,
           const LoomSourceBody *function,
           const Given          *given,
           guint                 n,
           const char           *object)
{
  LoomSourceNames *names = self->names;
  const guint end = MIN (function->end, names->source.n);
  guint brace = names->closing[function->paren] + 1, first, stop;
  LoomWalkFrame frame = {
    .caller = self->frame, .first = function->paren, .end = end, .object = object,
    .depth = self->frame != NULL ? self->frame->depth + 1 : 0,
  };
  LoomFlow flow;

  while (brace < end && !has_punctuation (names, brace, "{"))
    brace++;
  frame.variables = g_array_new (FALSE, FALSE, sizeof (LoomWalkVariable));
  self->frame = &frame;
  for (guint i = 0;
       i < MAX_PARAMETERS && _loom_source_names_get_argument (names, function->paren, i, &first,
                                                              &stop); i++)
    put_parameter (self, (LoomSourceRange) { first, stop }, i < n ? &given[i] : NULL);
  flow = brace < end ? _loom_walk_block (self, brace + 1, MIN (names->closing[brace], end))
                     : LOOM_FLOW_NEXT;
  _loom_walk_leave (self, 0);
  self->frame = frame.caller;
  self->result = frame.returned;
  g_array_unref (frame.variables);
  return flow == LOOM_FLOW_EXIT ? flow : LOOM_FLOW_NEXT;
}

/* In the instance of a template that a call names. */
static LoomFlow
walk_instance (LoomSourceWalk       *self,
               const LoomSourceBody *function,
               guint                 name,
               const Given          *given,
               guint                 n)
{
  GHashTable *outside = self->names->bindings;
  g_autoptr (GHashTable) bindings = NULL;
  const char *object = find_object (self, name);
  LoomFlow flow;

  if (function->angle != LOOM_NOWHERE)
    {
      bindings = _loom_source_names_bind_call (self->names, function, name);
      self->names->bindings = bindings;
      g_hash_table_remove_all (self->names->values);
    }
  flow = walk_body (self, function, given, n, object);
  if (function->angle != LOOM_NOWHERE)
    g_hash_table_remove_all (self->names->values);
  self->names->bindings = outside;
  return flow;
}

/* A call of a function of the source, at its name; without a call the function by itself. */
LoomFlow
_loom_walk_function (LoomSourceWalk       *self,
                     const LoomSourceBody *function,
                     guint                 name)
{
  LoomSourceNames *names = self->names;
  const guint paren = self->frame != NULL ? find_paren (names, name) : LOOM_NOWHERE;
  Given given[MAX_PARAMETERS];
  guint n = 0, first, end;
  LoomFlow flow;

  g_hash_table_add (self->followed, (gpointer) function);
  if (paren == LOOM_NOWHERE)
    return walk_body (self, function, NULL, 0, NULL);
  if (self->frame->depth >= MAX_CALLS)
    {
      _loom_walk_note (self, name, _("calls of %s in each other are not followed any further"),
                       function->name);
      return LOOM_FLOW_NEXT;
    }
  while (n < MAX_PARAMETERS && _loom_source_names_get_argument (names, paren, n, &first, &end))
    read_given (self, (LoomSourceRange) { first, end }, &given[n++]);
  flow = walk_instance (self, function, name, given, n);
  self->result_first = name;
  self->result_end = names->closing[paren] + 1;
  return flow;
}

/* -- What calls do that are not followed -- */

static void
list_changed (LoomSourceWalk       *self,
              const LoomSourceBody *body,
              guint                 depth,
              GHashTable           *changed)
{
  LoomSourceNames *names = self->names;

  for (guint i = body->paren; i < MIN (body->end, names->source.n) && names->budget > 0; i++)
    {
      if (!is_identifier (&names->source, i))
        continue;
      names->budget--;
      if (_loom_source_names_is_changed (names, i))
        g_hash_table_add (changed, _loom_source_dup_text (&names->source, i, i + 1));
      if (depth > 0 && get_punctuation (&names->source, i + 1) == '(')
        {
          const LoomSourceBody *called = _loom_walk_find_function (self, i);

          if (called != NULL && called != body)
            list_changed (self, called, depth - 1, changed);
        }
    }
}

/* A function that does nothing with the device may change what it does not declare. */
static void
forget_foreign (LoomSourceWalk       *self,
                const LoomSourceBody *body)
{
  GHashTable *changed = g_hash_table_lookup (self->changed, body);
  GHashTableIter iter;
  gpointer name;

  if (changed == NULL)
    {
      changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      list_changed (self, body, 3, changed);
      g_hash_table_insert (self->changed, (gpointer) body, changed);
    }
  g_hash_table_iter_init (&iter, changed);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      const char *key = _loom_walk_intern (self, "::%s", (char *) name);
      const LoomHeld held = _loom_walk_get (self, key);

      if (g_hash_table_contains (self->held, key) && held.kind == LOOM_HELD_NUMBER)
        _loom_walk_forget (self, key, FALSE);
    }
}

/* Functions that a kernel's arrays may be handed to, and nothing comes of it. */
static gboolean
is_harmless (LoomSourceWalk *self,
             guint           name)
{
  static const char * const words[] = {
    "printf", "fprintf", "if", "while", "for", "switch", "sizeof", "return", "assert", "free",
    "delete", "checkCudaErrors", "gpuErrchk", "CHECK", "cout", "puts", "static_cast",
    "reinterpret_cast", "raw_pointer_cast", "CUDA_CHECK", "cudaCheck", "memset", "memcpy", NULL
  };
  const LoomToken *token = get_token (&self->names->source, name);

  return _loom_source_is_any (&self->names->source, name, words) ||
         g_str_has_prefix (self->names->source.text + token->offset, "cuda");
}

/* cublasSgemm (…, d_a, …): who knows what it does to d_a. */
static void
note_stranger (LoomSourceWalk *self,
               guint           name,
               guint           paren)
{
  LoomSourceNames *names = self->names;
  guint first, end;

  if (is_harmless (self, name))
    return;
  for (guint i = 0; i < MAX_PARAMETERS && _loom_source_names_get_argument (names, paren, i, &first,
                                                                          &end); i++)
    {
      const LoomHeld held = _loom_walk_read (self, (LoomSourceRange) { first, end });

      if (held.kind == LOOM_HELD_ARRAY || held.kind == LOOM_HELD_PART)
        {
          g_autofree char *callee = _loom_source_dup_text (&names->source, name, name + 1);

          /* Translators: a function of a library, and an array that it is given */
          _loom_walk_note (self, name, _("what %1$s() does to %2$s is not known"), callee,
                           g_array_index (self->arrays, LoomWalkArray, held.array).name);
          return;
        }
    }
}

/* A function of the source that only the host has. */
static void
note_managed (LoomSourceWalk *self,
              guint           name,
              guint           paren)
{
  guint first, end;

  for (guint i = 0; i < MAX_PARAMETERS &&
       _loom_source_names_get_argument (self->names, paren, i, &first, &end); i++)
    {
      const LoomHeld held = _loom_walk_read (self, (LoomSourceRange) { first, end });
      const LoomWalkArray *array;

      if (held.kind != LOOM_HELD_ARRAY && held.kind != LOOM_HELD_PART)
        continue;
      array = &g_array_index (self->arrays, LoomWalkArray, held.array);
      if (array->is_managed && array->is_touched)
        _loom_walk_note (self, name, _("what the host writes into %s is not known"), array->name);
    }
}

/* -- Expressions -- */

/* What a function that is followed does to `x` and `&x` is seen then. */
static LoomFlow
walk_arguments (LoomSourceWalk *self,
                guint           paren)
{
  LoomSourceNames *names = self->names;
  LoomFlow flow = LOOM_FLOW_NEXT;
  LoomSourceRange range;

  for (guint i = 0; i < MAX_PARAMETERS && flow == LOOM_FLOW_NEXT &&
       _loom_source_names_get_argument (names, paren, i, &range.first, &range.end); i++)
    {
      const guint first = range.first + has_punctuation (names, range.first, "&");
      LoomPlace place;

      if (!_loom_walk_find_whole (self, (LoomSourceRange) { first, range.end }, &place))
        flow = _loom_walk_expression (self, range.first, range.end);
    }
  return flow;
}

/* Whether a function is short, and has parameters by which it may change what it is given. */
static gboolean
hands_back (LoomSourceWalk       *self,
            const LoomSourceBody *function)
{
  LoomSourceNames *names = self->names;
  guint stars = 0;

  if (function->end - function->paren > MAX_TOKENS)
    return FALSE;
  for (guint i = function->paren; i < names->closing[function->paren]; i++)
    {
      stars += has_punctuation (names, i, "*") && has_punctuation (names, i + 1, "*");
      stars += has_punctuation (names, i, "&");
    }
  return stars > 0;
}

static LoomFlow
walk_call (LoomSourceWalk *self,
           guint           name,
           guint          *next)
{
  LoomSourceNames *names = self->names;
  const guint paren = find_paren (names, name);
  const LoomSourceBody *function;
  LoomFlow flow;

  *next = name + 1;
  if (paren == LOOM_NOWHERE || has_punctuation (names, name + 2, "<"))
    return LOOM_FLOW_NEXT;
  function = _loom_walk_find_function (self, name);
  if (function == NULL && _loom_walk_call_runtime (self, name, paren))
    {
      *next = names->closing[paren] + 1;
      return LOOM_FLOW_NEXT;
    }
  if (function == NULL)
    {
      note_stranger (self, name, paren);
      return LOOM_FLOW_NEXT;
    }
  if (!is_mattering (self, function->paren, MIN (function->end, names->source.n)) &&
      !hands_back (self, function))
    {
      forget_foreign (self, function);
      note_managed (self, name, paren);
      return LOOM_FLOW_NEXT;
    }
  flow = walk_arguments (self, paren);
  *next = names->closing[paren] + 1;
  return flow == LOOM_FLOW_NEXT ? _loom_walk_function (self, function, name) : flow;
}

/* `[&] (int i) { … }`: behind its braces; `index` if it is none. */
static guint
skip_lambda (LoomSourceWalk *self,
             guint           index)
{
  LoomSourceNames *names = self->names;
  guint at = names->closing[index] + 1;

  if (is_identifier (&names->source, index - 1) || has_punctuation (names, index - 1, ")]"))
    return index;
  if (get_punctuation (&names->source, at) == '(')
    at = names->closing[at] + 1;
  while (is_identifier (&names->source, at))
    at++;
  if (get_punctuation (&names->source, at) != '{')
    return index;
  if (is_acting (self, at, MIN (names->closing[at] + 1, names->source.n)))
    _loom_walk_note (self, index, _("what a lambda does is not followed"));
  _loom_walk_forget_changed (self, at, MIN (names->closing[at] + 1, names->source.n), TRUE);
  return names->closing[at] + 1;
}

static gboolean
is_launch_word (LoomSourceNames *names,
                guint            index)
{
  const LoomToken *token = get_token (&names->source, index);

  return token->length > 10 &&
         g_str_has_prefix (names->source.text + token->offset, "cudaLaunch");
}

/* All calls in an expression, and what else changes in it. */
LoomFlow
_loom_walk_expression (LoomSourceWalk *self,
                       guint           first,
                       guint           end)
{
  LoomSourceNames *names = self->names;
  LoomFlow flow = LOOM_FLOW_NEXT;
  guint next;

  for (guint i = first; i < end && flow == LOOM_FLOW_NEXT; i = next)
    {
      const gboolean is_name = is_identifier (&names->source, i);
      LoomWrittenLaunch launch = { .arguments = NULL };

      next = i + 1;
      if (has_punctuation (names, i, "["))
        next = MAX (skip_lambda (self, i), i + 1);
      else if ((has_punctuation (names, i, "<") && has_punctuation (names, i + 1, "<")) ||
               (is_name && is_launch_word (names, i)))
        {
          launch.arguments = g_array_new (FALSE, FALSE, sizeof (LoomSourceRange));
          if (_loom_written_launch_find (names, i, &launch))
            {
              _loom_walk_launch (self, &launch);
              next = end;
            }
          g_array_unref (launch.arguments);
        }
      else if (is_name)
        {
          if (!has_punctuation (names, i - 1, "."))
            _loom_walk_forget_changed (self, i, i + 1, TRUE);
          flow = walk_call (self, i, &next);
        }
    }
  return flow;
}
