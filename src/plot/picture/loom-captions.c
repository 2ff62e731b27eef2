/* loom-captions.c: what is said under an array, through each lens
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-private.h"
#include "loom-sentence.h"

/* Whether another lens before it says the same. */
static gboolean
repeats (LoomLens lens)
{
  const LoomLensFacts *facts = _loom_lens_get_facts (lens);

  for (LoomLens other = 0; other < lens; other++)
    {
      const LoomLensFacts *before = _loom_lens_get_facts (other);

      if (before->tell == facts->tell && before->tells_coverage == facts->tells_coverage)
        return TRUE;
    }
  return FALSE;
}

/* As much of a picture as its sentence is made of: of the cells only their range, where it is said,
 * and which codes they have. */
static char *
dup_sentence_through (LoomPicture *picture,
                      LoomLens     lens)
{
  LoomPicture other = { .run = picture->run,
                        .array = picture->array,
                        .view = picture->view,
                        .coder = picture->coder,
                        .ghosts = picture->ghosts };

  other.view.lens = lens;
  if (_loom_lens_get_facts (lens)->find_range != NULL)
    {
      loom_coder_init (&other.coder, other.run, other.array, &other.view);
      loom_coder_encode_plane (&other.coder, FALSE);
    }
  return loom_sentence_of_picture (&other);
}

/**
 * loom_picture_list_sentences:
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
  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    {
      g_autofree char *sentence = NULL;

      if (repeats (lens) || !loom_lens_is_available (lens, self->run, self->view.array) ||
          g_cancellable_is_cancelled (cancellable))
        continue;
      sentence = dup_sentence_through (self, lens);
      g_strv_builder_add (builder, sentence);
    }
  return g_strv_builder_end (builder);
}
