#pragma once

#include "loom-ptx-opcode.h"
#include "loom-ptx-types.h"

/* PTX text as a checked tree. The parser builds it, the verifier (loom-ptx-verify.h) is the only
 * one that rejects, printing (loom-ptx-print.h) gives canonical text back. Read-only once
 * verified. */

typedef enum
{
  LOOM_PTX_OPERAND_NONE,
  LOOM_PTX_OPERAND_REGISTER,    /* reg */
  LOOM_PTX_OPERAND_IMMEDIATE,   /* bits: integers sign-extended to 64 bits, floats as raw bits of
                                   their own width */
  LOOM_PTX_OPERAND_SPECIAL,     /* special: %tid.x … */
  LOOM_PTX_OPERAND_SYMBOL,      /* symbol + offset: its address as a value */
  LOOM_PTX_OPERAND_ADDRESS,     /* [reg + offset], [symbol + offset], or [offset] */
  LOOM_PTX_OPERAND_VECTOR,      /* {a, b, …}: elements */
  LOOM_PTX_OPERAND_LABEL,       /* label: index into the function's labels */
  LOOM_PTX_OPERAND_FUNCTION,    /* function: index into the module's functions */
  LOOM_PTX_OPERAND_SINK,        /* _ */
  LOOM_PTX_OPERAND_TABLE,       /* label: index into the function's branch tables */
  LOOM_PTX_OPERAND_TEXEL,       /* [reg, {a, b}]: coordinates in a texture or surface */
  LOOM_PTX_OPERAND_UNDEFINED,   /* name: stands for nothing; the verifier says so */
} LoomPtxOperandKind;

typedef enum
{
  LOOM_PTX_SELECTOR_NONE,
  LOOM_PTX_SELECTOR_B0, LOOM_PTX_SELECTOR_B1, LOOM_PTX_SELECTOR_B2, LOOM_PTX_SELECTOR_B3,
  LOOM_PTX_SELECTOR_H0, LOOM_PTX_SELECTOR_H1,
  LOOM_PTX_SELECTOR_BYTES,      /* .b3210: lanes */
  LOOM_PTX_SELECTOR_HALVES,     /* .h10: lanes */
} LoomPtxSelector;

typedef struct _LoomPtxOperand LoomPtxOperand;

struct _LoomPtxOperand
{
  guint8   kind;                /* LoomPtxOperandKind */
  guint8   n_elements;          /* of a vector */
  guint8   negated;             /* !%p */
  guint8   minus;               /* -%r, of vmad */
  guint8   is_float;            /* an immediate was written 0f…, 0d… or with a point: 32 or 64 bits
                                   wide. Once verified its bits have the width of the operand's
                                   type */
  guint8   selector;            /* LoomPtxSelector: the part of a register that a video instruction
                                   takes */
  guint8   n_lanes;             /* of a selector of several parts */
  guint16  lanes;               /* one nibble each, the first written highest */
  gint32   reg;                 /* index into the function's registers; -1: none. Base of an
                                   address */
  gint32   pair;                /* register after `|`: p|q, or -1 */
  gint32   symbol;              /* index into the function's, then the module's variables (see
                                   LOOM_PTX_LOCAL_SYMBOL), or -1 */
  gint32   label;               /* label, function or special register */
  gint64   offset;              /* of an address or symbol, in bytes */
  guint64  bits;                /* of an immediate */
  LoomPtxOperand *elements;     /* of a vector */
  const char *name;             /* as written: of a label, symbol or function, also one that nobody
                                   defined */
};

/* A variable index with this bit set counts the function's own variables (params and locals), else
 * the module's. */
#define LOOM_PTX_LOCAL_SYMBOL 0x40000000

/* Everything written after the mnemonic, by meaning. What was not written is 0. */
struct _LoomPtxModifiers
{
  LoomPtxType   types[4];       /* in the order written: cvt.rn.f32.s32 has f32, s32 */
  guint8        n_types;
  guint8        space;          /* LoomPtxSpace; LOOM_PTX_SPACE_GENERIC if none was written */
  guint8        vector;         /* 1, 2, 4, 8 */
  guint8        rounding;       /* LoomPtxRounding */
  guint8        compare;        /* LoomPtxCompare */
  guint8        combine;        /* LoomPtxCombine: the and/or/xor of setp */
  guint8        mul;            /* LoomPtxMul: lo, hi, wide */
  guint8        atomic;         /* LoomPtxAtomic */
  guint8        mode;           /* LoomPtxMode: shfl, vote, prmt, testp, shf, … modes */
  guint8        scope;          /* LoomPtxScope */
  guint8        semantics;      /* LoomPtxSemantics: relaxed, acquire, volatile, … */
  guint8        layouts[2];     /* LoomPtxLayout: of matrices, in the order written */
  guint8        geometry;       /* LoomPtxGeometry */
  guint8        component;      /* of each texel, that tld4 takes */
  guint8        boundary;       /* LoomPtxBoundary */
  guint32       flags;          /* LoomPtxFlags: ftz, sat, approx, full, wide, cc, uni, sync,
                                   aligned, noftz, nan, … */
  const char   *suffix;         /* the whole chain as written, ".rn.f32.s32", for messages and
                                   printing */
  const char   *stray;          /* the first word of it that means nothing to this instruction, or
                                   NULL */
  guint64       groups;         /* set of LoomPtxGroup: which groups the words came from */
};

typedef struct
{
  LoomPtxOpcode     opcode;
  gint32            guard;      /* predicate register, or -1 */
  gboolean          guard_negated;
  LoomPtxModifiers  modifiers;
  guint8            n_operands;
  LoomPtxOperand   *operands;   /* destination first. call: see call */
  struct _LoomPtxCall *call;    /* of a call instruction, else NULL */
  const LoomPtxForm *form;      /* which row fits, set by the verifier */
  const char       *mnemonic;   /* as written, for opcode LOOM_PTX_OP_UNKNOWN too */
  const char       *text;       /* operands as written, of a refused instruction, which has none
                                   parsed */
  guint             line;       /* in the PTX, from 1 */
  gint32            location;   /* index into the module's locations, or -1 */
  gboolean          in_assembly; /* inline assembly of the source, which __trap() is, too */
  guint32           used_bytes; /* of a load, by .pragma "used_bytes_mask": a bit for each byte of
                                   what it loads that anybody looks at; 0: nothing is said */
} LoomPtxInstruction;

/* call (ret), target, (args), prototype-or-table: names resolved to variables of the calling
 * function. */
typedef struct _LoomPtxCall
{
  LoomPtxOperand *returns, *arguments;
  guint           n_returns, n_arguments;
  LoomPtxOperand  target;       /* FUNCTION or REGISTER (indirect) */
  gint32          prototype;    /* index into the function's prototypes, or -1 */
} LoomPtxCall;

typedef struct
{
  const char  *name;            /* "%r1" */
  LoomPtxType  type;            /* b32, pred, f64 … */
} LoomPtxRegister;

typedef struct
{
  const char *name;
  guint target;                 /* index of the instruction that follows */
} LoomPtxLabel;

/* A module variable, a parameter, or a local, shared or param variable of a function. */
typedef struct
{
  const char   *name;
  LoomPtxType   type;           /* element */
  LoomPtxSpace  space;
  guint64       size;           /* bytes in all; 0: extern with a size given at launch */
  guint32       align;
  gint32        offset;         /* of a parameter in its entry's parameter block, else -1 */
  gboolean      is_extern;
  gboolean      in_register;    /* a parameter written .reg: the parser added the loads and stores
                                   that this takes */
  GBytes       *data;           /* initial bytes, may be fewer than size: zeros follow. NULL: all
                                   zeros */
  GArray       *relocations;    /* (element-type LoomPtxRelocation) addresses in the data, or
                                   NULL */
  guint         line;
  GError       *refusal;        /* why no kernel that names it can run, or NULL. Set by the
                                   verifier */
} LoomPtxVariable;

typedef struct
{
  guint64  at;                  /* byte in the data */
  gint32   symbol;              /* module variable, or -1 */
  gint32   function;            /* or -1 */
  gint64   addend;
  gboolean generic;             /* generic(symbol) */
  guint8   size;                /* bytes written: 8, 4, or 1 of 0xFF00(symbol) */
  guint8   shift;               /* bits that the address is shifted right by, 8 of 0xFF00(symbol) */
} LoomPtxRelocation;

/* How the name of a header of the user begins in .file, unless it leads to another folder. The
 * document itself has no path, and all other files have an absolute one or stand in <>. */
#define LOOM_PTX_HEADER_PREFIX "./"

/* Where a PTX instruction comes from: file index, line, column, and what it was inlined into. */
typedef struct
{
  guint  file, line, column;
  gint32 inlined_at;            /* index into the module's locations, or -1 */
  const char *function;         /* the inlined function's name, or NULL */
} LoomPtxLocation;

typedef struct
{
  const char *name;
  gboolean    is_entry;
  gboolean    is_declared_only; /* .extern .func: vprintf, malloc, free, __assertfail */
  gboolean    is_variadic;
  GPtrArray  *params;           /* (element-type LoomPtxVariable) */
  GPtrArray  *returns;          /* (element-type LoomPtxVariable) */
  GPtrArray  *variables;        /* (element-type LoomPtxVariable) local, shared, param in the body;
                                   LOCAL_SYMBOL counts params, then returns, then these */
  GArray     *registers;        /* (element-type LoomPtxRegister) */
  GArray     *labels;           /* (element-type LoomPtxLabel) */
  GArray     *instructions;     /* (element-type LoomPtxInstruction) */
  GPtrArray  *branch_tables;    /* (element-type GArray of guint labels): .branchtargets, by
                                   index */
  GPtrArray  *table_names;      /* (element-type utf8): their names */
  GPtrArray  *prototypes;       /* (element-type LoomPtxFunction): .callprototype */
  guint       max_threads[3];   /* .maxntid, 0: none */
  guint       required_threads[3]; /* .reqntid, 0: none */
  guint       line;
  GError     *refusal;          /* why no kernel that comes to it can run, or NULL. Set by the
                                   verifier */
} LoomPtxFunction;

typedef struct
{
  guint       version_major, version_minor;
  const char *target;           /* "sm_75" */
  GPtrArray  *functions;        /* (element-type LoomPtxFunction) */
  GPtrArray  *variables;        /* (element-type LoomPtxVariable) */
  GPtrArray  *files;            /* (element-type utf8): by .file index */
  guint       source_file;      /* index of the document; %G_MAXUINT where no instruction is its */
  GPtrArray  *headers;          /* (element-type utf8) by .file index: names of those that the user
                                   wrote, without the prefix; else NULL */
  GArray     *locations;        /* (element-type LoomPtxLocation) */
  struct _LoomPtxStore *store;  /* what names, operands and calls lie in */
} LoomPtxModule;

#define LOOM_TYPE_PTX_MODULE (loom_ptx_module_get_type ())

GType             loom_ptx_module_get_type      (void) G_GNUC_CONST;
/* Errors: LOOM_ERROR_COMPILE with the PTX line and what was expected. */
LoomPtxModule    *loom_ptx_module_parse         (const char           *text,
                                                 gssize                length,
                                                 GError              **error);
/* Errors: LOOM_ERROR_UNSUPPORTED naming the instruction, its PTX line and its CUDA line;
 * LOOM_ERROR_COMPILE for operands that do not fit. */
gboolean          loom_ptx_module_verify        (LoomPtxModule        *self,
                                                 GError              **error);
/* Errors: as those of verifying, of what that kernel can come to. */
gboolean          loom_ptx_module_check_entry   (LoomPtxModule        *self,
                                                 const char           *entry,
                                                 GError              **error);
LoomPtxModule    *loom_ptx_module_ref           (LoomPtxModule        *self);
void              loom_ptx_module_unref         (LoomPtxModule        *self);
LoomPtxFunction  *loom_ptx_module_find_entry    (LoomPtxModule        *self,
                                                 const char           *name);
/* CUDA source line of an instruction: the innermost frame in a file of the user's, 0 if it has
 * none. file: which, NULL for the document; it lasts as long as the module. */
guint             loom_ptx_module_get_place     (LoomPtxModule        *self,
                                                 const LoomPtxInstruction *instruction,
                                                 const char          **file);
/* The same where it does not matter of which file. */
guint             loom_ptx_module_get_line      (LoomPtxModule        *self,
                                                 const LoomPtxInstruction *instruction);
/* Order of two instructions in the text that they were compiled from; 0: copies of one, or not
 * known. */
gint              loom_ptx_module_compare_places (const LoomPtxModule *self,
                                                  const LoomPtxInstruction *a,
                                                  const LoomPtxInstruction *b);
const char       *loom_ptx_module_get_header    (const LoomPtxModule  *self,
                                                 const LoomPtxLocation *location);
/* Where it is inlined from, within the user's files: frames beyond that line, the innermost first.
 * index: -1 begins, and is moved on; NULL: there are no more. */
const LoomPtxLocation *loom_ptx_module_next_frame (LoomPtxModule     *self,
                                                   const LoomPtxInstruction *instruction,
                                                   gint32            *index);
LoomPtxVariable  *loom_ptx_function_get_symbol  (LoomPtxModule        *module,
                                                 LoomPtxFunction      *self,
                                                 gint32                symbol);
char             *loom_ptx_instruction_to_string (LoomPtxModule       *module,
                                                 LoomPtxFunction      *function,
                                                 const LoomPtxInstruction *self);
char             *loom_ptx_module_to_string     (LoomPtxModule        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomPtxModule, loom_ptx_module_unref)
