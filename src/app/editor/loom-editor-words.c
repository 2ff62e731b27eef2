/* loom-editor-words.c: completing words in the editor
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-words.h"

#include "loom-cuda-words.h"
#include "loom-document-vocabulary.h"
#include "loom-source-outline.h"
#include "loom-view-settings.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define LEAST 3                 /* letters of a word after which it is completed unasked */

/* -- One word -- */

#define LOOM_TYPE_EDITOR_WORD (loom_editor_word_get_type ())
G_DECLARE_FINAL_TYPE (LoomEditorWord, loom_editor_word, LOOM, EDITOR_WORD, GObject)

struct _LoomEditorWord
{
  GObject     parent_instance;

  char       *name;
  const char *kind;             /* for people */
  const char *meaning;          /* the same, or NULL */
  const char *snippet;          /* or NULL */
};

static void
proposal_iface_init (GtkSourceCompletionProposalInterface *iface)
{
}

G_DEFINE_FINAL_TYPE_WITH_CODE (LoomEditorWord, loom_editor_word, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROPOSAL,
                                                      proposal_iface_init))

static void
loom_editor_word_finalize (GObject *object)
{
  LoomEditorWord *self = LOOM_EDITOR_WORD (object);

  g_free (self->name);

  G_OBJECT_CLASS (loom_editor_word_parent_class)->finalize (object);
}

static void
loom_editor_word_class_init (LoomEditorWordClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_editor_word_finalize;
}

static void
loom_editor_word_init (LoomEditorWord *self)
{
}

static void
add_word (GListStore *words,
          const char *name,
          const char *kind,
          const char *meaning,
          const char *snippet)
{
  g_autoptr (LoomEditorWord) word = g_object_new (LOOM_TYPE_EDITOR_WORD, NULL);

  word->name = g_strdup (name);
  word->kind = kind;
  word->meaning = meaning;
  word->snippet = snippet;
  g_list_store_append (words, word);
}

/* -- Where the words come from -- */

struct _LoomEditorWords
{
  GObject  parent_instance;

  char    *typed;               /* the word as far as it is typed */
  char    *group;               /* of the settings that it is in, or NULL */
  gboolean is_asked;            /* somebody pressed a key for help with this word */
  gboolean was_asked;           /* somebody just did, with it or with the next one */
};

static char *
dup_before (GtkTextBuffer     *buffer,
            const GtkTextIter *place)
{
  GtkTextIter start;

  gtk_text_buffer_get_start_iter (buffer, &start);
  return gtk_text_buffer_get_text (buffer, &start, place, TRUE);
}

/**
 * loom_editor_words_dup_group:
 * @buffer: a document
 * @place: in it
 *
 * Finds the group of settings that a place is in.
 *
 * Returns: (transfer full) (nullable): its name, "" before the first; %NULL: there are no settings
 */
char *
loom_editor_words_dup_group (GtkTextBuffer     *buffer,
                             const GtkTextIter *place)
{
  g_autofree char *text = dup_before (buffer, place);
  const char *settings = g_strrstr (text, "/* gridloom"), *open, *close;

  if (settings == NULL || strstr (settings, "*/") != NULL)
    return NULL;
  open = g_strrstr (settings, "\n[");
  close = open != NULL ? strpbrk (open + 1, "]\n") : NULL;
  return close != NULL ? g_strndup (open + 2, close - open - 2) : g_strdup ("");
}

/* What stands in the line before a word. */
static char *
dup_line_before (const GtkTextIter *word)
{
  GtkTextIter start = *word;
  g_autofree char *text = NULL;

  gtk_text_iter_set_line_offset (&start, 0);
  text = gtk_text_iter_get_text (&start, word);
  return g_strdup (g_strstrip (text));
}

/* CUDA's own words are listed as such: in a line that is being typed, a call looks like a
 * declaration. */
static gboolean
is_of_cuda (const char *name)
{
  const LoomCudaWord *word = loom_cuda_words_find (name);

  return word != NULL && word->snippet == NULL;
}

static void
add_defined (GListStore    *words,
             GtkTextBuffer *buffer,
             gsize          offset)
{
  static const char * const kinds[] = {
    [LOOM_DEFINED_MACRO] = N_("macro"), [LOOM_DEFINED_FUNCTION] = N_("function"),
    [LOOM_DEFINED_TYPE] = N_("type"), [LOOM_DEFINED_VARIABLE] = N_("variable"),
  };
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) outline = NULL;

  g_object_get (buffer, "text", &text, NULL);
  outline = loom_source_outline_new (text, strlen (text));
  for (guint i = 0; i < outline->len; i++)
    {
      const LoomDefinition *definition = g_ptr_array_index (outline, i);

      if (offset >= definition->from && offset <= definition->to
          && !is_of_cuda (definition->name) && g_hash_table_add (known, definition->name))
        add_word (words, definition->name, _(kinds[definition->what]), NULL, NULL);
    }
}

static void
add_cuda (GListStore *words)
{
  guint n;
  const LoomCudaWord *all = loom_cuda_words_list (&n);

  for (guint i = 0; i < n; i++)
    add_word (words, all[i].name, all[i].snippet != NULL ? _("snippet") : "CUDA",
              _(all[i].meaning), all[i].snippet);
}

/* Behind `=` a key has words of its own; kernels are named there, and in steps. */
static void
add_values (GListStore    *words,
            const char    *group,
            const char    *before,
            GtkTextBuffer *buffer)
{
  const char *value = strchr (before, '=');
  g_autofree char *key = NULL;
  g_auto (GStrv) list = NULL;

  if (value == NULL || g_str_equal (group, "steps") || g_str_has_suffix (before, "kernel=")
      || g_str_has_suffix (before, "kernel:"))
    {
      add_defined (words, buffer, 0);
      return;
    }
  key = g_strchomp (g_strndup (before, (gsize) (value - before)));
  list = g_str_equal (group, "view") ? loom_view_list_words (key)
                                     : loom_document_vocabulary_list_values (group, key);
  for (guint i = 0; list[i] != NULL; i++)
    add_word (words, list[i], _("value"), NULL, NULL);
}

/* Words of settings have hyphens; in steps, as in the source, one is a minus. */
static void
find_word (LoomEditorWords            *self,
           GtkSourceCompletionContext *context,
           GtkTextIter                *begin,
           GtkTextIter                *end)
{
  GtkTextIter before;

  gtk_source_completion_context_get_bounds (context, begin, end);
  if (self->group == NULL || g_str_equal (self->group, "steps"))
    return;
  before = *begin;
  while (gtk_text_iter_backward_char (&before)
         && (g_unichar_isalnum (gtk_text_iter_get_char (&before))
             || gtk_text_iter_get_char (&before) == '-'))
    *begin = before;
}

static void
take_typed (LoomEditorWords            *self,
            GtkSourceCompletionContext *context,
            GtkTextIter                *begin,
            gboolean                    is_asked)
{
  GtkTextIter end;

  find_word (self, context, begin, &end);
  g_free (self->typed);
  self->typed = gtk_text_iter_get_text (begin, &end);
  self->is_asked = self->was_asked || is_asked;
  self->was_asked = FALSE;
  g_object_set (gtk_source_completion_context_get_completion (context), "select-on-show",
                self->is_asked, NULL);
}

/* Where a line of the settings begins keys are expected, in brackets groups. */
static void
add_settings (GListStore    *words,
              const char    *group,
              const char    *before,
              GtkTextBuffer *buffer)
{
  const gboolean is_group = g_str_equal (before, "[");
  g_auto (GStrv) list = is_group ? loom_document_vocabulary_list_groups ()
                                 : loom_document_vocabulary_list_keys (group);

  if (*before != '\0' && !is_group)
    {
      add_values (words, group, before, buffer);
      return;
    }
  for (guint i = 0; list[i] != NULL; i++)
    add_word (words, list[i], is_group ? _("group") : _("setting"),
              loom_document_vocabulary_describe (is_group ? list[i] : group,
                                                 is_group ? NULL : list[i]),
              NULL);
}

static gboolean
is_quoted (GtkTextBuffer     *buffer,
           const GtkTextIter *place)
{
  GtkSourceBuffer *source = GTK_SOURCE_BUFFER (buffer);

  return gtk_source_buffer_iter_has_context_class (source, place, "comment")
         || gtk_source_buffer_iter_has_context_class (source, place, "string");
}

static gboolean
matches (gpointer item,
         gpointer data)
{
  const LoomEditorWord *word = item;
  const LoomEditorWords *self = data;
  const gsize length = strlen (self->typed);

  /* Who has typed all of it needs no help, and who has just begun has not asked for it. */
  return (self->is_asked || length >= LEAST)
         && g_ascii_strncasecmp (word->name, self->typed, length) == 0
         && (word->snippet != NULL || word->name[length] != '\0');
}

static GListModel *
populate (GtkSourceCompletionProvider  *provider,
          GtkSourceCompletionContext   *context,
          GError                      **error)
{
  LoomEditorWords *self = LOOM_EDITOR_WORDS (provider);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context));
  GListStore *words;
  GtkTextIter begin, end;

  gtk_source_completion_context_get_bounds (context, &begin, &end);
  g_free (self->group);
  self->group = loom_editor_words_dup_group (buffer, &begin);
  take_typed (self, context, &begin, FALSE);
  if (!self->is_asked && self->group == NULL && is_quoted (buffer, &begin))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "Nobody asked for words");
      return NULL;
    }
  words = g_list_store_new (LOOM_TYPE_EDITOR_WORD);
  if (self->group != NULL)
    {
      g_autofree char *before = dup_line_before (&begin);

      add_settings (words, self->group, before, buffer);
    }
  else
    {
      g_autofree char *text = dup_before (buffer, &begin);

      add_defined (words, buffer, strlen (text));
      add_cuda (words);
    }
  return G_LIST_MODEL (gtk_filter_list_model_new (
      G_LIST_MODEL (words), GTK_FILTER (gtk_custom_filter_new (matches, self, NULL))));
}

static void
refilter (GtkSourceCompletionProvider *provider,
          GtkSourceCompletionContext  *context,
          GListModel                  *model)
{
  LoomEditorWords *self = LOOM_EDITOR_WORDS (provider);
  GtkTextIter begin;

  take_typed (self, context, &begin, self->is_asked);
  gtk_filter_changed (gtk_filter_list_model_get_filter (GTK_FILTER_LIST_MODEL (model)),
                      GTK_FILTER_CHANGE_DIFFERENT);
}

/* What nobody asked for says how it is taken. */
static void
set_kind (LoomEditorWords            *self,
          GtkSourceCompletionContext *context,
          const LoomEditorWord       *word,
          GtkSourceCompletionCell    *cell)
{
  g_autoptr (GObject) first = g_list_model_get_item (G_LIST_MODEL (context), 0);
  g_autofree char *tab = loom_key_dup_label ("Tab");
  g_autofree char *text = NULL;

  if (!self->is_asked && (gpointer) word == first)
    /* Translators: of what kind a word is that completes one, and the key that takes it */
    text = g_strdup_printf (_("%1$s · %2$s"), word->kind, tab);
  gtk_source_completion_cell_set_text (cell, text != NULL ? text : word->kind);
}

static void
display (GtkSourceCompletionProvider *provider,
         GtkSourceCompletionContext  *context,
         GtkSourceCompletionProposal *proposal,
         GtkSourceCompletionCell     *cell)
{
  const LoomEditorWord *word = LOOM_EDITOR_WORD (proposal);

  switch (gtk_source_completion_cell_get_column (cell))
    {
    case GTK_SOURCE_COMPLETION_COLUMN_TYPED_TEXT:
      gtk_source_completion_cell_set_text (cell, word->name);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_AFTER:
      set_kind (LOOM_EDITOR_WORDS (provider), context, word, cell);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_DETAILS:
      gtk_source_completion_cell_set_text (cell, word->meaning);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_ICON:
    case GTK_SOURCE_COMPLETION_COLUMN_BEFORE:
    case GTK_SOURCE_COMPLETION_COLUMN_COMMENT:
    default:
      gtk_source_completion_cell_set_text (cell, NULL);
      break;
    }
}

static void
activate (GtkSourceCompletionProvider *provider,
          GtkSourceCompletionContext  *context,
          GtkSourceCompletionProposal *proposal)
{
  const LoomEditorWord *word = LOOM_EDITOR_WORD (proposal);
  GtkSourceView *view = gtk_source_completion_context_get_view (context);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context));
  GtkTextIter begin, end;

  find_word (LOOM_EDITOR_WORDS (provider), context, &begin, &end);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &begin, &end);
  if (word->snippet != NULL)
    {
      g_autoptr (GtkSourceSnippet) snippet = gtk_source_snippet_new_parsed (word->snippet, NULL);

      gtk_source_view_push_snippet (view, snippet, &begin);
    }
  else
    gtk_text_buffer_insert (buffer, &begin, word->name, -1);
  gtk_text_buffer_end_user_action (buffer);
}

/* A tabulator, or Return, takes the word that is chosen. Who asked for words has the first one
 * chosen; unasked none is until somebody goes down, so that whoever types on types lines. A
 * tabulator takes the first one then, too. */
static void
provider_iface_init (GtkSourceCompletionProviderInterface *iface)
{
  iface->populate = populate;
  iface->refilter = refilter;
  iface->display = display;
  iface->activate = activate;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (LoomEditorWords, loom_editor_words, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROVIDER,
                                                      provider_iface_init))

static void
loom_editor_words_finalize (GObject *object)
{
  LoomEditorWords *self = LOOM_EDITOR_WORDS (object);

  g_free (self->typed);
  g_free (self->group);

  G_OBJECT_CLASS (loom_editor_words_parent_class)->finalize (object);
}

static void
loom_editor_words_class_init (LoomEditorWordsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_editor_words_finalize;
}

static void
loom_editor_words_init (LoomEditorWords *self)
{
}

/**
 * loom_editor_words_ask:
 *
 * Has the word under the cursor completed however short it is, and where it is quoted, once the
 * list of words comes up, which does not tell by itself who asked for it.
 */
void
loom_editor_words_ask (LoomEditorWords *self)
{
  g_return_if_fail (LOOM_IS_EDITOR_WORDS (self));

  self->was_asked = TRUE;
}

/**
 * loom_editor_words_take_first:
 * @context: the words that are listed
 *
 * Puts the first of them in place of what is typed, and closes the list.
 *
 * Returns: whether there is one
 */
gboolean
loom_editor_words_take_first (LoomEditorWords            *self,
                              GtkSourceCompletionContext *context)
{
  GtkSourceCompletion *completion;
  g_autoptr (GtkSourceCompletionProposal) first = NULL;

  g_return_val_if_fail (LOOM_IS_EDITOR_WORDS (self), FALSE);
  g_return_val_if_fail (GTK_SOURCE_IS_COMPLETION_CONTEXT (context), FALSE);

  first = g_list_model_get_item (G_LIST_MODEL (context), 0);
  if (first == NULL)
    return FALSE;
  completion = gtk_source_completion_context_get_completion (context);
  gtk_source_completion_block_interactive (completion);
  activate (GTK_SOURCE_COMPLETION_PROVIDER (self), context, first);
  gtk_source_completion_hide (completion);
  gtk_source_completion_unblock_interactive (completion);
  return TRUE;
}

/**
 * loom_editor_words_dup_text:
 * @proposal: one of its words
 *
 * Returns: (transfer full): the word, of what kind it is, and what it means, for a screen reader
 */
char *
loom_editor_words_dup_text (GtkSourceCompletionProposal *proposal)
{
  const LoomEditorWord *word;

  g_return_val_if_fail (LOOM_IS_EDITOR_WORD (proposal), NULL);

  word = LOOM_EDITOR_WORD (proposal);
  if (word->meaning == NULL)
    /* Translators: a word that completes one, and of what kind it is */
    return g_strdup_printf (_("%1$s, %2$s"), word->name, word->kind);
  /* Translators: a word that completes one, of what kind it is, and what it means */
  return g_strdup_printf (_("%1$s, %2$s: %3$s"), word->name, word->kind, word->meaning);
}
