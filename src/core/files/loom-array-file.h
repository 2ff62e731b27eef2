#pragma once

#include "loom-array.h"

/* What an array is written as, by the end of a file's name. */
typedef enum
{
  LOOM_ARRAY_FORMAT_NPY,        /* .npy */
  LOOM_ARRAY_FORMAT_NPZ,        /* .npz: an archive of these */
  LOOM_ARRAY_FORMAT_CSV,        /* .csv, .tsv, .txt: numbers as text */
  LOOM_ARRAY_FORMAT_PNG,        /* .png: a pixel for each cell */
  LOOM_ARRAY_FORMAT_RAW,        /* any other: the cells as they lie in memory */
} LoomArrayFormat;

/* What names of files with arrays look like; then NULL. */
extern const char *const loom_array_file_patterns[];

LoomArrayFormat  loom_array_format_of  (const char       *name);
gboolean         loom_array_file_save  (const LoomArray  *array,
                                        const char       *name,
                                        const char       *path,
                                        GError          **error);
