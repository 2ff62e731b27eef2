#pragma once

#include "loom-argument-text.h"
#include "loom-session.h"

#include <gio/gio.h>

/* A line of the table of arguments: one of them, a member of a struct, how an array lies or is
 * seen, or a cell that is set over the fill. It knows the setting that gives it what it has, and
 * changes that. Signals: "changed"; "edit": somebody wants to type what it is given. */
#define LOOM_TYPE_ARGUMENT_LINE (loom_argument_line_get_type ())
G_DECLARE_FINAL_TYPE (LoomArgumentLine, loom_argument_line, LOOM, ARGUMENT_LINE, GObject)

const char *loom_argument_line_get_text   (LoomArgumentLine   *self,
                                           LoomArgumentField   field);
const char *loom_argument_line_get_fault  (LoomArgumentLine   *self);
char       *loom_argument_line_dup_spoken (LoomArgumentLine   *self);
gboolean    loom_argument_line_can_edit   (LoomArgumentLine   *self);
gboolean    loom_argument_line_try        (LoomArgumentLine   *self,
                                           LoomSession        *session,
                                           const char         *text,
                                           gboolean            apply,
                                           GError            **error);

/* What is typed and refused, where a line is out of sight. */
const char *loom_argument_line_get_typed  (LoomArgumentLine   *self);
void        loom_argument_line_set_typed  (LoomArgumentLine   *self,
                                           const char         *text);

/* Single cells of an array. */
gboolean    loom_argument_line_has_cells  (LoomArgumentLine   *self);
gboolean    loom_argument_line_is_of      (LoomArgumentLine   *self,
                                           LoomArgumentLine   *other);
gint        loom_argument_line_get_array  (LoomArgumentLine   *self);
char       *loom_argument_line_dup_place  (LoomArgumentLine   *self,
                                           guint64             plane,
                                           guint64             row,
                                           guint64             col);
gboolean    loom_argument_line_try_cell   (LoomArgumentLine   *self,
                                           LoomSession        *session,
                                           const char         *place,
                                           const char         *value,
                                           gboolean            apply,
                                           GError            **error);
char       *loom_argument_line_dup_cell   (LoomArgumentLine   *self,
                                           LoomSession        *session,
                                           const char         *place);

/* -- loom-argument-lines.c -- */
void        loom_argument_lines_update    (GListStore         *lines,
                                           LoomSession        *session);
void        loom_argument_lines_add_up    (GListStore         *lines,
                                           LoomRun            *run,
                                           GCancellable       *cancellable);
