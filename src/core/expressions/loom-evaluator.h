#pragma once

#include "loom-scalar-text.h"
#include "loom-value.h"

/* Bytes of an expression's text, how deep its parentheses and signs may go, and bytes of all that
 * it makes on its way. */
#define LOOM_EVALUATOR_MAX_LENGTH 4096
#define LOOM_EVALUATOR_MAX_DEPTH 64
#define LOOM_EVALUATOR_MAX_BYTES (G_GUINT64_CONSTANT (2) << 30)

/* The arrays that an expression can name. Made by one thread, then read by any. */
typedef struct _LoomScope LoomScope;

LoomScope  *loom_scope_new     (void);
void        loom_scope_unref   (LoomScope        *self);
void        loom_scope_add     (LoomScope        *self,
                                const char       *name,
                                LoomValue        *value);
void        loom_scope_add_number (LoomScope     *self,
                                   const char    *name,
                                   gint64         number);
void        loom_scope_add_shape (LoomScope      *self,
                                  const LoomShape *shape);
LoomValue  *loom_scope_find    (LoomScope        *self,
                                const char       *name);
gint64      loom_scope_get_extent (LoomScope     *self,
                                   const char    *name,
                                   guint         *axis);
char       *loom_scope_dup_names (LoomScope      *self);
LoomValue  *loom_evaluate      (const char       *text,
                                LoomScope        *scope,
                                GCancellable     *cancellable,
                                GError          **error);

gboolean    loom_evaluate_number (const char     *text,
                                  LoomScope      *scope,
                                  LoomScalar      scalar,
                                  LoomScalarBits *bits,
                                  GError        **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomScope, loom_scope_unref)
