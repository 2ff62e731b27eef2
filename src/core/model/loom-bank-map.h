#pragma once

#include "loom-banks.h"
#include "loom-trace.h"

#include <glib-object.h>

/* One request for shared memory, and where the variable begins that it is of. */
typedef struct
{
  LoomBankRequest request;
  guint64         base;
} LoomBankMapRequest;

/* The requests that one line of the source makes in one way. */
typedef struct
{
  const char        *file;      /* interned, as of a site; NULL: the document */
  guint              line;      /* 0: of no line there */
  LoomCellAccessKind kind;
  guint              size;      /* bytes that each lane accesses */
  const char        *variable;  /* interned; NULL: it has no name */
  GArray            *requests;  /* (element-type LoomBankMapRequest) */
  guint64            passes, conflicts;
} LoomBankAccess;

/* What one warp did with shared memory, by the lines of the source. Immutable, reference
 * counted. */
typedef struct
{
  LoomTraceTarget  target;
  GPtrArray       *accesses;    /* (element-type LoomBankAccess) in the order of lines */
  gboolean         is_cut;      /* the first requests, or some of an instruction's, are missing */
} LoomBankMap;

#define LOOM_TYPE_BANK_MAP (loom_bank_map_get_type ())

GType        loom_bank_map_get_type (void) G_GNUC_CONST;
LoomBankMap *loom_bank_map_new      (const LoomTrace *trace);
LoomBankMap *loom_bank_map_ref      (LoomBankMap     *self);
void         loom_bank_map_unref    (LoomBankMap     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomBankMap, loom_bank_map_unref)
