/* loom-example.c: the kernels of the gallery, and what each of them teaches and shows
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-example.h"

#include "loom-paths.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define SUFFIX ".cu"

G_DEFINE_FINAL_TYPE (LoomExample, loom_example, G_TYPE_OBJECT)

/* The lines of the comment that a text begins with, without stars and the spaces around them. */
static GStrv
list_comment (const char *text)
{
  const char *end = g_str_has_prefix (text, "/*") ? strstr (text, "*/") : NULL;
  g_autofree char *comment
      = end != NULL ? g_strndup (text + 2, (gsize) (end - text - 2)) : g_strdup ("");
  GStrv lines = g_strsplit (comment, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = g_strstrip (lines[i]);

      if (*line == '*')
        line++;
      memmove (lines[i], line, strlen (line) + 1);
      g_strstrip (lines[i]);
    }
  return lines;
}

/* The first sentence of the first paragraph under the title. */
static char *
dup_summary (char **lines)
{
  g_autoptr (GString) paragraph = g_string_new (NULL);
  const char *stop;

  while (*lines != NULL && **lines == '\0')
    lines++;
  for (; *lines != NULL && **lines != '\0'; lines++)
    g_string_append_printf (paragraph, "%s%s", paragraph->len > 0 ? " " : "", *lines);
  stop = strstr (paragraph->str, ". ");
  if (stop != NULL)
    g_string_truncate (paragraph, (gsize) (stop - paragraph->str) + 1);
  return g_string_free (g_steal_pointer (&paragraph), FALSE);
}

/* kernels/texts.h has them for the translators. */
static char *
dup_translated (const char *text)
{
  return g_strdup (*text != '\0' ? g_dgettext (GETTEXT_PACKAGE, text) : "");
}

static void
loom_example_finalize (GObject *object)
{
  LoomExample *self = LOOM_EXAMPLE (object);

  g_free (self->name);
  g_free (self->title);
  g_free (self->summary);
  g_free (self->topics);
  g_free (self->text);
  g_free (self->haystack);
  g_clear_object (&self->thumbnail);

  G_OBJECT_CLASS (loom_example_parent_class)->finalize (object);
}

static void
loom_example_class_init (LoomExampleClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_example_finalize;
}

static void
loom_example_init (LoomExample *self)
{
}

/* What is in the source says what it shows: a topic is one of a text that holds any of its marks,
 * at the beginning of a word. */
static const struct
{
  const char *topic;
  const char *marks[4];
} known_topics[] = {
  { N_("2-D"), { "blockIdx.y", "threadIdx.y" } },
  { N_("3-D"), { "blockIdx.z", "threadIdx.z" } },
  { N_("atomic"), { "atomicA", "atomicC", "atomicM" } },
  { N_("barrier"), { "__syncthreads" } },
  { N_("constant memory"), { "__constant__" } },
  { N_("cooperative groups"), { "cooperative_groups" } },
  { N_("grid-stride loop"), { "stride" } },
  { N_("histogram"), { "histogram" } },
  { N_("matrix"), { "matrix" } },
  { N_("out of bounds"), { "inside the array", "past the end" } },
  { N_("printf"), { "printf (" } },
  { N_("race"), { "race" } },
  { N_("reduction"), { "reduction" } },
  { N_("shared memory"), { "__shared__" } },
  { N_("shuffle"), { "__shfl" } },
  { N_("stencil"), { "stencil" } },
  { N_("texture"), { "cudaTextureObject_t" } },
  { N_("transpose"), { "transpose" } },
  { N_("trap"), { "trap" } },
};

/* Whether a mark is in a text, and no letter before it. */
static gboolean
has (const char *text,
     const char *mark)
{
  for (const char *at = text; (at = strstr (at, mark)) != NULL; at++)
    if (at == text || !g_ascii_isalnum (at[-1]))
      return TRUE;
  return FALSE;
}

static gboolean
shows (const char         *text,
       const char * const *marks)
{
  for (guint i = 0; i < 4 && marks[i] != NULL; i++)
    if (has (text, marks[i]))
      return TRUE;
  return FALSE;
}

/* What a kernel shows, from its words, in the order of the alphabet. */
static GStrv
list_topics (const char *text,
             gboolean    translated)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (known_topics); i++)
    if (shows (text, known_topics[i].marks))
      g_strv_builder_add (builder, translated ? _(known_topics[i].topic) : known_topics[i].topic);
  return g_strv_builder_end (builder);
}

/* What it shows is found in the user's words and in those of CUDA. */
static void
set_topics (LoomExample *self)
{
  g_auto (GStrv) topics = list_topics (self->text, TRUE);
  g_auto (GStrv) in_english = list_topics (self->text, FALSE);
  g_autofree char *english = g_strjoinv (" ", in_english);
  g_autofree char *all = NULL;

  self->topics = g_strjoinv (" · ", topics);
  all = g_strjoin (" ", self->title, self->summary, self->topics, english, NULL);
  self->haystack = g_utf8_casefold (all, -1);
}

/**
 * loom_example_new:
 * @name: the name of its file
 * @text: what is in it
 * @thumbnail: (nullable): a small picture of what comes of it
 *
 * Makes an example. Its title is the first line of the comment that the text begins with, or else
 * its name. Title and summary are in the user's language as far as the catalogues have them.
 */
LoomExample *
loom_example_new (const char *name,
                  const char *text,
                  GdkTexture *thumbnail)
{
  LoomExample *self = g_object_new (LOOM_TYPE_EXAMPLE, NULL);
  g_auto (GStrv) lines = list_comment (text);
  g_autofree char *summary = NULL;
  gboolean has_title = lines[0] != NULL && *lines[0] != '\0';

  self->name = g_strdup (name);
  self->text = g_strdup (text);
  self->title = has_title ? dup_translated (lines[0]) : g_strdup (name);
  summary = has_title ? dup_summary (lines + 1) : g_strdup ("");
  self->summary = dup_translated (summary);
  set_topics (self);
  g_set_object (&self->thumbnail, thumbnail);
  return self;
}

/* Whether a word in the text begins so. */
static gboolean
has_word (const char *text,
          const char *beginning)
{
  for (const char *at = text; (at = strstr (at, beginning)) != NULL; at = g_utf8_next_char (at))
    if (at == text || !g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (at))))
      return TRUE;
  return FALSE;
}

/**
 * loom_example_rank:
 * @wanted: some words, or beginnings of words
 *
 * Returns: 0 if one of the words is neither in title nor summary nor topics; else 1 and the number
 *   of those that the title has, so that what is called so comes before what only mentions it
 */
guint
loom_example_rank (LoomExample *self,
                   const char  *wanted)
{
  g_autofree char *folded = g_utf8_casefold (wanted, -1);
  g_auto (GStrv) words = g_strsplit_set (folded, " \t", -1);
  g_autofree char *title = NULL;
  guint rank = 1;

  g_return_val_if_fail (LOOM_IS_EXAMPLE (self), 0);

  title = g_utf8_casefold (self->title, -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (has_word (title, words[i]))
      rank++;
    else if (!has_word (self->haystack, words[i]))
      return 0;
  return rank;
}

static int
compare_names (gconstpointer a,
               gconstpointer b,
               gpointer      unused)
{
  return strcmp (((const LoomExample *) a)->name, ((const LoomExample *) b)->name);
}

/* The picture is drawn ahead and lies beside the kernel (tests/kernels/test-gallery-thumbnails.c).
 * An example that has none is read all the same. */
static LoomExample *
read_example (const char *folder,
              const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (SUFFIX));
  g_autofree char *picture = g_strconcat (stem, ".png", NULL);
  g_autoptr (GdkTexture) thumbnail = NULL;
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_utf8_validate (text, -1, NULL))
    return NULL;
  thumbnail = gdk_texture_new_from_filename (picture, NULL);
  return loom_example_new (name, text, thumbnail);
}

static void
list_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_autoptr (GListStore) examples = g_list_store_new (LOOM_TYPE_EXAMPLE);
  g_autofree char *folder = NULL;
  g_autoptr (GDir) dir = NULL;
  GError *error = NULL;
  const char *name;

  folder = loom_paths_find_data ("kernels", &error);
  if (folder != NULL)
    dir = g_dir_open (folder, 0, &error);
  if (dir == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (LoomExample) example
          = g_str_has_suffix (name, SUFFIX) ? read_example (folder, name) : NULL;

      if (example != NULL)
        g_list_store_insert_sorted (examples, example, compare_names, NULL);
    }
  g_task_return_pointer (task, g_steal_pointer (&examples), g_object_unref);
}

/**
 * loom_example_list_async:
 *
 * Reads the gallery that came with Gridloom.
 */
void
loom_example_list_async (GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, loom_example_list_async);
  g_task_run_in_thread (task, list_thread);
}

/**
 * loom_example_list_finish:
 * @error: where to put a %LOOM_ERROR_FILE
 *
 * Returns: (transfer full): a model of #LoomExample in the order of the lessons, or %NULL
 */
GListModel *
loom_example_list_finish (GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
