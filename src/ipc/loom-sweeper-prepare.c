/* loom-sweeper-prepare.c: each configuration of a sweep as a launch, or why it can be none
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What has the same options of the compiler is compiled once. A few configurations are prepared at
 * a time, so that a window goes on meanwhile.
 */

#include "config.h"

#include "loom-sweeper-private.h"

#include "loom-document.h"

#include <glib/gi18n-lib.h>

#define SLICE_US 5000
/* A runner that was lost while it compiled is replaced; a source that ends each one is at fault. */
#define MOST_ATTEMPTS 2

/* Of the compiler, as a document says them. */
const char *
_loom_sweeper_get_options (LoomSweeper  *self,
                           LoomDocument *document)
{
  g_autofree char *group
      = loom_document_dup_group (document, self->plan->kernel, NULL, "options");
  const char *options = loom_document_get_value (document, group, "options");

  return options != NULL ? options : "";
}

static void
compiled_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LoomSweeper) self = user_data;
  g_autofree char *options = g_steal_pointer (&self->module);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) compiled
      = loom_runner_client_compile_finish (LOOM_RUNNER_CLIENT (source), result, &error);
  const LoomDiagnostic *first = compiled != NULL ? loom_compiled_find_error (compiled) : NULL;

  g_clear_object (&self->compiling);
  if (self->is_stopped)
    {
      _loom_sweeper_pump (self);
      return;
    }
  if (g_error_matches (error, LOOM_ERROR, LOOM_ERROR_RUNNER) && ++self->attempts < MOST_ATTEMPTS)
    {
      _loom_sweeper_prepare (self);
      return;
    }
  self->attempts = 0;
  if (compiled != NULL && compiled->ptx != NULL)
    g_hash_table_insert (self->modules, g_steal_pointer (&options), g_steal_pointer (&compiled));
  else if (error != NULL)
    g_hash_table_insert (self->broken, g_steal_pointer (&options), g_strdup (error->message));
  else
    g_hash_table_insert (self->broken, g_steal_pointer (&options),
                         g_strdup_printf (_("It does not compile: %s"),
                                          first != NULL ? first->text : compiled->log ?: ""));
  _loom_sweeper_prepare (self);
}

/* Whoever waits for it is prepared once more. */
static void
compile (LoomSweeper *self,
         const char  *options)
{
  LoomCompileRequest request;
  g_auto (GStrv) words = NULL;

  if (!loom_compile_request_from_variant (self->compile, &request, NULL))
    return;
  g_shell_parse_argv (options, NULL, &words, NULL);
  g_free ((gpointer) request.options);
  request.options = (const char * const *) words;
  self->compiling = g_cancellable_new ();
  self->module = g_strdup (options);
  loom_runner_client_compile_async (self->client, &request, self->compiling, compiled_cb,
                                    g_object_ref (self));
  request.options = NULL;
  loom_compile_request_clear (&request);
}

/* FALSE: its module has to be compiled first. */
static gboolean
find_module (LoomSweeper      *self,
             LoomDocument     *document,
             LoomSweeperItem  *item,
             GError          **error)
{
  const char *options = _loom_sweeper_get_options (self, document);
  LoomCompiled *compiled = g_hash_table_lookup (self->modules, options);
  const char *why = g_hash_table_lookup (self->broken, options);

  if (why != NULL)
    g_set_error_literal (error, LOOM_ERROR, LOOM_ERROR_COMPILE, why);
  else if (compiled == NULL)
    {
      compile (self, options);
      return FALSE;
    }
  else
    item->compiled = loom_compiled_ref (compiled);
  return TRUE;
}

/* The settings may say it in a place that counts more, as a line of [steps]. */
static gboolean
check_block (LoomSweeper  *self,
             guint         tile,
             LoomPlan     *plan,
             GError      **error)
{
  for (guint i = 0; i < self->sweep->axes->len; i++)
    {
      const LoomSweepAxis *axis = self->sweep->axes->pdata[i];
      const LoomDim3 *extents = axis->kind == LOOM_SWEEP_BLOCK ? &plan->block : &plan->grid;
      const guint32 parts[] = { extents->x, extents->y, extents->z };
      const char *wanted
          = loom_sweep_get_value (self->sweep, _loom_sweeper_get_tile (self, tile), i);

      if ((axis->kind == LOOM_SWEEP_BLOCK || axis->kind == LOOM_SWEEP_GRID) &&
          g_ascii_strtoull (wanted, NULL, 10) != parts[axis->part])
        return loom_fail (error, LOOM_ERROR_LAUNCH,
                          _("%1$s stays %2$u: something else says it of this launch, as a line of "
                            "[steps] does"), axis->name, parts[axis->part]);
    }
  return TRUE;
}

static void
bind (LoomSweeper   *self,
      guint          tile,
      LoomDocument  *document,
      GError       **error)
{
  LoomSweeperItem *item = _loom_sweeper_get_item (self, tile);
  g_autoptr (GFile) folder = self->folder != NULL ? g_file_new_for_path (self->folder) : NULL;
  const LoomOverrides overrides = { .kernel = self->kernel, .shape = self->shape,
                                    .set = self->set };

  item->plan = loom_plan_bind (document, item->compiled, &overrides, &self->limits, folder, error);
  if (item->plan != NULL && !check_block (self, tile, item->plan, error))
    g_clear_pointer (&item->plan, loom_plan_unref);
}

/* FALSE: it is prepared later. */
static gboolean
prepare_tile (LoomSweeper *self,
              guint        index)
{
  LoomSweepTile *tile = _loom_sweeper_get_tile (self, index);
  LoomSweeperItem *item = _loom_sweeper_get_item (self, index);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomDocument) document = loom_sweep_vary (self->sweep->axes, tile->picks,
                                                       self->document, self->plan, &error);

  if (document != NULL && !find_module (self, document, item, &error))
    return FALSE;
  if (item->compiled != NULL)
    bind (self, index, document, &error);
  if (g_error_matches (error, LOOM_ERROR, LOOM_ERROR_COMPILE) ||
      g_error_matches (error, LOOM_ERROR, LOOM_ERROR_RUNNER))
    _loom_sweeper_set (self, index, LOOM_OUTCOME_FAILED, error->message);
  else if (error != NULL)
    _loom_sweeper_set (self, index, LOOM_OUTCOME_INFEASIBLE, error->message);
  return TRUE;
}

static gboolean
prepare_cb (gpointer user_data)
{
  LoomSweeper *self = user_data;
  const gint64 end = g_get_monotonic_time () + SLICE_US;

  while (self->next < self->sweep->tiles->len && g_get_monotonic_time () < end)
    {
      if (!prepare_tile (self, self->next))
        {
          self->prepare = 0;
          return G_SOURCE_REMOVE;
        }
      self->next++;
    }
  if (self->next < self->sweep->tiles->len)
    return G_SOURCE_CONTINUE;
  self->prepare = 0;
  _loom_sweeper_run (self);
  return G_SOURCE_REMOVE;
}

/* Goes on where it was; all are run then. */
void
_loom_sweeper_prepare (LoomSweeper *self)
{
  self->prepare = g_idle_add (prepare_cb, self);
}
