/* loom-run-changes.c: what changed between two runs, of all that they were made from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-changes.h"

#include "loom-line-changes.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* Something of a value, as text; NULL: it has nothing of that kind. */
typedef struct
{
  const char *title;
  char     *(*dup) (gconstpointer at);
  gsize       offset;           /* of what that is given in the value; 0: all of it */
} Facet;

#define OF_PLAN(member) G_STRUCT_OFFSET (LoomPlan, member)
#define OF_ARGUMENT(member) G_STRUCT_OFFSET (LoomPlanArg, member)
#define OF_ORIGIN(member) G_STRUCT_OFFSET (LoomRunOrigin, member)

static char *
facet_dup (const Facet   *self,
           gconstpointer  value)
{
  return self->dup ((const char *) value + self->offset);
}

static char *
dup_text (gconstpointer at)
{
  return g_strdup (*(char *const *) at);
}

static char *
dup_extent (gconstpointer at)
{
  return loom_dim3_format (at);
}

static char *
dup_count (gconstpointer at)
{
  return g_strdup_printf ("%u", *(const guint *) at);
}

static char *
dup_bytes (gconstpointer at)
{
  return g_strdup_printf (_("%" PRIu64 " bytes"), *(const guint64 *) at);
}

static char *
dup_switch (gconstpointer at)
{
  return g_strdup (*(const gboolean *) at ? _("on") : _("off"));
}

static void
change_free (gpointer data)
{
  LoomRunChange *self = data;

  g_free (self->what);
  g_free (self->was);
  g_free (self->is);
  g_free (self);
}

/* Takes the texts. */
static void
add (GPtrArray         *changes,
     LoomRunChangeKind  kind,
     char              *what,
     char              *was,
     char              *is,
     guint              line)
{
  LoomRunChange *self = g_new (LoomRunChange, 1);

  *self = (LoomRunChange) { kind, what, was, is, line };
  g_ptr_array_add (changes, self);
}

/* -- The source -- */

static char *
dup_source (LoomDocument *document)
{
  gsize length;
  const char *source = loom_document_get_source (document, &length);

  return g_strndup (source, length);
}

static char *
name_line (const LoomLineChange *line)
{
  if (line->kind == LOOM_LINE_REMOVED)
    return g_strdup_printf (_("Line %u, removed"), line->before);
  if (line->kind == LOOM_LINE_ADDED)
    return g_strdup_printf (_("Line %u, added"), line->after);
  return g_strdup_printf (_("Line %u"), line->after);
}

static void
add_source (GPtrArray    *changes,
            LoomDocument *before,
            LoomDocument *after)
{
  g_autofree char *was = dup_source (before), *is = dup_source (after);
  g_autoptr (GPtrArray) lines = loom_line_changes_list (was, is);

  for (guint i = 0; i < lines->len; i++)
    {
      const LoomLineChange *line = lines->pdata[i];

      add (changes, LOOM_RUN_CHANGE_SOURCE, name_line (line), g_strdup (line->was),
           g_strdup (line->is), line->after);
    }
}

/* -- The launch -- */

static char *
dup_steps (gconstpointer data)
{
  const LoomPlan *plan = data;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < plan->steps->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "; " : "",
                            ((const LoomPlanStep *) plan->steps->pdata[i])->text);
  return g_string_free (text, text->len == 0);
}

static char *
dup_devices (gconstpointer data)
{
  const LoomPlan *plan = data;

  return loom_split_is_split (&plan->split)
         ? g_strdup_printf (_("%1$u devices, halo %2$" PRIu64), plan->split.devices,
                            plan->split.halo) : NULL;
}

static const struct
{
  Facet       facet;
  const char *key;              /* of [launch], where a document says it */
} launch[] = {
  { { N_("Kernel"), dup_text, OF_PLAN (kernel) }, "kernel" },
  { { N_("Block"), dup_extent, OF_PLAN (block) }, "block" },
  { { N_("Grid"), dup_extent, OF_PLAN (grid) }, "grid" },
  { { N_("Dynamic shared memory"), dup_bytes, OF_PLAN (shared) }, "shared" },
  { { N_("Launches in a row"), dup_count, OF_PLAN (launches) }, "launches" },
  { { N_("Steps"), dup_steps }, NULL },
  { { N_("Split over devices"), dup_devices }, NULL },
};

/* In the group of the kernel alone, if the setting stands there. */
static guint
find_line (const LoomRunOrigin *origin,
           const char          *argument,
           const char          *key)
{
  g_autofree char *group
      = loom_document_dup_group (origin->document, origin->plan->kernel, argument, key);

  return loom_document_get_value_line (origin->document, group, key);
}

static void
add_launch (GPtrArray     *changes,
            LoomRunOrigin *before,
            LoomRunOrigin *after)
{
  for (guint i = 0; i < G_N_ELEMENTS (launch); i++)
    {
      g_autofree char *was = facet_dup (&launch[i].facet, before->plan);
      g_autofree char *is = facet_dup (&launch[i].facet, after->plan);

      if (g_strcmp0 (was, is) != 0)
        add (changes, LOOM_RUN_CHANGE_LAUNCH, g_strdup (_(launch[i].facet.title)),
             g_steal_pointer (&was), g_steal_pointer (&is),
             launch[i].key != NULL ? find_line (after, NULL, launch[i].key) : 0);
    }
}

/* -- The arguments -- */

static char *
dup_type (gconstpointer arg)
{
  return loom_type_format (&((const LoomPlanArg *) arg)->type);
}

static char *
dup_shape (gconstpointer data)
{
  const LoomPlanArg *arg = data;

  return arg->kind == LOOM_PARAM_ARRAY ? loom_shape_format (&arg->shape) : NULL;
}

static char *
dup_pitch (gconstpointer data)
{
  const LoomPlanArg *arg = data;

  return arg->pitch > 0 ? g_strdup_printf (_("%" PRIu64 " bytes"), arg->pitch) : NULL;
}

static char *
dup_fill (gconstpointer data)
{
  const LoomPlanArg *arg = data;

  return arg->kind != LOOM_PARAM_SCALAR ? loom_fill_format (&arg->fill) : NULL;
}

static char *
dup_value (gconstpointer arg)
{
  return g_strdup (loom_plan_arg_is_null (arg) ? "null" : ((const LoomPlanArg *) arg)->value);
}

static char *
dup_texture (gconstpointer data)
{
  const LoomPlanArg *arg = data;

  return arg->texture.kind != LOOM_TEXTURE_NONE ? loom_texture_format (&arg->texture) : NULL;
}

static char *
dup_expected (gconstpointer data)
{
  const LoomExpect *expect = &((const LoomPlanArg *) data)->expect;

  return g_strdup (expect->domain != NULL        ? expect->domain
                   : expect->domain_file != NULL ? expect->domain_file : expect->domain_cells);
}

static char *
dup_reference (gconstpointer data)
{
  const LoomExpect *expect = &((const LoomPlanArg *) data)->expect;

  return g_strdup (expect->reference_expr != NULL   ? expect->reference_expr
                   : expect->reference_file != NULL ? expect->reference_file
                                                    : expect->reference_kernel);
}

static const struct
{
  Facet       facet;
  const char *key;
  gboolean    is_expected;      /* it stands in [expect], not in the argument's group */
} arguments[] = {
  { { N_("type"), dup_type }, "type" },
  { { N_("shape"), dup_shape }, "shape" },
  { { N_("pitch"), dup_pitch }, "pitch" },
  { { N_("fill"), dup_fill }, "fill" },
  { { N_("single cells"), dup_text, OF_ARGUMENT (cells) }, "cells" },
  { { N_("value"), dup_value }, "value" },
  { { N_("texture"), dup_texture }, "texture" },
  { { N_("expected cells"), dup_expected }, "domain", TRUE },
  { { N_("reference"), dup_reference }, "reference", TRUE },
};

/* Where arguments are compared: all of them, or the members of one. */
typedef struct
{
  GPtrArray           *changes;
  const LoomRunOrigin *after;
  const LoomPlanArg   *owner;   /* NULL: none */
} Scope;

/* What is expected of the main array may stand in a group without a name. */
static guint
find_expected_line (const Scope       *scope,
                    const LoomPlanArg *array,
                    const char        *key)
{
  const LoomPlan *plan = scope->after->plan;
  g_autofree char *group = g_strconcat ("expect ", array->name, NULL);
  const guint line = loom_document_get_value_line (scope->after->document, group, key);

  if (line > 0 || loom_plan_get_main_array (plan) != array)
    return line;
  return loom_document_get_value_line (scope->after->document, "expect", key);
}

/* A member's settings stand in the group of what it is a member of. */
static guint
find_setting_line (const Scope       *scope,
                   const LoomPlanArg *arg,
                   const char        *key,
                   gboolean           is_expected)
{
  const LoomPlanArg *outer = scope->owner != NULL ? scope->owner : arg;
  g_autofree char *group = g_strconcat ("symbol ", outer->name, NULL);
  g_autofree char *own = scope->owner != NULL ? g_strconcat (key, ".", arg->name, NULL)
                                              : g_strdup (key);

  if (is_expected)
    return find_expected_line (scope, outer, own);
  if (outer->symbol != NULL)
    return loom_document_get_value_line (scope->after->document, group, own);
  return find_line (scope->after, outer->name, own);
}

static char *
dup_name (const Scope       *scope,
          const LoomPlanArg *arg)
{
  return scope->owner != NULL ? g_strconcat (scope->owner->name, ".", arg->name, NULL)
                              : g_strdup (arg->name);
}

static void
compare_argument (const Scope       *scope,
                  const LoomPlanArg *before,
                  const LoomPlanArg *after)
{
  g_autofree char *name = dup_name (scope, after);

  for (guint i = 0; i < G_N_ELEMENTS (arguments); i++)
    {
      g_autofree char *was = facet_dup (&arguments[i].facet, before);
      g_autofree char *is = facet_dup (&arguments[i].facet, after);

      if (g_strcmp0 (was, is) != 0)
        add (scope->changes, LOOM_RUN_CHANGE_ARGUMENT,
             /* Translators: the name of an argument, and something of it: "f: shape" */
             g_strdup_printf (_("%1$s: %2$s"), name, _(arguments[i].facet.title)),
             g_steal_pointer (&was), g_steal_pointer (&is),
             find_setting_line (scope, after, arguments[i].key, arguments[i].is_expected));
    }
}

/* Those of one name are compared; one that only one of both has is told as a whole. */
static void
compare_arguments (const Scope *scope,
                   GPtrArray   *before,
                   GPtrArray   *after)
{
  for (guint i = 0; after != NULL && i < after->len; i++)
    {
      const LoomPlanArg *arg = after->pdata[i];
      const LoomPlanArg *old = loom_plan_args_find (before, arg->name);
      const Scope inside = { scope->changes, scope->after, arg };

      if (old == NULL)
        {
          add (scope->changes, LOOM_RUN_CHANGE_ARGUMENT, dup_name (scope, arg), NULL,
               dup_type (arg), 0);
          continue;
        }
      compare_argument (scope, old, arg);
      compare_arguments (&inside, old->members, arg->members);
    }
  for (guint i = 0; before != NULL && i < before->len; i++)
    {
      const LoomPlanArg *arg = before->pdata[i];

      if (loom_plan_args_find (after, arg->name) == NULL)
        add (scope->changes, LOOM_RUN_CHANGE_ARGUMENT, dup_name (scope, arg), dup_type (arg), NULL,
             0);
    }
}

/* -- Options -- */

static char *
dup_device (gconstpointer origin)
{
  return loom_backend_id_dup_title (((const LoomRunOrigin *) origin)->options.backend);
}

static char *
dup_check (const LoomRunOrigin *origin,
           LoomChecks           check)
{
  const gboolean is_on = (origin->options.checks & check) != 0;

  return dup_switch (&is_on);
}

static char *
dup_races (gconstpointer origin)
{
  return dup_check (origin, LOOM_CHECK_RACES);
}

static char *
dup_uninitialised (gconstpointer origin)
{
  return dup_check (origin, LOOM_CHECK_UNINITIALISED);
}

static char *
dup_order (gconstpointer origin)
{
  const gint64 seed = ((const LoomRunOrigin *) origin)->options.schedule_seed;

  return seed >= 0 ? g_strdup_printf (_("order %" PRIi64), seed) : g_strdup (_("as always"));
}

static const Facet options[] = {
  { N_("Device"), dup_device },
  { N_("Options of the compiler"), dup_text, OF_ORIGIN (compile_options) },
  { N_("Looks for races"), dup_races },
  { N_("Looks for uninitialised reads"), dup_uninitialised },
  { N_("Profile"), dup_switch, OF_ORIGIN (options.profile) },
  { N_("Accesses as written"), dup_switch, OF_ORIGIN (options.as_written) },
  { N_("Samples"), dup_count, OF_ORIGIN (options.repeat) },
  { N_("Empty cache before each sample"), dup_switch, OF_ORIGIN (options.cold) },
  { N_("Order of blocks and warps"), dup_order },
};

static void
add_options (GPtrArray     *changes,
             LoomRunOrigin *before,
             LoomRunOrigin *after)
{
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *was = facet_dup (&options[i], before);
      g_autofree char *is = facet_dup (&options[i], after);

      if (g_strcmp0 (was, is) != 0)
        add (changes, LOOM_RUN_CHANGE_OPTION, g_strdup (_(options[i].title)),
             g_steal_pointer (&was), g_steal_pointer (&is), 0);
    }
}

/**
 * loom_run_changes_list:
 * @before: what a run was made from
 * @after: what a later one was made from
 *
 * Lists what changed from the one to the other: lines of the source, the launch, arguments,
 * options. What is the same in both is not listed, and neither is what only hangs on something that
 * is: how a document writes a setting makes no difference.
 *
 * Returns: (transfer full) (element-type LoomRunChange): the changes, the source first
 */
GPtrArray *
loom_run_changes_list (LoomRunOrigin *before,
                       LoomRunOrigin *after)
{
  GPtrArray *changes = g_ptr_array_new_with_free_func (change_free);
  const Scope scope = { changes, after, NULL };

  g_return_val_if_fail (before != NULL && after != NULL, changes);

  add_source (changes, before->document, after->document);
  add_launch (changes, before, after);
  compare_arguments (&scope, before->plan->args, after->plan->args);
  compare_arguments (&scope, before->plan->symbols, after->plan->symbols);
  add_options (changes, before, after);
  return changes;
}
