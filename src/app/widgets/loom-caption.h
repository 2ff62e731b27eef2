#pragma once

#include "loom-picture.h"

#include <gtk/gtk.h>

/* A sentence under a picture, with room for each of those that may stand there in its place: as
 * high as the longest of them, so that nothing around it moves when the words change. */
#define LOOM_TYPE_CAPTION (loom_caption_get_type ())

G_DECLARE_FINAL_TYPE (LoomCaption, loom_caption, LOOM, CAPTION, GtkWidget)

void        loom_caption_set_picture (LoomCaption        *self,
                                      LoomPicture        *picture);
void        loom_caption_set_room    (LoomCaption        *self,
                                      const char * const *texts);
const char *loom_caption_get_text    (LoomCaption        *self);
void        loom_caption_set_text    (LoomCaption        *self,
                                      const char         *text);
