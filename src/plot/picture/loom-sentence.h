#pragma once

#include "loom-coder.h"
#include "loom-picture.h"

char *loom_sentence_of_picture (LoomPicture *picture);
char *loom_sentence_of_thread  (const LoomCoder *coder,
                                guint64      thread);
char *loom_sentence_of_lane (const LoomCoder *coder,
                             guint64          thread);
