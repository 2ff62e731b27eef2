#pragma once

#include <gtk/gtk.h>

/* An entry that shows what holds and takes what is typed. What is typed is tried with each key, and
 * applied with Enter or when the focus leaves. What is wrong stays as it was typed, marked, until
 * it is mended, undone, or what holds changes.
 *
 * Signals: "try" (gboolean apply, GError **error): somebody typed; the handler sets the error if
 * that can't be, and else, if it is to be applied, makes it hold. "reason-changed": why what is
 * typed is not applied, or, where nothing is typed, what is wrong with what holds. */
#define LOOM_TYPE_FIELD (loom_field_get_type ())
G_DECLARE_DERIVABLE_TYPE (LoomField, loom_field, LOOM, FIELD, GtkEntry)

struct _LoomFieldClass
{
  GtkEntryClass parent_class;
};

void        loom_field_show       (LoomField   *self,
                                   const char  *text);
void        loom_field_set_fault  (LoomField   *self,
                                   const char  *fault);
gboolean    loom_field_is_typed   (LoomField   *self);
gboolean    loom_field_is_refused (LoomField   *self);
void        loom_field_type       (LoomField   *self,
                                   const char  *text,
                                   gboolean     apply);
void        loom_field_apply      (LoomField   *self);
void        loom_field_revert     (LoomField   *self);
const char *loom_field_get_text   (LoomField   *self);
const char *loom_field_get_reason (LoomField   *self);
