#pragma once

#include "loom-coder.h"
#include "loom-picture.h"

char *loom_sentence_of_title   (LoomPicture *picture);
char *loom_sentence_of_picture (LoomPicture *picture);
char *loom_sentence_of_cell    (LoomPicture *picture,
                                guint64      col,
                                guint64      row);
char *loom_sentence_of_thread  (const LoomCoder *coder,
                                guint64      thread);
