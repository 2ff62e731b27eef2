/* loom-captions.c: what is said under an array, through each lens
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-private.h"
#include "loom-sentence.h"

/* Others say what one of these says. */
static const LoomLens tellers[] = {
  LOOM_LENS_VALUE,        LOOM_LENS_WRITES, LOOM_LENS_READS,      LOOM_LENS_SECTORS,
  LOOM_LENS_INSTRUCTIONS, LOOM_LENS_START,  LOOM_LENS_DIFFERENCE,
};

/* As much of a picture as its sentence is made of: of the cells only their range, where it is said.
 */
static char *
dup_sentence_through (LoomPicture *picture,
                      LoomLens     lens)
{
  LoomPicture other = { .run = picture->run,
                        .array = picture->array,
                        .view = picture->view,
                        .coder = picture->coder };

  other.view.lens = lens;
  if (lens == LOOM_LENS_VALUE || loom_coder_is_measure (lens))
    loom_coder_init (&other.coder, other.run, other.array, &other.view);
  return loom_sentence_of_picture (&other);
}

/**
 * loom_picture_list_sentences:
 * @self: a picture
 * @cancellable: (nullable): what ends it early
 *
 * What would be said under the array through each of the lenses that have something to show, so
 * that room can be kept for the longest. Takes longer than the picture did: call it in a thread for
 * all but small arrays.
 *
 * Returns: (transfer full) (array zero-terminated=1): the sentences
 */
char **
loom_picture_list_sentences (LoomPicture  *self,
                             GCancellable *cancellable)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_add (builder, self->sentence);
  for (guint i = 0; i < G_N_ELEMENTS (tellers); i++)
    {
      g_autofree char *sentence = NULL;

      if (!loom_lens_is_available (tellers[i], self->run, self->view.array) ||
          g_cancellable_is_cancelled (cancellable))
        continue;
      sentence = dup_sentence_through (self, tellers[i]);
      g_strv_builder_add (builder, sentence);
    }
  return g_strv_builder_end (builder);
}
