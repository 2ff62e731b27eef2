#pragma once

#include <glib.h>

typedef enum
{
  LOOM_MANGLED_NAME,            /* a builtin type, class or enumeration, or a literal: text */
  LOOM_MANGLED_POINTER,         /* also a reference */
  LOOM_MANGLED_ARRAY,           /* count of inner; 0: not known */
  LOOM_MANGLED_FUNCTION,        /* inner is what it returns, arguments in order */
  LOOM_MANGLED_PACK,            /* arguments */
} LoomMangledKind;

/* A type as the compiler's mangled names spell it. Nodes belong to the LoomMangled that parsed
 * them. */
typedef struct _LoomMangledType LoomMangledType;

struct _LoomMangledType
{
  LoomMangledKind        kind;
  gboolean               is_const;
  gboolean               is_reference;
  char                  *text;          /* of a name, template arguments included */
  char                  *base;          /* of a name, without them */
  guint64                count;
  const LoomMangledType *inner;
  GPtrArray             *arguments;     /* (element-type LoomMangledType) of a function, a pack or
                                           a template, or NULL */
};

/* One mangled name of a function, taken apart. */
typedef struct
{
  char      *name;              /* "ns::scale<float>" */
  GPtrArray *template_arguments;/* (element-type LoomMangledType) or NULL */
  GPtrArray *parameters;        /* (element-type LoomMangledType) */
  GPtrArray *nodes;             /* owner of all */
} LoomMangled;

LoomMangled  *loom_mangled_parse       (const char             *symbol);
void          loom_mangled_free        (LoomMangled            *self);
char         *loom_mangled_type_format (const LoomMangledType  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomMangled, loom_mangled_free)
