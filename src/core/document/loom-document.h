#pragma once

#include "loom-diagnostic.h"
#include "loom-link.h"
#include "loom-statement.h"
#include "loom-text-edit.h"

/* The text of one .cu file, split into source and settings (the last comment, which begins with
 * "gridloom"). Immutable and reference counted: a new text is a new document. It keeps the text
 * byte for byte; edits are computed as one-line replacements that a text buffer or a string can
 * apply. */
typedef struct _LoomDocument LoomDocument;

#define LOOM_TYPE_DOCUMENT (loom_document_get_type ())

gboolean          loom_document_check_name      (const char          *name,
                                                 GError             **error);

GType             loom_document_get_type        (void) G_GNUC_CONST;
LoomDocument     *loom_document_parse           (const char          *text,
                                                 gssize               length);
LoomDocument     *loom_document_ref             (LoomDocument        *self);
void              loom_document_unref           (LoomDocument        *self);
/* the text before the block; unchanged source means no new compilation */
const char       *loom_document_get_source      (LoomDocument        *self,
                                                 gsize               *length);
const char       *loom_document_get_source_hash (LoomDocument        *self);
gboolean          loom_document_has_block       (LoomDocument        *self);
guint             loom_document_get_block_line  (LoomDocument        *self);
/* (element-type LoomDiagnostic): broken lines, unknown keys and groups, text after the block */
GPtrArray        *loom_document_get_problems    (LoomDocument        *self);
gboolean          loom_document_is_broken       (LoomDocument        *self);
/* whether nothing but [view] differs */
gboolean          loom_document_equals_but_view (LoomDocument        *self,
                                                 LoomDocument        *other);
/* raw value; group as written without brackets ("arg f") */
const char       *loom_document_get_value       (LoomDocument        *self,
                                                 const char          *group,
                                                 const char          *key);
char             *loom_document_dup_group       (LoomDocument        *self,
                                                 const char          *kernel,
                                                 const char          *argument,
                                                 const char          *key);
GStrv             loom_document_list_groups_of  (const char          *kernel,
                                                 const char          *argument,
                                                 guint                number);
guint             loom_document_get_value_line  (LoomDocument        *self,
                                                 const char          *group,
                                                 const char          *key);
guint             loom_document_get_value_column (LoomDocument       *self,
                                                  const char         *group,
                                                  const char         *key);
gboolean          loom_document_locate          (LoomDocument       *self,
                                                  const char         *kernel,
                                                  const char         *message,
                                                  guint              *line,
                                                  guint              *column);
guint             loom_document_get_group_line  (LoomDocument        *self,
                                                 const char          *group);
/* (element-type LoomStatement): the lines of [steps] in order */
GPtrArray        *loom_document_get_statements  (LoomDocument        *self);
/* (element-type LoomLink): the lines of [after] in order */
GPtrArray        *loom_document_get_chain       (LoomDocument        *self);
char            **loom_document_list_instances  (LoomDocument        *self);
char            **loom_document_list_groups     (LoomDocument        *self);
char            **loom_document_list_keys       (LoomDocument        *self,
                                                 const char          *group);
/* value NULL removes the key. Makes the group, or the block, if there is none. */
gboolean          loom_document_edit            (LoomDocument        *self,
                                                 const char          *group,
                                                 const char          *key,
                                                 const char          *value,
                                                 LoomTextEdit        *edit,
                                                 GError             **error);
/* The same; a key that is new goes behind another one of its group. */
gboolean          loom_document_edit_behind     (LoomDocument        *self,
                                                 const char          *group,
                                                 const char          *key,
                                                 const char          *value,
                                                 const char          *behind,
                                                 LoomTextEdit        *edit,
                                                 GError             **error);
/* [steps] holds these lines and no others. Makes the group, or the block, if there is none. */
gboolean          loom_document_edit_steps      (LoomDocument        *self,
                                                 const char          *lines,
                                                 LoomTextEdit        *edit,
                                                 GError             **error);
/* The header of a group that says nothing goes. */
gboolean          loom_document_edit_empty_group (LoomDocument       *self,
                                                  const char         *group,
                                                  LoomTextEdit       *edit);
/* LOOM_FIX_SET_KEY: "KEY=VALUE" for the group that the setting in this line is of. */
gboolean          loom_document_set_beside      (LoomDocument        *self,
                                                 guint                line,
                                                 const char          *setting,
                                                 LoomTextEdit        *edit,
                                                 GError             **error);
/* LOOM_FIX_SET_LINE, LOOM_FIX_ADD_GUARD: the line becomes `text`, with the indentation that it has.
 * Where the text has several lines, all get that indentation. */
gboolean          loom_document_set_line        (LoomDocument        *self,
                                                 guint                line,
                                                 const char          *text,
                                                 LoomTextEdit        *edit,
                                                 GError             **error);
/* LOOM_FIX_INCLUDE: after the last header that is included, or else before the first code. */
void              loom_document_include         (LoomDocument        *self,
                                                 const char          *header,
                                                 LoomTextEdit        *edit);
/* LOOM_FIX_RENAME_GROUP: the group whose header is in this line becomes `to`. */
gboolean          loom_document_rename_group    (LoomDocument        *self,
                                                 guint                line,
                                                 const char          *to,
                                                 LoomTextEdit        *edit,
                                                 GError             **error);
/* LOOM_FIX_MOVE_BLOCK: the block goes behind the text that follows it. */
gboolean          loom_document_move_block      (LoomDocument        *self,
                                                 LoomTextEdit        *edit,
                                                 GError             **error);
/* (transfer full): the whole text, changed */
char             *loom_document_apply_edit      (LoomDocument        *self,
                                                 const LoomTextEdit  *edit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomDocument, loom_document_unref)
