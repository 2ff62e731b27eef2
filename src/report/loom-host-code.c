/* loom-host-code.c: a document as a program that launches it without Gridloom
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Everything is taken from the plan, so that the program does what a run does. What a target cannot
 * say is refused by its name.
 */

#include "config.h"

#include "loom-host-code-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef gboolean (* WriteFunc) (LoomHostWriter  *self,
                                GString         *program,
                                GError         **error);

/* A way to write programs. */
typedef struct
{
  const char *word;             /* on the command line */
  const char *ending;           /* of a file */
  WriteFunc   write;
} Target;

static const Target targets[LOOM_N_HOST_TARGETS] = {
  [LOOM_HOST_CUDA] = { "cuda", ".cu", _loom_host_cuda_write },
  [LOOM_HOST_CUPY] = { "cupy", ".py", _loom_host_cupy_write },
  [LOOM_HOST_PYCUDA] = { "pycuda", ".py", _loom_host_pycuda_write },
  [LOOM_HOST_NUMBA] = { "numba", ".py", _loom_host_numba_write },
};

/**
 * loom_host_target_get_word:
 *
 * Returns: how commands name a target
 */
const char *
loom_host_target_get_word (LoomHostTarget target)
{
  g_return_val_if_fail (target < G_N_ELEMENTS (targets), NULL);

  return targets[target].word;
}

/**
 * loom_host_target_get_ending:
 *
 * Returns: how names of such programs end, with the dot
 */
const char *
loom_host_target_get_ending (LoomHostTarget target)
{
  g_return_val_if_fail (target < G_N_ELEMENTS (targets), NULL);

  return targets[target].ending;
}

/**
 * loom_host_target_from_word:
 * @word: as commands name it
 * @target: (out): which one that is
 *
 * Returns: whether there is such a target
 */
gboolean
loom_host_target_from_word (const char     *word,
                            LoomHostTarget *target)
{
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    if (g_strcmp0 (word, targets[i].word) == 0)
      {
        *target = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
check_args (GPtrArray  *args,
            GError    **error)
{
  for (guint i = 0; i < args->len; i++)
    {
      const LoomPlanArg *arg = args->pdata[i];

      if (arg->is_rows)
        return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                          _("%s is an array of pointers to rows, which is not exported"),
                          arg->name);
    }
  return TRUE;
}

/* What no target can say. Special registers of a grid are read by its barrier alone. */
static gboolean
check_plan (const LoomHostSource  *source,
            GError               **error)
{
  const LoomPlan *plan = source->plan;

  if (source->compiled->ptx != NULL && strstr (source->compiled->ptx, "%envreg") != NULL)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("a kernel here waits for its whole grid (grid.sync()), which takes a "
                        "cooperative launch; that is not exported"));
  if (plan->split.devices > 1)
    return loom_fail (
        error, LOOM_ERROR_UNSUPPORTED,
        _("[split] over %u devices is not exported; leave it out to export the launch "
          "for one"),
        plan->split.devices);
  return check_args (plan->args, error);
}

static void
data_free (gpointer data)
{
  LoomHostData *self = data;

  g_free (self->name);
  g_bytes_unref (self->bytes);
  g_free (self);
}

/* "/home/me/wave.py" → "wave" */
static char *
dup_stem (const char *path)
{
  char *stem = g_path_get_basename (path);
  char *dot = strrchr (stem, '.');

  if (dot != NULL && dot != stem)
    *dot = '\0';
  return stem;
}

/**
 * loom_host_code_new:
 * @target: what it is for
 * @source: a document that is bound
 * @path: (nullable): where the program will lie, which names the files beside it
 * @error: return location
 *
 * Writes the program.
 *
 * Errors: %LOOM_ERROR_UNSUPPORTED names what the target cannot say; those of reading files.
 *
 * Returns: (transfer full): the program, or %NULL
 */
LoomHostCode *
loom_host_code_new (LoomHostTarget         target,
                    const LoomHostSource  *source,
                    const char            *path,
                    GError               **error)
{
  g_autofree char *stem = path != NULL ? dup_stem (path) : NULL;
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) types = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) own = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GHashTable) counters = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) kernel_names
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) streams = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GString) kernels = g_string_new (NULL), body = g_string_new (NULL);
  g_autoptr (GString) program = g_string_new (NULL);
  g_autoptr (GPtrArray) data = g_ptr_array_new_with_free_func (data_free);
  LoomHostWriter writer = {
    .source = source,
    .plan = source->plan,
    .stem = stem,
    .taken = taken,
    .names = names,
    .own = own,
    .types = types,
    .counters = counters,
    .kernel_names = kernel_names,
    .streams = streams,
    .data = data,
    .kernels = kernels,
    .body = body,
  };
  LoomHostCode *self;

  g_return_val_if_fail (target < G_N_ELEMENTS (targets) && source != NULL, NULL);

  if (!check_plan (source, error))
    return NULL;
  if (!targets[target].write (&writer, program, error))
    return NULL;

  self = g_new (LoomHostCode, 1);
  self->text = g_strdup (program->str);
  self->data = g_steal_pointer (&data);
  return self;
}

/**
 * loom_host_code_save:
 * @path: of the program; the files that it reads lie beside it
 * @error: return location
 *
 * Writes the files that the program reads, then itself, each whole or not at all.
 *
 * Errors: %LOOM_ERROR_FILE.
 *
 * Returns: whether all are there
 */
gboolean
loom_host_code_save (const LoomHostCode  *self,
                     const char          *path,
                     GError             **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) local_error = NULL;

  for (guint i = 0; i < self->data->len; i++)
    {
      const LoomHostData *data = self->data->pdata[i];
      g_autofree char *beside = g_build_filename (folder, data->name, NULL);

      if (!g_file_set_contents (beside, g_bytes_get_data (data->bytes, NULL),
                                (gssize) g_bytes_get_size (data->bytes), &local_error))
        return loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
    }
  if (!g_file_set_contents (path, self->text, -1, &local_error))
    return loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
  return TRUE;
}

void
loom_host_code_free (LoomHostCode *self)
{
  g_free (self->text);
  g_ptr_array_unref (self->data);
  g_free (self);
}
