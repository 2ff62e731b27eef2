#pragma once

#include <glib.h>

/* A word of CUDA C++, or the beginning of some code. */
typedef struct
{
  const char *name;
  const char *meaning;          /* translated by whoever shows it */
  const char *snippet;          /* NULL: the word itself */
} LoomCudaWord;

const LoomCudaWord *loom_cuda_words_list (guint      *n);
const LoomCudaWord *loom_cuda_words_find (const char *name);
