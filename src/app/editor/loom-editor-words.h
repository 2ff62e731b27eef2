#pragma once

#include <gtksourceview/gtksource.h>

/* What completes a word in the editor: keys of the settings where the cursor is among them, else
 * names of the file, words of CUDA and snippets. */
#define LOOM_TYPE_EDITOR_WORDS (loom_editor_words_get_type ())
G_DECLARE_FINAL_TYPE (LoomEditorWords, loom_editor_words, LOOM, EDITOR_WORDS, GObject)

void      loom_editor_words_ask        (LoomEditorWords             *self);
gboolean  loom_editor_words_take_first (LoomEditorWords             *self,
                                        GtkSourceCompletionContext  *context);
char     *loom_editor_words_dup_text   (GtkSourceCompletionProposal *proposal);
char     *loom_editor_words_dup_group  (GtkTextBuffer               *buffer,
                                        const GtkTextIter           *place);
