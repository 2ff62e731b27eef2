#pragma once

#include "loom-color-scale.h"
#include "loom-type.h"

#include <gdk/gdk.h>

/* The beginning of a file of bytes, seen as an array. */
typedef struct
{
  GBytes      *start;
  LoomType     type;
  LoomShape    shape;
  gboolean     is_big_endian;
  LoomColormap colormap;
} LoomRawLook;

GdkTexture *loom_raw_look_draw        (const LoomRawLook *self,
                                       int                size);
char       *loom_raw_look_dup_numbers (const LoomRawLook *self);
