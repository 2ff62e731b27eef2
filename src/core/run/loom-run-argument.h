#pragma once

#include "loom-compiled.h"

/* What a kernel got of one argument, or finds where a module variable is, at its first launch. */
typedef struct
{
  char          *name;
  LoomParamKind  kind;
  gboolean       is_symbol;     /* a module variable: the kernel knows it by its name */
  LoomType       type;          /* of a cell, of the number, or of the struct */
  LoomShape      shape;         /* of a module variable */
  gint           array;         /* index into the run's arrays, which hold its cells; -1: it is
                                   passed by value, or a variable that no setting names */
  guint64        base;          /* the address of its first cell; 0: the device tells none */
  guint64        pitch;         /* bytes from a row to the next; 0: the device tells none */
  guint64        pointer;       /* what the kernel gets: the base, that of pointers to the rows, or
                                   a texture's object; 0: none */
  GPtrArray     *values;        /* (element-type utf8): passed by value, or of a variable that no
                                   setting names and that is one cell, as it begins: all numbers,
                                   as C writes them, in the order of the type's components;
                                   of a pointer that is null: "null" */
} LoomRunArgument;

LoomRunArgument *loom_run_argument_new        (const char            *name,
                                               LoomParamKind          kind,
                                               const LoomType        *type);
void             loom_run_argument_free       (LoomRunArgument       *self);
void             loom_run_argument_set_values (LoomRunArgument       *self,
                                               gconstpointer          bytes,
                                               gsize                  size);
extern const LoomWire _loom_run_argument_wire;
