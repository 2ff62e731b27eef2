#pragma once

#include "loom-ptx-lexer-private.h"
#include "loom-ptx-limits-private.h"
#include "loom-ptx-names-private.h"
#include "loom-ptx-store-private.h"

/* What parsing one module needs. One token is looked at at a time: `token`. Whatever fails sets
 * `error`, returns FALSE and nothing goes on. */
typedef struct
{
  LoomPtxModule   *module;
  LoomPtxFunction *function;    /* whose body is read, or NULL */
  LoomPtxStore    *store;
  LoomPtxNames    *names;
  LoomPtxLexer     lexer;
  LoomPtxToken     token;
  GString         *scratch;
  GHashTable      *chains;      /* "ld.param.u64" to Chain, see loom-ptx-parser-insn.c */
  GHashTable      *places;      /* Place to the index of its latest location, see
                                   loom-ptx-lines.c */
  GHashTable      *debug_names; /* label in .debug_str to the text there */
  GPtrArray       *targets;     /* of the function's branch tables: GPtrArray of LoomPtxOperand, its
                                   labels */
  GHashTable      *locations;   /* WrittenLocation */
  gint32           location;    /* of the next instruction, or -1 */
  guint32          used_bytes;  /* of the next instruction, if it is a load */
  guint            n_registers; /* in the module */
  guint64          n_data;      /* initial bytes in the module */
  GError          *error;
} LoomPtxParser;

/* What stands before the name, shared by the names of one declaration; dimensions are the name's
 * own. */
typedef struct
{
  LoomPtxSpace space;
  LoomPtxType  type;
  const char  *opaque;          /* .texref and its like, or NULL */
  guint        align, vector;
  guint64      dimensions[LOOM_PTX_MAX_DIMENSIONS];
  guint        n_dimensions;
  gboolean     unsized;         /* the first is [] */
} LoomPtxDeclaration;

gboolean    _loom_ptx_parser_fail          (LoomPtxParser      *self,
                                            guint               line,
                                            const char         *format,
                                            ...) G_GNUC_PRINTF (3, 4);
gboolean    _loom_ptx_parser_expect        (LoomPtxParser      *self,
                                            const char         *what);
gboolean    _loom_ptx_parser_next          (LoomPtxParser      *self);
gboolean    _loom_ptx_parser_take          (LoomPtxParser      *self,
                                            char                punctuation);
gboolean    _loom_ptx_parser_take_required (LoomPtxParser      *self,
                                            char                punctuation);
gboolean    _loom_ptx_parser_at            (LoomPtxParser      *self,
                                            char                punctuation);
gboolean    _loom_ptx_parser_at_dot        (LoomPtxParser      *self,
                                            const char         *word);
const char *_loom_ptx_parser_dup_text      (LoomPtxParser      *self);
gboolean    _loom_ptx_parser_take_integer  (LoomPtxParser      *self,
                                            guint64            *value);

/* loom-ptx-parser-constant.c */
gboolean    _loom_ptx_parser_constant      (LoomPtxParser      *self,
                                            LoomPtxOperand     *value);
/* loom-ptx-parser-variable.c */
gboolean    _loom_ptx_parser_at_variable   (LoomPtxParser      *self);
gboolean    _loom_ptx_parser_variables     (LoomPtxParser      *self,
                                            const char         *linkage);
gint32      _loom_ptx_parser_add_register  (LoomPtxParser      *self,
                                            const char         *name,
                                            LoomPtxType         type);
gboolean    _loom_ptx_parser_parameters    (LoomPtxParser      *self,
                                            GPtrArray          *parameters,
                                            gboolean           *is_variadic);
/* loom-ptx-parser-initial.c */
gboolean    _loom_ptx_parser_initial       (LoomPtxParser      *self,
                                            LoomPtxVariable    *variable,
                                            const LoomPtxDeclaration *declaration);
/* loom-ptx-parser-function.c */
gboolean    _loom_ptx_parser_function      (LoomPtxParser      *self,
                                            const char         *linkage);
gboolean    _loom_ptx_parser_prototype     (LoomPtxParser      *self,
                                            LoomPtxFunction    *prototype);
/* loom-ptx-parser-body.c */
gboolean    _loom_ptx_parser_body          (LoomPtxParser      *self);
/* loom-ptx-parser-insn.c */
gboolean    _loom_ptx_parser_instruction   (LoomPtxParser      *self,
                                            const LoomPtxToken *head,
                                            LoomPtxInstruction *instruction);
/* loom-ptx-parser-operand.c */
gboolean    _loom_ptx_parser_operand       (LoomPtxParser      *self,
                                            LoomPtxOperand     *operand);
/* loom-ptx-parser-call.c */
void        _loom_ptx_parser_synthesise    (LoomPtxParser      *self,
                                            const char         *chain,
                                            const LoomPtxInstruction *like,
                                            const LoomPtxOperand *first,
                                            const LoomPtxOperand *second);
/* loom-ptx-parser-registers.c */
gboolean    _loom_ptx_parser_name_parameters (LoomPtxParser    *self,
                                            GPtrArray          *parameters,
                                            guint               first);
void        _loom_ptx_parser_load_parameters (LoomPtxParser    *self);
void        _loom_ptx_parser_store_returns (LoomPtxParser      *self,
                                            const LoomPtxInstruction *ret);
gboolean    _loom_ptx_parser_append_call   (LoomPtxParser      *self,
                                            LoomPtxInstruction *call);
/* loom-ptx-lines.c */
void        _loom_ptx_lines_init           (LoomPtxParser      *self);
void        _loom_ptx_lines_clear          (LoomPtxParser      *self);
gboolean    _loom_ptx_parser_loc           (LoomPtxParser      *self);
gboolean    _loom_ptx_parser_file          (LoomPtxParser      *self);
gboolean    _loom_ptx_parser_section       (LoomPtxParser      *self);
void        _loom_ptx_lines_finish         (LoomPtxParser      *self);
