/* loom-nvrtc-memo.c: answers of the compiler that hold as long as the question is the same
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The compiler does the same with the same question, byte for byte, unless it looks at the clock or
 * reads a file that somebody may change. Such questions are never kept. The toolkit's own headers
 * and our stand-ins for others don't change while this process lives.
 */

#include "config.h"

#include "loom-nvrtc-memo.h"

#include "loom-compile-options.h"

#include <string.h>

/* A source is asked about once for each way to ask, which are few. */
#define MAX_ANSWERS 24
#define MAX_SIZE (32 << 20)
/* Of one folder. */
#define MAX_LISTED 10000

typedef struct
{
  GBytes          *question;
  LoomNvrtcResult  result;
} Answer;

struct _LoomNvrtcMemo
{
  GQueue      answers;          /* (element-type Answer) the last one first */
  gsize       size;
  char       *folders[2];       /* of the toolkit's headers, if there are any */
  GHashTable *roots;            /* (element-type utf8) what names of known headers begin with */
  GHashTable *included;         /* (element-type utf8) names in all questions since the beginning */
  gboolean    is_open;          /* one of these may get another answer the next time */
};

static char *
dup_root (const char *name,
          gsize       length)
{
  const char *slash = memchr (name, '/', length);

  return g_strndup (name, slash != NULL ? (gsize) (slash - name) : length);
}

static void
add_folder (LoomNvrtcMemo *self,
            const char    *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_hash_table_add (self->roots, g_strdup (name));
}

/**
 * loom_nvrtc_memo_new:
 * @stand_ins: (element-type utf8): names of headers that the compiler is given
 * @toolkit: (nullable): folder of the toolkit's headers
 *
 * Returns: (transfer full): a memo without answers
 */
LoomNvrtcMemo *
loom_nvrtc_memo_new (GPtrArray  *stand_ins,
                     const char *toolkit)
{
  LoomNvrtcMemo *self = g_new0 (LoomNvrtcMemo, 1);

  g_queue_init (&self->answers);
  self->roots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->included = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < stand_ins->len; i++)
    g_hash_table_add (self->roots,
                      dup_root (stand_ins->pdata[i], strlen (stand_ins->pdata[i])));
  if (toolkit != NULL)
    {
      self->folders[0] = g_strdup (toolkit);
      self->folders[1] = g_strconcat (toolkit, "/cccl", NULL);
      add_folder (self, self->folders[0]);
      add_folder (self, self->folders[1]);
    }
  return self;
}

static gsize
get_size (const Answer *answer)
{
  return g_bytes_get_size (answer->question) + strlen (answer->result.log)
         + (answer->result.ptx != NULL ? strlen (answer->result.ptx) : 0)
         + (answer->result.cubin != NULL ? g_bytes_get_size (answer->result.cubin) : 0);
}

static void
drop_last (LoomNvrtcMemo *self)
{
  Answer *answer = g_queue_pop_tail (&self->answers);

  self->size -= get_size (answer);
  g_bytes_unref (answer->question);
  loom_nvrtc_result_clear (&answer->result);
  g_free (answer);
}

void
loom_nvrtc_memo_free (LoomNvrtcMemo *self)
{
  while (!g_queue_is_empty (&self->answers))
    drop_last (self);
  g_hash_table_unref (self->roots);
  g_hash_table_unref (self->included);
  g_free (self->folders[0]);
  g_free (self->folders[1]);
  g_free (self);
}

/* The name behind the word `include`; NULL: a macro says it, or the word means something else, such
 * as the question whether a file exists. */
static const char *
find_name (const char *at,
           gsize      *length)
{
  at += strspn (at, " \t");
  if (*at != '<' && *at != '"')
    return NULL;

  *length = strcspn (at + 1, *at == '<' ? ">\n" : "\"\n");
  return at + 1;
}

/* Adds the names that a source includes. FALSE: some can't be told. */
static gboolean
list_names (const char *source,
            GHashTable *names)
{
  for (const char *at = source; (at = strstr (at, "include")) != NULL;)
    {
      gsize length;
      const char *name = find_name (at += strlen ("include"), &length);

      if (name == NULL)
        return FALSE;
      g_hash_table_add (names, g_strndup (name, length));
    }

  return TRUE;
}

static gboolean
has_any (const char *folder,
         GHashTable *names)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return TRUE;
    }

  return FALSE;
}

/* Whether a folder holds something of these names, or may. It is listed, which is one question to a
 * file server where asking for each name would be hundreds. */
static gboolean
may_list_any (const char *folder,
              GHashTable *names)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;
  guint n = 0;

  if (dir == NULL)
    return !g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);

  while ((name = g_dir_read_name (dir)) != NULL)
    if (++n > MAX_LISTED || g_hash_table_contains (names, name))
      return TRUE;

  return FALSE;
}

/**
 * loom_nvrtc_memo_may_read:
 * @included: (element-type utf8): names that a source includes
 * @folders: where the compiler looks for them; those of the toolkit are passed over
 *
 * Headers of the user stand in the source. The compiler comes to others of their folders only by a
 * name that this source, or a header known to it, has for something else.
 *
 * Returns: whether it may
 */
gboolean
loom_nvrtc_memo_may_read (LoomNvrtcMemo      *self,
                          GHashTable         *included,
                          const char * const *folders)
{
  for (guint i = 0; folders[i] != NULL; i++)
    if (g_strcmp0 (folders[i], self->folders[0]) != 0
        && g_strcmp0 (folders[i], self->folders[1]) != 0
        && (has_any (folders[i], included) || may_list_any (folders[i], self->roots)))
      return TRUE;

  return FALSE;
}

static gboolean
may_read (LoomNvrtcMemo      *self,
          const char         *source,
          const char * const *options)
{
  g_auto (GStrv) folders = loom_compile_options_list_folders (options);

  return !list_names (source, self->included)
         || loom_nvrtc_memo_may_read (self, self->included, (const char * const *) folders);
}

static gboolean
hangs_on_time (const char *text)
{
  return strstr (text, "__DATE__") != NULL || strstr (text, "__TIME") != NULL;
}

static void
append_words (GByteArray         *question,
              const char * const *words)
{
  for (; words != NULL && *words != NULL; words++)
    g_byte_array_append (question, (const guint8 *) *words, strlen (*words) + 1);
  g_byte_array_append (question, (const guint8 *) "", 1);
}

/**
 * loom_nvrtc_memo_begin:
 *
 * Forgets what loom_nvrtc_memo_list_included() tells.
 */
void
loom_nvrtc_memo_begin (LoomNvrtcMemo *self)
{
  g_hash_table_remove_all (self->included);
  self->is_open = FALSE;
}

/**
 * loom_nvrtc_memo_list_included:
 *
 * Returns: (transfer full) (nullable) (element-type utf8): the names that all questions since
 *   loom_nvrtc_memo_begin() include; %NULL if one of them may get another answer the next time
 */
GPtrArray *
loom_nvrtc_memo_list_included (LoomNvrtcMemo *self)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, self->included);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (names, g_strdup (name));
  if (self->is_open)
    g_clear_pointer (&names, g_ptr_array_unref);
  return names;
}

/**
 * loom_nvrtc_memo_question:
 * @source: what is to be compiled
 * @name: its name
 * @options: (nullable): NVRTC's options
 * @expressions: (nullable): names to look up
 *
 * Writes down all that the answer hangs on.
 *
 * Returns: (transfer full) (nullable): the question, %NULL if there may be more
 */
GBytes *
loom_nvrtc_memo_question (LoomNvrtcMemo      *self,
                          const char         *source,
                          const char         *name,
                          const char * const *options,
                          const char * const *expressions)
{
  const char * const texts[] = { source, name, NULL };
  gboolean is_open = hangs_on_time (source) || may_read (self, source, options);
  GByteArray *question;

  for (guint i = 0; options != NULL && options[i] != NULL; i++)
    is_open = is_open || hangs_on_time (options[i]);
  self->is_open = self->is_open || is_open;
  if (is_open)
    return NULL;

  question = g_byte_array_new ();
  append_words (question, texts);
  append_words (question, options);
  append_words (question, expressions);
  return g_byte_array_free_to_bytes (question);
}

static void
copy_result (LoomNvrtcResult       *copy,
             const LoomNvrtcResult *result)
{
  *copy = *result;
  copy->log = g_strdup (result->log);
  copy->ptx = g_strdup (result->ptx);
  copy->cubin = result->cubin != NULL ? g_bytes_ref (result->cubin) : NULL;
  copy->lowered = g_hash_table_ref (result->lowered);
}

/**
 * loom_nvrtc_memo_find:
 * @question: of loom_nvrtc_memo_question()
 * @result: (out caller-allocates): free with loom_nvrtc_result_clear()
 *
 * Returns: whether it knows the answer
 */
gboolean
loom_nvrtc_memo_find (LoomNvrtcMemo   *self,
                      GBytes          *question,
                      LoomNvrtcResult *result)
{
  for (GList *link = self->answers.head; link != NULL; link = link->next)
    {
      const Answer *answer = link->data;

      if (g_bytes_equal (answer->question, question))
        {
          g_queue_unlink (&self->answers, link);
          g_queue_push_head_link (&self->answers, link);
          copy_result (result, &answer->result);
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * loom_nvrtc_memo_add:
 * @question: one that it does not know
 * @result: what the compiler gave
 *
 * Keeps an answer, and forgets those that were of use longest ago.
 */
void
loom_nvrtc_memo_add (LoomNvrtcMemo         *self,
                     GBytes                *question,
                     const LoomNvrtcResult *result)
{
  Answer *answer = g_new0 (Answer, 1);

  answer->question = g_bytes_ref (question);
  copy_result (&answer->result, result);
  self->size += get_size (answer);
  g_queue_push_head (&self->answers, answer);
  while (self->answers.length > MAX_ANSWERS || self->size > MAX_SIZE)
    drop_last (self);
}
