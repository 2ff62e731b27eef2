#pragma once

#include "loom-ptx-types.h"

/* What an instruction may look like, expanded from three tables: loom-ptx-opcodes.def (opcodes and
 * their forms), loom-ptx-modifiers.def (words after the mnemonic), loom-ptx-specials.def (special
 * registers). */

typedef enum
{
  LOOM_PTX_OP_UNKNOWN,          /* a mnemonic that no row has */
#define LOOM_PTX_OPCODE(ID, mnemonic, CLASS, semantics) LOOM_PTX_OP_##ID,
#define LOOM_PTX_REFUSED(ID, mnemonic, CLASS, reason) LOOM_PTX_OP_##ID,
#include "loom-ptx-opcodes.def"
  LOOM_PTX_N_OPCODES
} LoomPtxOpcode;

typedef enum
{
  LOOM_PTX_CLASS_INTEGER,
  LOOM_PTX_CLASS_CARRY,
  LOOM_PTX_CLASS_FLOAT,
  LOOM_PTX_CLASS_COMPARE,
  LOOM_PTX_CLASS_LOGIC,
  LOOM_PTX_CLASS_BITS,
  LOOM_PTX_CLASS_MOVE,
  LOOM_PTX_CLASS_CONVERT,
  LOOM_PTX_CLASS_MEMORY,
  LOOM_PTX_CLASS_ATOMIC,
  LOOM_PTX_CLASS_ASYNC,
  LOOM_PTX_CLASS_CONTROL,
  LOOM_PTX_CLASS_BARRIER,
  LOOM_PTX_CLASS_WARP,
  LOOM_PTX_CLASS_VIDEO,
  LOOM_PTX_CLASS_MATRIX,
  LOOM_PTX_CLASS_STACK,
  LOOM_PTX_CLASS_TEXTURE,
  LOOM_PTX_CLASS_CLUSTER,
  LOOM_PTX_N_CLASSES
} LoomPtxClass;

typedef enum
{
  LOOM_PTX_ROUNDING_NONE,
  LOOM_PTX_ROUNDING_RN, LOOM_PTX_ROUNDING_RZ, LOOM_PTX_ROUNDING_RM, LOOM_PTX_ROUNDING_RP,
  LOOM_PTX_ROUNDING_RNA,        /* to nearest, ties away from zero */
  LOOM_PTX_ROUNDING_RNI, LOOM_PTX_ROUNDING_RZI, LOOM_PTX_ROUNDING_RMI, LOOM_PTX_ROUNDING_RPI,
} LoomPtxRounding;

typedef enum
{
  LOOM_PTX_COMPARE_NONE,
  LOOM_PTX_COMPARE_EQ, LOOM_PTX_COMPARE_NE, LOOM_PTX_COMPARE_LT,
  LOOM_PTX_COMPARE_LE, LOOM_PTX_COMPARE_GT, LOOM_PTX_COMPARE_GE,
  LOOM_PTX_COMPARE_LO, LOOM_PTX_COMPARE_LS, LOOM_PTX_COMPARE_HI, LOOM_PTX_COMPARE_HS, /* unsigned */
  LOOM_PTX_COMPARE_EQU, LOOM_PTX_COMPARE_NEU, LOOM_PTX_COMPARE_LTU,               /* or unordered */
  LOOM_PTX_COMPARE_LEU, LOOM_PTX_COMPARE_GTU, LOOM_PTX_COMPARE_GEU,
  LOOM_PTX_COMPARE_NUM, LOOM_PTX_COMPARE_NAN,
} LoomPtxCompare;

typedef enum
{
  LOOM_PTX_COMBINE_NONE, LOOM_PTX_COMBINE_AND, LOOM_PTX_COMBINE_OR, LOOM_PTX_COMBINE_XOR,
} LoomPtxCombine;

typedef enum
{
  LOOM_PTX_MUL_NONE, LOOM_PTX_MUL_LO, LOOM_PTX_MUL_HI, LOOM_PTX_MUL_WIDE,
} LoomPtxMul;

/* The operation of atom, red and redux, of bar.red (and or popc), of a video instruction's second
 * step (add min max). */
typedef enum
{
  LOOM_PTX_ATOMIC_NONE,
  LOOM_PTX_ATOMIC_AND, LOOM_PTX_ATOMIC_OR, LOOM_PTX_ATOMIC_XOR,
  LOOM_PTX_ATOMIC_EXCH, LOOM_PTX_ATOMIC_CAS, LOOM_PTX_ATOMIC_ADD,
  LOOM_PTX_ATOMIC_INC, LOOM_PTX_ATOMIC_DEC, LOOM_PTX_ATOMIC_MIN, LOOM_PTX_ATOMIC_MAX,
  LOOM_PTX_ATOMIC_POPC,
} LoomPtxAtomic;

typedef enum
{
  LOOM_PTX_MODE_NONE,
  LOOM_PTX_MODE_UP, LOOM_PTX_MODE_DOWN, LOOM_PTX_MODE_BFLY, LOOM_PTX_MODE_IDX,          /* shfl */
  LOOM_PTX_MODE_ALL, LOOM_PTX_MODE_ANY, LOOM_PTX_MODE_UNI, LOOM_PTX_MODE_BALLOT,   /* vote, match */
  LOOM_PTX_MODE_LEFT, LOOM_PTX_MODE_RIGHT,                                              /* shf */
  LOOM_PTX_MODE_F4E, LOOM_PTX_MODE_B4E, LOOM_PTX_MODE_RC8,                              /* prmt */
  LOOM_PTX_MODE_ECL, LOOM_PTX_MODE_ECR, LOOM_PTX_MODE_RC16,
  LOOM_PTX_MODE_FINITE, LOOM_PTX_MODE_INFINITE, LOOM_PTX_MODE_NUMBER,                   /* testp */
  LOOM_PTX_MODE_NOTANUMBER, LOOM_PTX_MODE_NORMAL, LOOM_PTX_MODE_SUBNORMAL,
  LOOM_PTX_MODE_SHR7, LOOM_PTX_MODE_SHR15,                                              /* vmad */
  LOOM_PTX_MODE_M8N8K4, LOOM_PTX_MODE_M8N8K16, LOOM_PTX_MODE_M8N8K32,                /* mma, wmma */
  LOOM_PTX_MODE_M8N8K128, LOOM_PTX_MODE_M16N8K4, LOOM_PTX_MODE_M16N8K8,
  LOOM_PTX_MODE_M16N8K16, LOOM_PTX_MODE_M16N8K32, LOOM_PTX_MODE_M16N8K64,
  LOOM_PTX_MODE_M16N8K128, LOOM_PTX_MODE_M16N8K256, LOOM_PTX_MODE_M16N16K8,
  LOOM_PTX_MODE_M16N16K16, LOOM_PTX_MODE_M32N8K16, LOOM_PTX_MODE_M8N32K16,
  LOOM_PTX_MODE_X1, LOOM_PTX_MODE_X2, LOOM_PTX_MODE_X4,                               /* ldmatrix */
} LoomPtxMode;

/* Of textures and surfaces; A: an array of layers. */
typedef enum
{
  LOOM_PTX_GEOMETRY_NONE, LOOM_PTX_GEOMETRY_1D, LOOM_PTX_GEOMETRY_2D, LOOM_PTX_GEOMETRY_3D,
  LOOM_PTX_GEOMETRY_A1D, LOOM_PTX_GEOMETRY_A2D,
} LoomPtxGeometry;

/* What becomes of accesses outside a surface. */
typedef enum
{
  LOOM_PTX_BOUNDARY_NONE, LOOM_PTX_BOUNDARY_TRAP, LOOM_PTX_BOUNDARY_CLAMP, LOOM_PTX_BOUNDARY_ZERO,
} LoomPtxBoundary;

typedef enum
{
  LOOM_PTX_LAYOUT_NONE, LOOM_PTX_LAYOUT_ROW, LOOM_PTX_LAYOUT_COL,
} LoomPtxLayout;

typedef enum
{
  LOOM_PTX_SCOPE_NONE, LOOM_PTX_SCOPE_CTA, LOOM_PTX_SCOPE_GPU, LOOM_PTX_SCOPE_SYS,
} LoomPtxScope;

typedef enum
{
  LOOM_PTX_SEMANTICS_NONE, LOOM_PTX_SEMANTICS_WEAK, LOOM_PTX_SEMANTICS_RELAXED,
  LOOM_PTX_SEMANTICS_ACQUIRE, LOOM_PTX_SEMANTICS_RELEASE, LOOM_PTX_SEMANTICS_ACQ_REL,
  LOOM_PTX_SEMANTICS_SC, LOOM_PTX_SEMANTICS_VOLATILE,
} LoomPtxSemantics;

typedef enum
{
  LOOM_PTX_FLAG_FTZ       = 1 << 0,
  LOOM_PTX_FLAG_SAT       = 1 << 1,
  LOOM_PTX_FLAG_APPROX    = 1 << 2,
  LOOM_PTX_FLAG_FULL      = 1 << 3,
  LOOM_PTX_FLAG_CC        = 1 << 4,     /* writes the carry */
  LOOM_PTX_FLAG_UNI       = 1 << 5,
  LOOM_PTX_FLAG_SYNC      = 1 << 6,
  LOOM_PTX_FLAG_ALIGNED   = 1 << 7,
  LOOM_PTX_FLAG_NAN       = 1 << 8,     /* min.NaN, max.NaN */
  LOOM_PTX_FLAG_ABS       = 1 << 9,
  LOOM_PTX_FLAG_XORSIGN   = 1 << 10,
  LOOM_PTX_FLAG_RELU      = 1 << 11,
  LOOM_PTX_FLAG_NC        = 1 << 12,
  LOOM_PTX_FLAG_NOFTZ     = 1 << 13,
  LOOM_PTX_FLAG_SATFINITE = 1 << 14,
  LOOM_PTX_FLAG_SHIFTAMT  = 1 << 15,
  LOOM_PTX_FLAG_TO        = 1 << 16,    /* cvta.to */
  LOOM_PTX_FLAG_PO        = 1 << 17,
  LOOM_PTX_FLAG_WRAP      = 1 << 18,
  LOOM_PTX_FLAG_CLAMP     = 1 << 19,
  LOOM_PTX_FLAG_TRANS     = 1 << 20,
  LOOM_PTX_FLAG_HINT      = 1 << 21,    /* the last operand is a cache policy */
} LoomPtxFlags;

typedef enum
{
#define LOOM_PTX_SPECIAL(ID, name, TYPE) LOOM_PTX_SPECIAL_##ID,
#include "loom-ptx-specials.def"
  LOOM_PTX_N_SPECIALS
} LoomPtxSpecial;

/* Bits of a set of words that exclude each other. */
typedef enum
{
#define LOOM_PTX_GROUP(ID, name) LOOM_PTX_GROUP_##ID,
#include "loom-ptx-modifiers.def"
  LOOM_PTX_N_GROUPS
} LoomPtxGroup;

G_STATIC_ASSERT (LOOM_PTX_N_GROUPS <= 64);

#define LOOM_PTX_MAX_PATTERN 8

/* One operand of a form. */
typedef struct
{
  guint8      kind;             /* LoomPtxPattern */
  gint8       type_index;       /* of the modifiers' types; -1: `type` itself; LOOM_PTX_WIDE: twice
                                   the width of the first */
  LoomPtxType type;
  gboolean    optional;
} LoomPtxPattern;

typedef enum
{
  LOOM_PTX_PATTERN_DESTINATION,         /* d  register or _ */
  LOOM_PTX_PATTERN_RELAXED_DESTINATION, /* D  register, at least as wide */
  LOOM_PTX_PATTERN_PAIR,                /* P  predicate p or p|q */
  LOOM_PTX_PATTERN_SHUFFLED,            /* S  register d or d|p */
  LOOM_PTX_PATTERN_SOURCE,              /* s  register or immediate */
  LOOM_PTX_PATTERN_RELAXED_SOURCE,      /* R  register, at least as wide, or immediate */
  LOOM_PTX_PATTERN_MOVABLE,             /* o  register, immediate, special register, address of a
                                           variable or function */
  LOOM_PTX_PATTERN_PREDICATE,           /* p  predicate, negatable */
  LOOM_PTX_PATTERN_IMMEDIATE,           /* n  integer immediate */
  LOOM_PTX_PATTERN_LOADED,           /* v  register or as many as .vN says, each at least as wide */
  LOOM_PTX_PATTERN_STORED,              /* w  the same, or immediates */
  LOOM_PTX_PATTERN_PACKED,              /* b  vector whose parts fill the type */
  LOOM_PTX_PATTERN_FRAGMENT,            /* f  vector of registers of a matrix */
  LOOM_PTX_PATTERN_ADDRESS,             /* m  [address] */
  LOOM_PTX_PATTERN_LABEL,               /* L  label */
  LOOM_PTX_PATTERN_TABLE,               /* T  name of .branchtargets */
  LOOM_PTX_PATTERN_TEXEL,               /* x  [object, {coordinates}] */
  LOOM_PTX_PATTERN_SLOPE,               /* g  vector of as many as there are dimensions */
} LoomPtxPatternKind;

#define LOOM_PTX_WIDE 8

typedef struct
{
  LoomPtxOpcode  opcode;
  guint32        types[4];      /* sets of LoomPtxType, one for each written */
  guint          n_types;
  LoomPtxPattern operands[LOOM_PTX_MAX_PATTERN];
  guint          n_operands;
  guint64        allowed;       /* sets of LoomPtxGroup */
  guint64        required;
  LoomPtxGroup   limited;       /* a group of which it takes some words only */
  guint32        limit;         /* set of their values; 0: no group is limited */
} LoomPtxForm;

typedef struct _LoomPtxModifiers LoomPtxModifiers;

typedef struct
{
  const char   *mnemonic;       /* with the dots that name another instruction: "bar.sync" */
  LoomPtxClass  op_class;
  const char   *semantics;      /* in Lua's notation; NULL if refused */
  const char   *refusal;        /* why it is not supported, translatable; NULL if it is */
} LoomPtxOpcodeFacts;

typedef struct
{
  const char  *name;
  LoomPtxType  type;
} LoomPtxSpecialFacts;

typedef struct
{
  const char   *word;
  LoomPtxGroup  group;
  gsize         offset;         /* of the member in LoomPtxModifiers */
  guint         value;
} LoomPtxModifierFacts;

/* A product of matrices: d (m by n) := a (m by k) times b (k by n) plus c. */
typedef struct
{
  guint m, n, k;
} LoomPtxShape;

const LoomPtxOpcodeFacts   *loom_ptx_opcode_get_facts    (LoomPtxOpcode   opcode);
LoomPtxOpcode               loom_ptx_opcode_lookup       (const char     *name);
const LoomPtxForm          *loom_ptx_opcode_get_forms    (LoomPtxOpcode   opcode,
                                                          guint          *n_forms);
guint64                     loom_ptx_opcode_get_groups   (LoomPtxOpcode   opcode);
const char                 *loom_ptx_form_find_stray     (const LoomPtxForm      *form,
                                                          const LoomPtxModifiers *modifiers);
const LoomPtxModifierFacts *loom_ptx_modifier_lookup     (const char     *word,
                                                          guint64         groups);
guint                       loom_ptx_geometry_count      (LoomPtxGeometry geometry);
gboolean                    loom_ptx_mode_get_shape      (LoomPtxMode     mode,
                                                          LoomPtxShape   *shape);
const char                 *loom_ptx_group_get_name      (LoomPtxGroup    group);
const LoomPtxSpecialFacts  *loom_ptx_special_get_facts   (LoomPtxSpecial  special);
gint                        loom_ptx_special_lookup      (const char     *name);
