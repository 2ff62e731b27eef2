/* loom-chain.c: does what a document says is done with a run: checks it and writes files
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-chain.h"

#include "loom-array-file.h"
#include "loom-folder.h"
#include "loom-picture.h"
#include "loom-report.h"
#include "loom-view-settings.h"
#include "loom-written.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <inttypes.h>
#include <string.h>

struct _LoomChain
{
  LoomDocument *document;
  LoomCompiled *compiled;
  LoomPlan     *plan;
  LoomRun      *run;
  char         *path;           /* of the document, or NULL: it has none yet */
  char         *folder;         /* that it is in, or NULL */
  gboolean      replace;        /* files that were not written for this document, too */
  GPtrArray    *outcomes;       /* (element-type LoomLinkOutcome) of the links so far */
};

/**
 * loom_chain_new:
 * @document: whose [after] says what is done
 * @compiled: what it was compiled to
 * @plan: what was launched
 * @run: what came of it
 * @path: (type filename) (nullable): where the document is; %NULL: it is in no file yet
 *
 * Returns: (transfer full): a chain of which nothing is done yet
 */
LoomChain *
loom_chain_new (LoomDocument *document,
                LoomCompiled *compiled,
                LoomPlan     *plan,
                LoomRun      *run,
                const char   *path)
{
  LoomChain *self = g_new0 (LoomChain, 1);

  self->document = loom_document_ref (document);
  self->compiled = loom_compiled_ref (compiled);
  self->plan = loom_plan_ref (plan);
  self->run = loom_run_ref (run);
  self->path = path != NULL ? g_canonicalize_filename (path, NULL) : NULL;
  self->folder = self->path != NULL ? g_path_get_dirname (self->path) : NULL;
  self->outcomes = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_link_outcome_free);
  return self;
}

void
loom_chain_free (LoomChain *self)
{
  if (self == NULL)
    return;

  loom_document_unref (self->document);
  loom_compiled_unref (self->compiled);
  loom_plan_unref (self->plan);
  loom_run_unref (self->run);
  g_free (self->path);
  g_free (self->folder);
  g_ptr_array_unref (self->outcomes);
  g_free (self);
}

/* -- Before anything runs -- */

static gboolean
has_array (LoomPlan   *plan,
           const char *name,
           GString    *names)
{
  GPtrArray * const lists[] = { plan->args, plan->symbols };

  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    for (guint i = 0; i < lists[k]->len; i++)
      {
        const LoomPlanArg *arg = lists[k]->pdata[i];

        if (arg->kind != LOOM_PARAM_ARRAY)
          continue;
        if (strcmp (arg->name, name) == 0)
          return TRUE;
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", arg->name);
      }
  return FALSE;
}

static gboolean
has_lens (const char *name,
          GString    *names)
{
  LoomLens lens;

  for (guint i = 0; i < LOOM_N_LENSES; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", loom_lens_get_name (i));
  return loom_lens_from_name (name, &lens);
}

/**
 * loom_chain_check:
 * @document: whose [after] says what is done
 * @plan: what is to be launched
 *
 * Finds names that mean nothing before a run is waited for.
 *
 * Returns: (transfer container) (element-type LoomDiagnostic): the errors, by their lines
 */
GPtrArray *
loom_chain_check (LoomDocument *document,
                  LoomPlan     *plan)
{
  GPtrArray *chain = loom_document_get_chain (document);
  GPtrArray *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_diagnostic_free);

  for (guint i = 0; i < chain->len; i++)
    {
      const LoomLink *link = chain->pdata[i];
      g_autoptr (GString) arrays = g_string_new (NULL), lenses = g_string_new (NULL);

      if (link->array != NULL && !has_array (plan, link->array, arrays))
        g_ptr_array_add (problems, loom_diagnostic_new (
            LOOM_SEVERITY_ERROR, link->line, link->column,
            _("there is no array “%1$s” to write after the run; there are %2$s"), link->array,
            arrays->str));
      if (link->lens != NULL && !has_lens (link->lens, lenses))
        g_ptr_array_add (problems, loom_diagnostic_new (
            LOOM_SEVERITY_ERROR, link->line, link->column,
            _("there is no lens “%1$s”; there are %2$s"), link->lens, lenses->str));
    }
  return problems;
}

/* Whether a file is there that was not written for this document, or was changed since. */
static gboolean
is_foreign (LoomChain  *self,
            const char *target)
{
  return g_file_test (target, G_FILE_TEST_EXISTS) && !loom_written_is_known (self->path, target);
}

/**
 * loom_chain_list_foreign:
 *
 * Lists the files that are in the way: they are there, and were not written for this document, or
 * somebody changed them since.
 *
 * Returns: (transfer full): their names, as the document has them
 */
char **
loom_chain_list_foreign (LoomChain *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  GPtrArray *chain = loom_document_get_chain (self->document);

  for (guint i = 0; i < chain->len; i++)
    {
      const LoomLink *link = chain->pdata[i];
      g_autofree char *target
          = link->file != NULL ? loom_folder_dup_target (self->folder, link->file, NULL) : NULL;

      if (target != NULL && is_foreign (self, target))
        g_strv_builder_add (names, link->file);
    }
  return g_strv_builder_end (names);
}

/* -- The links -- */

/* What is expected of one array; adds to what was looked at. */
static gboolean
check_array (const LoomRunArray  *array,
             guint64             *compared,
             guint64             *covered,
             GError             **error)
{
  LoomArrayCounts counts;

  *compared += array->compared;
  if (array->mismatches > 0)
    return loom_fail (error, LOOM_ERROR_MISMATCH,
                      _("%1$" PRIu64 " of %2$" PRIu64 " compared cells of %3$s differ from the "
                        "reference"), array->mismatches, array->compared, array->name);
  if (array->domain == NULL)
    return TRUE;

  loom_run_array_count (array, &counts);
  if (counts.missed < 0)
    return loom_fail (error, LOOM_ERROR_MISMATCH,
                      _("which cells of %s were written was not counted; count them, or leave its "
                        "domain= out"), array->name);
  if (counts.missed > 0 || counts.extra > 0)
    return loom_fail (error, LOOM_ERROR_MISMATCH,
                      _("of %1$s, %2$" PRId64 " cells were missed, and %3$" PRId64 " written that "
                        "should not be"), array->name, counts.missed, counts.extra);
  *covered += counts.cells;
  return TRUE;
}

static char *
dup_praise (guint64 compared,
            guint64 covered)
{
  if (covered == 0)
    return g_strdup_printf (_("%" PRIu64 " cells equal the reference"), compared);
  if (compared == 0)
    return g_strdup_printf (_("of %" PRIu64 " cells those were written that should be"), covered);
  return g_strdup_printf (_("%1$" PRIu64 " cells equal the reference, and of %2$" PRIu64 " those "
                            "were written that should be"), compared, covered);
}

static gboolean
check_arrays (LoomChain        *self,
              LoomLinkOutcome  *outcome,
              GError          **error)
{
  guint64 compared = 0, covered = 0;

  for (guint i = 0; i < self->run->arrays->len; i++)
    if (!check_array (self->run->arrays->pdata[i], &compared, &covered, error))
      return FALSE;
  if (compared + covered == 0)
    return loom_fail (error, LOOM_ERROR_MISMATCH,
                      _("nothing is expected of any array; say what in [expect], or leave “check” "
                        "out"));
  outcome->words = dup_praise (compared, covered);
  return TRUE;
}

static gint
find_array (LoomChain   *self,
            const char  *name,
            GError     **error)
{
  for (guint i = 0; i < self->run->arrays->len; i++)
    {
      g_autofree char *its = loom_run_dup_array_name (self->run, self->run->arrays->pdata[i]);

      if (strcmp (its, name) == 0)
        return (gint) i;
    }
  loom_fail (error, LOOM_ERROR_DOCUMENT, _("the run has no array “%s”"), name);
  return -1;
}

static gboolean
save_array (LoomChain       *self,
            const LoomLink  *link,
            const char      *target,
            GError         **error)
{
  const gint index = find_array (self, link->array, error);

  return index >= 0 &&
         loom_array_file_save (((LoomRunArray *) self->run->arrays->pdata[index])->array,
                               link->array, target, error);
}

static gboolean
apply_lens (LoomChain   *self,
            const char  *name,
            LoomView    *view,
            GError     **error)
{
  LoomLens lens = view->lens;

  if (name != NULL && !loom_lens_from_name (name, &lens))
    return loom_fail (error, LOOM_ERROR_DOCUMENT, _("there is no lens “%s”"), name);
  if (loom_lens_is_available (lens, self->run, view->array))
    view->lens = lens;
  else if (name == NULL)
    view->lens = LOOM_LENS_VALUE;
  else
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("this run has not recorded what the lens “%s” shows"), name);
  return TRUE;
}

static gboolean
draw_picture (LoomChain       *self,
              const LoomLink  *link,
              const char      *target,
              GError         **error)
{
  g_autoptr (LoomPicture) picture = NULL;
  gint index;
  LoomView view;

  if (self->run->arrays->len == 0)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("there is nothing to draw: the kernel has no array"));
  loom_view_init (&view, self->run);
  loom_view_apply_settings (&view, self->run, self->document);
  index = link->array != NULL ? find_array (self, link->array, error) : (gint) view.array;
  if (index < 0)
    return FALSE;
  if ((guint) index != view.array)
    view.member = view.plane = 0;
  view.array = (guint) index;
  if (!apply_lens (self, link->lens, &view, error))
    return FALSE;
  picture = loom_picture_new (self->run, &view);
  return loom_picture_export (picture, target, error);
}

static gboolean
write_report (LoomChain   *self,
              const char  *target,
              GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text
      = loom_report_format_run (self->run, self->plan, self->document, self->compiled,
                                self->outcomes, NULL, TRUE);

  if (g_file_set_contents_full (target, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0666,
                                &local_error))
    return TRUE;
  return loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
}

static gboolean
write_file (LoomChain       *self,
            const LoomLink  *link,
            const char      *target,
            GError         **error)
{
  switch (link->kind)
    {
    case LOOM_LINK_SAVE:
      return save_array (self, link, target, error);
    case LOOM_LINK_PICTURE:
      return draw_picture (self, link, target, error);
    case LOOM_LINK_REPORT:
      return write_report (self, target, error);
    case LOOM_LINK_CHECK:
    case LOOM_N_LINKS:
    default:
      g_assert_not_reached ();
    }
}

static gboolean
export (LoomChain        *self,
        const LoomLink   *link,
        LoomLinkOutcome  *outcome,
        GError          **error)
{
  g_autofree char *target = loom_folder_dup_target (self->folder, link->file, error);
  GStatBuf status;

  if (target == NULL)
    return FALSE;
  outcome->is_foreign = !self->replace && is_foreign (self, target);
  if (outcome->is_foreign)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("“%s” exists already and was not written by a run of this document: allow "
                        "that it is replaced, move it away, or choose another name"), link->file);
  if (!write_file (self, link, target, error))
    return FALSE;
  loom_written_note (self->path, target);
  outcome->bytes = g_stat (target, &status) == 0 ? (guint64) status.st_size : 0;
  outcome->words = g_format_size_full (outcome->bytes, G_FORMAT_SIZE_IEC_UNITS);
  return TRUE;
}

/* why: NULL unless it is skipped. */
static void
do_link (LoomChain      *self,
         const LoomLink *link,
         const char     *why)
{
  LoomLinkOutcome *outcome = g_new (LoomLinkOutcome, 1);
  g_autoptr (GError) error = NULL;
  const gint64 start = g_get_monotonic_time ();

  *outcome = (LoomLinkOutcome) { .line = link->line, .column = link->column, .ms = -1,
                                 .text = g_strdup (link->text), .file = g_strdup (link->file) };
  if (why != NULL)
    {
      outcome->words = g_strdup (why);
    }
  else
    {
      const gboolean done = link->kind == LOOM_LINK_CHECK
                                ? check_arrays (self, outcome, &error)
                                : export (self, link, outcome, &error);

      outcome->state = done ? LOOM_LINK_DONE : LOOM_LINK_FAILED;
      outcome->ms = (double) (g_get_monotonic_time () - start) / 1000;
    }
  if (error != NULL)
    {
      outcome->code = error->domain == LOOM_ERROR ? (LoomError) error->code : LOOM_ERROR_FAILED;
      outcome->words = g_strdup (error->message);
    }
  g_ptr_array_add (self->outcomes, outcome);
}

/**
 * loom_chain_run:
 * @replace: whether files may be replaced that were not written for this document
 *
 * Does the links in order. The first that fails stops the rest; after a run that failed, none is
 * done. Blocks.
 *
 * Returns: (transfer container) (element-type LoomLinkOutcome): what came of each
 */
GPtrArray *
loom_chain_run (LoomChain *self,
                gboolean   replace)
{
  GPtrArray *chain = loom_document_get_chain (self->document);
  g_autofree char *why = NULL;

  self->replace = replace;
  if (self->run->trap != NULL)
    why = g_strdup (_("the run failed"));
  for (guint i = 0; i < chain->len; i++)
    {
      const LoomLink *link = chain->pdata[i];
      const LoomLinkOutcome *outcome;

      do_link (self, link, why);
      outcome = self->outcomes->pdata[i];
      if (outcome->state == LOOM_LINK_FAILED)
        why = g_strdup_printf (_("line %u failed"), outcome->line);
    }
  return g_ptr_array_ref (self->outcomes);
}
