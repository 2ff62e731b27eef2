#pragma once

#include "loom-cell-history.h"
#include "loom-dim3.h"
#include "loom-finding.h"

#define LOOM_TRACE_MAX_LANES 65536      /* entries of lanes that a trace keeps: the last ones */
#define LOOM_TRACE_MAX_REGISTERS 8      /* that one instruction writes */
#define LOOM_TRACE_MAX_ACCESSES 2       /* of one lane and instruction that are kept */
#define LOOM_TRACE_REGISTER_BYTES 64    /* of a lane's written registers */
#define LOOM_TRACE_ACCESS_BYTES 16

typedef enum
{
  LOOM_TRACE_NOBODY,
  LOOM_TRACE_THREAD,
  LOOM_TRACE_WARP,
} LoomTraceWhom;

/* Whose instructions are kept. Plain value. */
typedef struct
{
  LoomTraceWhom whom;
  LoomDim3      block;
  LoomDim3      thread;         /* of a thread */
  guint         warp;           /* of a warp: its number in the block */
  gboolean      shared;         /* keep only steps that access shared memory */
} LoomTraceTarget;

/* One instruction of the program that was executed. */
typedef struct
{
  guint   ptx_line, line;       /* line: of the CUDA source, innermost frame in a file of the
                                   user's; 0: none */
  const char *file;             /* interned, that the line is of; NULL: the document */
  char   *text;
  char   *type;                 /* of what it accesses in memory, "f32"; else "" */
  GStrv   registers;            /* names of those that it writes */
  GStrv   types;                /* theirs: "f32", "b64", "pred" */
  guint   widths[LOOM_TRACE_MAX_REGISTERS];     /* bytes that each takes in a lane's registers */
} LoomTraceInstruction;

typedef struct
{
  guint64 address;              /* generic */
  gint64  offset;               /* in the array */
  gint32  array;                /* index of its name, -1: it has none */
  guint8  space;                /* LoomSpace */
  guint8  kind;                 /* LoomCellAccessKind */
  guint16 size;                 /* bytes */
  guint8  bytes[LOOM_TRACE_ACCESS_BYTES];       /* in memory, after the instruction */
} LoomTraceAccess;

/* What one thread did in a step. Plain value without holes, so that it crosses to another process
 * as it is. */
typedef struct
{
  guint32         lane;         /* of its warp */
  guint16         has_registers;
  guint16         n_accesses;   /* made; the first ones are kept */
  guint8          registers[LOOM_TRACE_REGISTER_BYTES]; /* one after the other */
  LoomTraceAccess accesses[LOOM_TRACE_MAX_ACCESSES];
} LoomTraceLane;

/* A warp came to an instruction. */
typedef struct
{
  guint64 sequence;             /* from 0, of what the target executed */
  guint32 instruction;          /* index */
  guint32 active;               /* lanes of the warp that came together */
  guint32 executed;             /* of those, the ones whose guard held */
  guint32 n_lanes, first_lane;  /* in lanes: those of the target */
  guint32 padding;
} LoomTraceStep;

/* The last steps of a thread or a warp. Built once, then not changed. */
typedef struct
{
  LoomTraceTarget target;
  guint64         total;        /* steps executed; those that are not kept came first */
  GPtrArray      *instructions; /* (element-type LoomTraceInstruction) */
  GPtrArray      *arrays;       /* (element-type utf8) names */
  GArray         *steps;        /* (element-type LoomTraceStep) */
  GArray         *lanes;        /* (element-type LoomTraceLane) */
} LoomTrace;

gboolean              loom_trace_target_parse   (const char             *text,
                                                 LoomTraceTarget        *target,
                                                 GError                **error);
gboolean              loom_trace_target_check   (const LoomTraceTarget  *self,
                                                 const LoomDim3         *grid,
                                                 const LoomDim3         *block,
                                                 GError                **error);
GVariant             *loom_trace_target_to_variant   (const LoomTraceTarget *self);
gboolean              loom_trace_target_from_variant (GVariant          *variant,
                                                 LoomTraceTarget        *target);
LoomTrace            *loom_trace_new            (const LoomTraceTarget  *target);
void                  loom_trace_free           (LoomTrace              *self);
LoomTraceInstruction *loom_trace_instruction_new (void);
void                  loom_trace_instruction_free (gpointer           data);
void                  loom_trace_add_step       (LoomTrace              *self,
                                                 const LoomTraceStep    *step,
                                                 const LoomTraceLane    *lanes);
void                  loom_trace_trim           (LoomTrace              *self);
LOOM_DECLARE_WIRE (LoomTrace, loom_trace)
extern const LoomWire _loom_trace_wire;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomTrace, loom_trace_free)
