#pragma once

#include "loom-editor-pane.h"
#include "loom-editor-words.h"
#include "loom-figure-bar.h"
#include "loom-figure-renderer.h"
#include "loom-find-bar.h"
#include "loom-line-bar.h"

struct _LoomEditorPane
{
  LoomPane         parent_instance;

  LoomSession     *session;
  GSettings       *settings;
  GtkCssProvider  *css;
  GtkTextTag      *block_tag;           /* on the settings */
  GtkTextTag      *problem_tags [3];    /* by LoomSeverity */
  GtkTextTag      *marked_tag;          /* on the line that is pointed at elsewhere */

  LoomFindBar     *find_bar;
  GtkPopover      *meaning_popover;
  GtkLabel        *meaning;
  LoomLineBar     *line_bar;
  GtkWidget       *scroller;
  GtkSourceView   *view;
  GtkSourceBuffer *buffer;
  LoomFigureBar   *figure_bar;
  LoomFigureRenderer *counters; /* of the gutter, which owns it; NULL once that let go */

  LoomEditorWords *words;               /* of the view's completion, which owns it */
  GtkWidget       *proposals;           /* the words that complete one, once there were any */
  GArray          *jumps;               /* (element-type int) places of the cursor to go back to */
  GHashTable      *view_steps;          /* of undo, that only [view] differs by */
  char            *step_from;           /* checksum of the text before the step being undone */

  double           pointer_x, pointer_y;        /* on the window, last */

  guint            flush_id;            /* the buffer is newer than the session */
  guint            measure_id;          /* lines have changed since the last frame */
  guint            pushing : 1;         /* what the session says now comes from here */
};

/* loom-editor-counters.c: what lines cost */
void     _loom_editor_counters_init      (LoomEditorPane  *self);
void     _loom_editor_counters_update    (LoomEditorPane  *self);

/* loom-editor-style.c: colours, font, the settings' background */
GtkSourceLanguage *_loom_editor_get_language (void);
GtkSourceStyleScheme *_loom_editor_get_scheme (void);
void     _loom_editor_style_init         (LoomEditorPane  *self);
void     _loom_editor_style_class_init   (GtkWidgetClass  *widget_class);
void     _loom_editor_style_update_block (LoomEditorPane  *self);

/* loom-editor-names.c: what a name means, where it is defined, and which one completes a word */
void     _loom_editor_names_init         (LoomEditorPane  *self);
gboolean _loom_editor_names_take_first   (LoomEditorPane  *self);
gboolean _loom_editor_names_query        (LoomEditorPane  *self,
                                          int              x,
                                          int              y,
                                          GtkTooltip      *tooltip);

/* loom-editor-typing.c: what a key types is one step of undo */
void     _loom_editor_typing_init        (LoomEditorPane  *self);

/* loom-editor-spoken.c: what is heard of the words that complete one */
void     _loom_editor_spoken_follow      (LoomEditorPane  *self,
                                          GtkWidget       *list);
gboolean _loom_editor_spoken_offers      (LoomEditorPane  *self);

/* loom-editor-pane.c */
void     _loom_editor_pane_put_cursor    (LoomEditorPane  *self,
                                          guint            line,
                                          guint            column);

/* loom-editor-problems.c: squiggles, marks and what they say */
void     _loom_editor_problems_init      (LoomEditorPane  *self);
void     _loom_editor_problems_update    (LoomEditorPane  *self);
gboolean _loom_editor_problems_query     (LoomEditorPane  *self,
                                          int              x,
                                          int              y,
                                          gboolean         keyboard,
                                          GtkTooltip      *tooltip);
