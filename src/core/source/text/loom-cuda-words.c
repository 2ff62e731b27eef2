/* loom-cuda-words.c: the words of CUDA C++ and what they mean, for whoever writes a kernel
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cuda-words.h"

#define WORD(name, meaning) { name, meaning, NULL },
#define SNIPPET(name, meaning, text) { name, meaning, text },
static const LoomCudaWord words[] = {
#include "loom-cuda-words.def"
};

const LoomCudaWord *
loom_cuda_words_list (guint *n)
{
  *n = G_N_ELEMENTS (words);
  return words;
}

/* A word, NULL: it is none; snippets are not words. */
const LoomCudaWord *
loom_cuda_words_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i].snippet == NULL && g_str_equal (words[i].name, name))
      return &words[i];
  return NULL;
}
