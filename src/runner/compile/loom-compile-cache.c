/* loom-compile-cache.c: answers of the compiler that are kept on disk
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An answer is kept whole, under the request, the compiler with the toolkit's headers, and the
 * language of messages. What it hangs on besides, headers of the user, stands in it and is compared
 * before it is given again. A process that compiled a hostile source may lie, but it serves one
 * folder, and the folder is a part of the request.
 */

#include "config.h"

#include "loom-compile-cache.h"

#include "loom-compile-options.h"
#include "loom-compiler.h"
#include "loom-confine.h"
#include "loom-nvrtc-memo.h"
#include "loom-runner-locale.h"

#include <stdlib.h>

/* What is more than the bounds allow is removed after the first answer that a process saves, and
 * after each one of so many. */
#define TRIM_EACH 16

/* A request, and how the files around its document are found. */
typedef struct
{
  LoomCompileRequest  request;
  LoomNvrtcMemo      *memo;
  char               *toolkit;          /* of the compiler that would answer; NULL: there is none */
  char               *folder, *root;    /* real paths, of realpath() */
} Question;

static void
question_clear (Question *self)
{
  loom_compile_request_clear (&self->request);
  g_clear_pointer (&self->memo, loom_nvrtc_memo_free);
  g_free (self->toolkit);
  free (self->folder);
  free (self->root);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Question, question_clear)

/**
 * loom_compile_cache_init:
 * @self: (out caller-allocates): a cache; nothing is made or read yet
 */
void
loom_compile_cache_init (LoomCompileCache *self)
{
  loom_disk_cache_init_kernels (&self->files);
  self->n_saved = 0;
}

void
loom_compile_cache_clear (LoomCompileCache *self)
{
  loom_disk_cache_clear (&self->files);
}

/* FALSE: its answer can't be kept, as names of its files are no text. */
static gboolean
read_question (Question *self,
               GVariant *variant)
{
  LoomCompileRequest *request = &self->request;

  if (!loom_compile_request_from_variant (variant, request, NULL))
    return FALSE;
  for (guint i = 0; request->options != NULL && request->options[i] != NULL; i++)
    if (!g_utf8_validate (request->options[i], -1, NULL))
      return FALSE;

  self->folder = request->folder != NULL ? realpath (request->folder, NULL) : NULL;
  self->root = request->root != NULL ? loom_compiler_find_root (self->folder, request->root) : NULL;
  self->memo = loom_nvrtc_guess (&self->toolkit);
  return self->toolkit != NULL;
}

static char *
dup_key (const Question *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *language = loom_runner_locale_dup_name ();
  LoomCompileRequest request = self->request;

  request.backend = NULL;
  request.limits = (LoomCompileLimits) { 0 };
  loom_disk_cache_add_text (sum, PACKAGE_VERSION);
  loom_disk_cache_add_text (sum, self->toolkit);
  loom_disk_cache_add_text (sum, language);
  loom_disk_cache_add_text (sum, loom_confine_is_possible () ? "confined" : "");
  loom_disk_cache_add_text (sum, self->folder);
  loom_disk_cache_add_text (sum, self->root);
  loom_disk_cache_add_variant (sum, loom_compile_request_to_variant (&request));
  return g_strdup (g_checksum_get_string (sum));
}

/* Whether the compiler would be led into the user's folders by the names that it came by. */
static gboolean
may_read_more (const Question     *self,
               const LoomCompiled *compiled)
{
  g_auto (GStrv) folders = loom_compile_options_list_folders (self->request.options);
  g_autoptr (GHashTable) included = g_hash_table_new (g_str_hash, g_str_equal);
  const char *own[] = { self->folder, NULL };

  if (self->folder == NULL)
    return FALSE;
  for (guint i = 0; i < compiled->included->len; i++)
    g_hash_table_add (included, compiled->included->pdata[i]);
  for (guint i = 0; folders[i] != NULL; i++)
    {
      char *path = g_canonicalize_filename (folders[i], self->folder);

      g_free (folders[i]);
      folders[i] = path;
    }
  return loom_nvrtc_memo_may_read (self->memo, included, own)
         || loom_nvrtc_memo_may_read (self->memo, included, (const char * const *) folders);
}

/* Whether all that the answer hangs on is still as it was. */
static gboolean
holds (const Question     *self,
       const LoomCompiled *compiled)
{
  LoomCompileRequest request = self->request;
  const GPtrArray *lookups = compiled->lookups;

  request.folder = self->folder;
  request.root = self->root;
  if (compiled->ptx == NULL || g_strcmp0 (compiled->toolkit, self->toolkit) != 0
      || lookups->len % 2 != 0)
    return FALSE;
  for (guint i = 0; i < lookups->len; i += 2)
    {
      g_autoptr (GBytes) bytes = loom_compiler_read_header (&request, lookups->pdata[i]);
      g_autofree char *digest = loom_compiler_dup_digest (bytes);

      if (!g_str_equal (digest, lookups->pdata[i + 1]))
        return FALSE;
    }

  return !may_read_more (self, compiled);
}

/**
 * loom_compile_cache_load:
 * @request: what Compile takes
 * @key: (out) (nullable) (transfer full): what the answer is to be kept under; %NULL: not at all
 *
 * Looks an answer up. One that is damaged, or no answer, makes room for the next.
 *
 * Returns: (transfer full) (nullable): Compile's answer, checked, a variant in a variant; %NULL if
 *   none is kept that holds
 */
GVariant *
loom_compile_cache_load (LoomCompileCache  *self,
                         GVariant          *request,
                         char             **key)
{
  const gint64 start = g_get_monotonic_time ();
  g_auto (Question) question = { { NULL, } };
  g_autoptr (LoomCompiled) compiled = NULL;
  g_autoptr (GVariant) kept = NULL;

  *key = NULL;
  if (!read_question (&question, request))
    return NULL;

  *key = dup_key (&question);
  kept = loom_disk_cache_load (&self->files, *key, NULL);
  if (kept == NULL)
    return NULL;
  compiled = loom_compiled_from_variant (kept, NULL);
  if (compiled == NULL || !holds (&question, compiled))
    return NULL;

  compiled->is_cached = TRUE;
  compiled->compile_ms = (g_get_monotonic_time () - start) / 1000.0;
  return g_variant_ref_sink (g_variant_new_variant (loom_compiled_to_variant (compiled)));
}

/**
 * loom_compile_cache_save:
 * @key: of loom_compile_cache_load()
 * @answer: Compile's, of a process that may be hostile
 *
 * Keeps an answer that may be given again, if it is one. That it can't be written is no error.
 */
void
loom_compile_cache_save (LoomCompileCache *self,
                         const char       *key,
                         GVariant         *answer)
{
  g_autoptr (GVariant) variant = g_variant_get_variant (answer);
  g_autoptr (LoomCompiled) compiled = loom_compiled_from_variant (variant, NULL);
  g_autoptr (GError) error = NULL;

  if (compiled == NULL || compiled->ptx == NULL || compiled->toolkit == NULL)
    return;
  if (!loom_disk_cache_save (&self->files, key, variant, &error))
    g_debug ("what was compiled is not kept: %s", error->message);
  else if (g_atomic_int_add (&self->n_saved, 1) % TRIM_EACH == 0)
    loom_disk_cache_trim (&self->files);
}
