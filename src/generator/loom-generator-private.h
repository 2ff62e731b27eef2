#pragma once

#include "loom-generator.h"

#include "loom-dim3.h"
#include "loom-error.h"
#include "loom-type.h"

typedef enum
{
  LOOM_WORD_NAME,
  LOOM_WORD_NUMBER,
  LOOM_WORD_TEXT,               /* a string or a character, with its quotes */
  LOOM_WORD_SIGN,               /* one byte */
} LoomWordKind;

typedef struct
{
  LoomWordKind kind;
  gsize        start, length;
  guint        depth;           /* brackets around it; its own not counted */
  guint        pair;            /* of a bracket: the index of the other one */
} LoomWord;

/* A part, word by word; comments are none. Borrows the text. */
typedef struct
{
  LoomPart    part;
  const char *text;
  GArray     *words;            /* (element-type LoomWord) */
  gboolean    is_marked;        /* what is made of them says whose it is */
} LoomWords;

/* What an array or a scalar is made of, and how a kernel calculates with it. */
typedef struct
{
  const char *name;             /* in the source */
  const char *value;            /* what it is calculated in, where that differs, else @name */
  const char *load, *store;     /* functions between both, or NULL */
  const char *header;           /* that declares it, or NULL */
  LoomType    type;
  guint       complex_bytes;    /* 8 or 16, 0: it is no complex number */
} LoomCell;

typedef struct
{
  char      *name;
  LoomCell   cell;
  char       letter;            /* what was written for its type, or 0 */
  gboolean   is_raw, is_output, is_scalar;
  gboolean   has_shape;
  LoomShape  shape;             /* rank 0: a single cell */
  const char *extents;          /* its shape by those of the main array, or NULL */
  char      *value;             /* of a scalar, or the fill; NULL: the default */
  LoomPart   part;
  gsize      start, length;     /* of the name in its part */
} LoomParameter;

/* A kernel that is being written. */
typedef struct
{
  const LoomDefinition *definition;
  GPtrArray            *warnings;       /* (element-type utf8) */
  LoomPartPlace        *place;
  GError              **error;
  gboolean              is_marked;      /* the document says which part its code is of */

  const char           *name;
  GPtrArray            *parameters;     /* (element-type LoomParameter) */
  const LoomCell       *letters[26];    /* what A to Z stand for; NULL: not used */
  GHashTable           *taken;          /* names in the person's code */
  GPtrArray            *kept;           /* texts that live as long as this */
  LoomShape             shape;          /* of the cells that the kernel goes over */
  const char           *index[3], *extent[3], *flat;  /* names: x, y, z; all cells */

  GString              *text;
  GString              *settings;
} LoomGenerator;

/* parts */
void         _loom_part_mark            (GString             *text,
                                         LoomPart             part);
void         _loom_part_mark_end        (GString             *text);
char        *_loom_generator_dup_code   (LoomGenerator       *self,
                                         LoomPart             part);

/* words */
gboolean     _loom_words_read           (LoomWords           *self,
                                         LoomGenerator       *generator,
                                         LoomPart             part,
                                         const char          *text);
void         _loom_words_clear          (LoomWords           *self);
const LoomWord *_loom_words_get         (const LoomWords     *self,
                                         guint                index);
gboolean     _loom_words_is             (const LoomWords     *self,
                                         guint                index,
                                         const char          *text);
char        *_loom_words_dup            (const LoomWords     *self,
                                         guint                index);
char        *_loom_words_dup_range      (const LoomWords     *self,
                                         guint                start,
                                         guint                end);
gboolean     _loom_words_fail           (const LoomWords     *self,
                                         LoomGenerator       *generator,
                                         guint                start,
                                         guint                end,
                                         const char          *format,
                                         ...) G_GNUC_PRINTF (5, 6);
gboolean     _loom_words_check_end      (const LoomWords     *self,
                                         LoomGenerator       *generator,
                                         guint                end);
gboolean     _loom_words_check_names    (const LoomWords     *self,
                                         LoomGenerator       *generator,
                                         const char *const   *others);
gboolean     _loom_words_check_outputs  (const LoomWords     *self,
                                         LoomGenerator       *generator);
/* What a word becomes; sets *@end to the one behind what is replaced. NULL: it stays. */
typedef char *(*LoomReplace)            (const LoomWords     *words,
                                         guint                index,
                                         guint               *end,
                                         gpointer             data);
char        *_loom_words_replace        (const LoomWords     *self,
                                         guint                start,
                                         guint                end,
                                         gboolean             is_flat,
                                         LoomReplace          replace,
                                         gpointer             data);
gboolean     _loom_words_is_member      (const LoomWords     *self,
                                         guint                index);
gboolean     _loom_words_is_in_loop     (const LoomWords     *self,
                                         guint                index);
gboolean     _loom_words_check_operators (const LoomWords    *self,
                                         LoomGenerator       *generator);
gboolean     _loom_words_check_raw      (const LoomWords     *self,
                                         LoomGenerator       *generator);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomWords, _loom_words_clear)

/* what all forms share */
gboolean     _loom_generator_fail       (LoomGenerator       *self,
                                         LoomPart             part,
                                         gsize                start,
                                         gsize                length,
                                         const char          *format,
                                         ...) G_GNUC_PRINTF (5, 6);
const char  *_loom_generator_get        (LoomGenerator       *self,
                                         LoomPart             part);
const char  *_loom_generator_keep       (LoomGenerator       *self,
                                         char                *text);
gboolean     _loom_generator_take_names (LoomGenerator       *self,
                                         LoomPart             part);
gboolean     _loom_generator_has_word   (LoomGenerator       *self,
                                         LoomPart             part,
                                         const char          *word);
gboolean     _loom_generator_is_word    (const char          *word);
const char  *_loom_generator_new_name   (LoomGenerator       *self,
                                         const char          *name);
void         _loom_generator_name_axes  (LoomGenerator       *self,
                                         guint                rank);
gboolean     _loom_generator_is_wide    (LoomGenerator       *self);

/* parameters */
const LoomCell *_loom_cell_find         (LoomGenerator       *generator,
                                         const LoomWords     *words,
                                         guint                start,
                                         guint                end);
void         _loom_parameter_free       (LoomParameter       *self);
gboolean     _loom_generator_read_types (LoomGenerator       *self);
gboolean     _loom_generator_read_parameters (LoomGenerator  *self,
                                         LoomPart             part);
gboolean     _loom_generator_add_parameter (LoomGenerator    *self,
                                         LoomParameter       *parameter);
LoomParameter *_loom_generator_find     (LoomGenerator       *self,
                                         const char          *name);
void         _loom_generator_write_signature (LoomGenerator  *self,
                                         gboolean             has_extents);

/* shapes and values */
gboolean     _loom_generator_read_shapes (LoomGenerator      *self,
                                         gboolean             is_broadcast);
gboolean     _loom_generator_read_values (LoomGenerator      *self);
gboolean     _loom_parameter_is_whole   (const LoomParameter *self,
                                         const LoomShape     *shape);
char        *_loom_generator_dup_place  (LoomGenerator       *self,
                                         const LoomParameter *parameter);

/* prologue and settings */
void         _loom_generator_write_comment (LoomGenerator    *self,
                                         guint                indent,
                                         const char          *comment);
void         _loom_generator_write_prologue (LoomGenerator   *self,
                                         const char          *comment);
gboolean     _loom_generator_read_block (LoomGenerator       *self,
                                         LoomDim3            *block);
gboolean     _loom_generator_read_grid  (LoomGenerator       *self,
                                         LoomDim3            *grid,
                                         gboolean            *is_given);
void         _loom_generator_write_expect (LoomGenerator      *self,
                                         const LoomParameter *parameter,
                                         const char          *reference);
gboolean     _loom_generator_write_launch (LoomGenerator     *self,
                                         const LoomDim3      *block,
                                         const char          *range);
void         _loom_generator_set        (LoomGenerator       *self,
                                         const char          *format,
                                         ...) G_GNUC_PRINTF (2, 3);
void         _loom_generator_write_arguments (LoomGenerator  *self);
void         _loom_generator_write_extent_values (LoomGenerator *self,
                                         guint                rank);
char        *_loom_parameter_dup_fill   (const LoomParameter *self,
                                         guint                number);
LoomDim3     _loom_generator_get_block  (const LoomShape     *shape);

/* mapping: which thread computes which cells */
typedef enum
{
  LOOM_MAPPING_CELL,            /* each thread one of them */
  LOOM_MAPPING_GRID_STRIDE,     /* threads go on by the size of the grid */
  LOOM_MAPPING_ROW,             /* each block a row, and goes on by the size of the grid */
} LoomMapping;

LoomMapping  _loom_generator_get_mapping (LoomGenerator      *self);
gboolean     _loom_generator_choose_launch (LoomGenerator    *self,
                                         const guint64        steps[3],
                                         LoomDim3            *block,
                                         LoomDim3            *range);
char        *_loom_generator_dup_first  (LoomGenerator       *self,
                                         guint                axis,
                                         const char          *cast);
char        *_loom_generator_dup_stride (LoomGenerator       *self,
                                         guint                axis,
                                         const char          *cast);
void         _loom_generator_write_loop (LoomGenerator       *self,
                                         guint                indent,
                                         const char          *type,
                                         const char          *name,
                                         const char          *first,
                                         const char          *stop,
                                         const char          *stride);

/* references */
char        *_loom_parameter_dup_formula (LoomGenerator      *self,
                                         const LoomParameter *parameter,
                                         const char *const   *place);
gboolean     _loom_words_are_plain      (const LoomWords     *self,
                                         LoomGenerator       *generator);

/* forms */
gboolean     _loom_generator_write_elementwise (LoomGenerator *self);
gboolean     _loom_generator_write_reduction (LoomGenerator  *self);
gboolean     _loom_generator_write_stencil (LoomGenerator    *self);
gboolean     _loom_generator_write_raw  (LoomGenerator       *self);
