#pragma once

#include "loom-source-declaration-private.h"
#include "loom-source-macros-private.h"
#include "loom-source-scan-private.h"

#include <string.h>

G_BEGIN_DECLS

/* The names of a source, where each of them stands, and what encloses what. */
typedef struct
{
  LoomSourceReader  source;
  LoomSourceScan   *scan;
  GHashTable       *places;     /* name -> (element-type guint) indices of tokens */
  guint            *outer;      /* the bracket around each token, or LOOM_NOWHERE */
  guint            *closing;    /* of each opening bracket: the one that closes it, or the end */
  GHashTable       *values;     /* of declarations that were looked at */
  guint             budget;     /* how many more tokens may be looked at */
} LoomSourceNames;

typedef enum
{
  LOOM_DECLARED_OTHERWISE,      /* something else, or something that is not understood */
  LOOM_DECLARED_INT,
  LOOM_DECLARED_LONG,           /* 64 bits */
  LOOM_DECLARED_DIM3,
} LoomDeclaredType;

/* What a name stands for at a place. */
typedef struct
{
  LoomDeclaredType type;
  guint            name;        /* the token that declares it */
  guint            first, end;  /* what it is made of; the same where that is not known */
  gboolean         is_listed;   /* `dim3 b (16, 16)`: made of a list, not of one expression */
} LoomDeclaredName;

/* Whether a token is one of some bytes of punctuation. */
static inline gboolean
has_punctuation (LoomSourceNames *self,
                 guint            index,
                 const char      *any)
{
  char c = get_punctuation (&self->source, index);

  return c != '\0' && strchr (any, c) != NULL;
}

void      _loom_source_names_init       (LoomSourceNames  *self,
                                         LoomSourceScan   *scan,
                                         const char       *text);
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
/* -- loom-source-changes.c -- */
gboolean  _loom_source_names_is_changed (LoomSourceNames        *self,
                                         const char             *name,
                                         const LoomDeclaredName *declared);
/* -- loom-source-values.c -- */
gboolean  _loom_source_names_evaluate   (LoomSourceNames        *self,
                                         guint                   first,
                                         guint                   end,
                                         gint64                 *value);

G_END_DECLS
