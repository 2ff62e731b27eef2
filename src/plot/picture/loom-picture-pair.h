#pragma once

#include "loom-picture.h"

/* Two pictures that are looked at beside each other. */
typedef struct
{
  LoomPicture *a, *b;
} LoomPicturePair;

void         loom_picture_pair_init          (LoomPicturePair       *self,
                                              LoomPicture           *before,
                                              LoomRun               *a,
                                              const LoomView        *view_a,
                                              LoomRun               *b,
                                              const LoomView        *view_b);
void         loom_picture_pair_clear         (LoomPicturePair       *self);
LoomPicture *loom_picture_pair_choose_legend (const LoomPicturePair *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomPicturePair, loom_picture_pair_clear)
