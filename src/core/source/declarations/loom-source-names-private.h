#pragma once

#include "loom-source-reader-private.h"
#include "loom-source-expand-private.h"
#include "loom-constant-private.h"
#include "loom-source-scan-private.h"

/* The names of a source, where each of them stands, and what encloses what. */
typedef struct
{
  LoomSourceReader  source;
  LoomSourceScan   *scan;
  GArray           *origins;    /* (element-type LoomSourceOrigin) of the tokens */
  GHashTable       *doubtful;   /* names that may be changed out of sight, or NULL */
  GHashTable       *places;     /* name -> (element-type guint) indices of tokens */
  GHashTable       *typedefs;   /* name -> index of the first token of what it stands for, + 1 */
  guint            *outer;      /* the bracket around each token, or LOOM_NOWHERE */
  guint            *closing;    /* of each bracket its other one; of one that is not closed the
                                   end */
  GHashTable       *values;     /* of definitions that were looked at */
  GHashTable       *bindings;   /* template parameter -> text, of a kernel's instance, or NULL */
  guint             open;       /* the token that declares the first variable that was not known,
                                   or LOOM_NOWHERE */
  guint             supposed;   /* one that is taken to hold a number, or LOOM_NOWHERE */
  gint64            supposed_value;
  guint             budget;     /* how many more tokens may be looked at */
  guint             n_nested;   /* expressions that are being computed */
} LoomSourceNames;

typedef enum
{
  LOOM_DECLARED_OTHERWISE,      /* something else, or something that is not understood */
  LOOM_DECLARED_NUMBER,
  LOOM_DECLARED_AUTO,
  LOOM_DECLARED_DIM3,
} LoomDeclaredType;

/* What a name stands for at a place. */
typedef struct
{
  LoomDeclaredType type;
  LoomScalar   number;
  guint            name;        /* the token that declares it */
  guint            type_first, type_end;        /* words of its type; the same: not known */
  guint            pointers;    /* how many * and [] there are */
  guint            first, end;  /* what it is made of; the same where that is not known */
  gboolean         is_listed;   /* `dim3 b (16, 16)`: made of a list, not of one expression */
  guint            paren;       /* of a function's parameter: that of the list, else LOOM_NOWHERE */
  gboolean         is_enumerator;
} LoomDeclaredName;

/* The tokens of an expression. */
typedef struct
{
  guint first, end;
} LoomSourceRange;

static inline gboolean
has_punctuation (LoomSourceNames *self,
                 guint            index,
                 const char      *any)
{
  return is_punctuation (&self->source, index, any);
}

static inline gboolean
is_conditional (LoomSourceNames *self,
                guint            index)
{
  return g_array_index (self->source.tokens, LoomToken, index).is_conditional;
}

void      _loom_source_names_init       (LoomSourceNames  *self,
                                         LoomSourceScan   *scan);
void      _loom_source_names_clear      (LoomSourceNames  *self);
GArray   *_loom_source_names_list       (LoomSourceNames  *self,
                                         const char       *name);
gboolean  _loom_source_names_find       (LoomSourceNames  *self,
                                         const char       *name,
                                         guint             place,
                                         LoomDeclaredName *found);
guint     _loom_source_names_find_comma (LoomSourceNames *self,
                                         guint            first,
                                         guint            end);
gboolean  _loom_source_names_is_declaration (LoomSourceNames *self,
                                             guint            index);
LoomScalar _loom_source_names_read_number_type (LoomSourceNames        *self,
                                                    const LoomSourceReader *source,
                                                    guint                   first,
                                                    guint                   end);
const LoomSourceBody *_loom_source_names_get_function (LoomSourceNames      *self,
                                                       guint                 index);
const LoomSourceBody *_loom_source_names_find_function (LoomSourceNames     *self,
                                                        const char          *name);
