/* loom-topics.c: what a kernel shows, in the words that people look for
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-topics.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What is in the source says what it shows: a topic is one of a text that holds any of its marks,
 * at the beginning of a word. */
static const struct
{
  const char *topic;
  const char *marks[4];
} topics[] = {
  { N_("2-D"), { "blockIdx.y", "threadIdx.y" } },
  { N_("3-D"), { "blockIdx.z", "threadIdx.z" } },
  { N_("atomic"), { "atomicA", "atomicC", "atomicM" } },
  { N_("barrier"), { "__syncthreads" } },
  { N_("constant memory"), { "__constant__" } },
  { N_("cooperative groups"), { "cooperative_groups" } },
  { N_("grid-stride loop"), { "stride" } },
  { N_("histogram"), { "histogram" } },
  { N_("matrix"), { "matrix" } },
  { N_("out of bounds"), { "inside the array", "past the end" } },
  { N_("printf"), { "printf (" } },
  { N_("race"), { "race" } },
  { N_("reduction"), { "reduction" } },
  { N_("shared memory"), { "__shared__" } },
  { N_("shuffle"), { "__shfl" } },
  { N_("stencil"), { "stencil" } },
  { N_("transpose"), { "transpose" } },
  { N_("trap"), { "trap" } },
};

/* Whether a mark is in a text, and no letter before it. */
static gboolean
has (const char *text,
     const char *mark)
{
  for (const char *at = text; (at = strstr (at, mark)) != NULL; at++)
    if (at == text || !g_ascii_isalnum (at[-1]))
      return TRUE;
  return FALSE;
}

static gboolean
shows (const char         *text,
       const char * const *marks)
{
  for (guint i = 0; i < 4 && marks[i] != NULL; i++)
    if (has (text, marks[i]))
      return TRUE;
  return FALSE;
}

/**
 * loom_topics_list:
 * @text: a document
 * @translated: whether in the user's language
 *
 * Finds what a kernel shows from its words.
 *
 * Returns: (transfer full): its topics in the order of the alphabet
 */
GStrv
loom_topics_list (const char *text,
                  gboolean    translated)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (text != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (topics); i++)
    if (shows (text, topics[i].marks))
      g_strv_builder_add (builder, translated ? _(topics[i].topic) : topics[i].topic);
  return g_strv_builder_end (builder);
}
