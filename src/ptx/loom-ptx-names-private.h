#pragma once

#include "loom-ptx-store-private.h"

/* The names that are known at one point of the text: a stack of scopes, one for each `{`, the
 * module's at the bottom. */
typedef enum
{
  LOOM_PTX_NAME_NONE,
  LOOM_PTX_NAME_REGISTER,       /* index, count: of `%r<5>` or of a vector's parts */
  LOOM_PTX_NAME_VARIABLE,       /* symbol */
  LOOM_PTX_NAME_FUNCTION,
  LOOM_PTX_NAME_LABEL,
  LOOM_PTX_NAME_TABLE,
  LOOM_PTX_NAME_PROTOTYPE,
} LoomPtxNameKind;

typedef struct
{
  LoomPtxNameKind kind;
  gint32          index;
  guint           count;
} LoomPtxName;

typedef struct _LoomPtxNames LoomPtxNames;

LoomPtxNames      *_loom_ptx_names_new            (LoomPtxStore    *store);
void               _loom_ptx_names_free           (LoomPtxNames    *self);
gboolean           _loom_ptx_names_open           (LoomPtxNames    *self);
guint              _loom_ptx_names_get_depth      (LoomPtxNames    *self);
void               _loom_ptx_names_close          (LoomPtxNames    *self,
                                                   LoomPtxFunction *function);
const char        *_loom_ptx_names_make_unique    (LoomPtxNames    *self,
                                                   const char      *name);
const char        *_loom_ptx_names_count_unique   (LoomPtxNames    *self,
                                                   const char      *prefix,
                                                   guint            count);
void               _loom_ptx_names_forget_function (LoomPtxNames   *self);
gboolean           _loom_ptx_names_add            (LoomPtxNames    *self,
                                                   const char      *name,
                                                   LoomPtxNameKind  kind,
                                                   gint32           index,
                                                   guint            count);
void               _loom_ptx_names_add_counted    (LoomPtxNames    *self,
                                                   const char      *prefix,
                                                   gint32           index,
                                                   guint            count);
const LoomPtxName *_loom_ptx_names_find           (LoomPtxNames    *self,
                                                   const char      *name);
gint32             _loom_ptx_names_find_register  (LoomPtxNames    *self,
                                                   const char      *name);
void               _loom_ptx_names_await_label    (LoomPtxNames    *self,
                                                   LoomPtxOperand  *operand);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomPtxNames, _loom_ptx_names_free)
