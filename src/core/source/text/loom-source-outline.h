#pragma once

#include <glib.h>

typedef enum
{
  LOOM_DEFINED_MACRO,
  LOOM_DEFINED_FUNCTION,
  LOOM_DEFINED_TYPE,
  LOOM_DEFINED_VARIABLE,        /* constants, members, enumerators, parameters as well */
} LoomDefined;

/* A name that a source defines. */
typedef struct
{
  char        *name;
  LoomDefined  what;
  gboolean     is_declared;     /* only: its definition is elsewhere */
  gsize        offset;          /* of the name, in bytes */
  guint        line;            /* the same, from 1 */
  gsize        from, to;        /* bytes of the text in which the name stands for this */
} LoomDefinition;

GPtrArray            *loom_source_outline_new  (const char *text,
                                                gsize       length);
const LoomDefinition *loom_source_outline_find (GPtrArray  *self,
                                                const char *name,
                                                gsize       offset);
