#pragma once

#include "loom-argument-line.h"

struct _LoomArgumentLine
{
  GObject   parent_instance;

  char     *name;               /* of the argument or variable */
  char     *key;                /* of the setting: "fill", "value.pos.x", "cells"; NULL: there is
                                   none to change */
  char     *place;              /* of a cell, or NULL */
  char     *texts[LOOM_N_ARGUMENT_FIELDS];      /* NULL: there is no such thing */
  char     *fault;              /* why nothing runs, if that is because of what is given */
  char     *typed;              /* what was refused, or NULL */
  LoomType  type;               /* of a cell, or the number */
  LoomShape shape;              /* rank 0: it is no array */
  gint      array;              /* of the run, for sums; -1: none */
  gboolean  is_symbol;
  gboolean  is_property;        /* words of an array: "pitch", "texture", "surface" */
  gboolean  is_whole;           /* an array or variable, whose cells can be set */
};

char *_loom_argument_line_dup_written (LoomArgumentLine *self,
                                       LoomSession      *session,
                                       const char       *key);
void  _loom_argument_line_take        (LoomArgumentLine *self,
                                       LoomArgumentLine *other);
