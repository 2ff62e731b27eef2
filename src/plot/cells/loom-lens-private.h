#pragma once

#include "loom-lens.h"
#include "loom-planes.h"

typedef struct _LoomCoder LoomCoder;
typedef struct _LoomPicture LoomPicture;

/* What a lens shows: which legend it needs. */
typedef enum
{
  LOOM_SHOWS_NUMBERS,           /* a continuous scale from low to high */
  LOOM_SHOWS_COUNTS,            /* 0, 1, 2, 3 and more */
  LOOM_SHOWS_CLASSES,           /* a handful of meanings */
  LOOM_SHOWS_CATEGORIES,        /* colours that repeat */
} LoomShows;

/* Every cell is shown by a code of one byte. 0 is "no cell here"; what the others mean depends on
 * the lens. */
enum
{
  LOOM_CODE_OUTSIDE = 0,
  LOOM_CODE_FIRST = 1,
  LOOM_CODE_LEVELS = 240,       /* codes 1 .. 240 of LOOM_SHOWS_NUMBERS */
  LOOM_CODE_UNWRITTEN,
  LOOM_CODE_NAN,
  LOOM_CODE_INFINITE,
  LOOM_CODE_MINUS_INFINITE,
  LOOM_CODE_GHOST,              /* of no cell: a thread beside the array, see LoomGhosts */
  LOOM_CODE_LOST_WARP,
  LOOM_N_CODES = 256
};

enum
{
  LOOM_CODE_NOT_EXPECTED = LOOM_CODE_FIRST,
  LOOM_CODE_COVERED,
  LOOM_CODE_REWRITTEN,
  LOOM_CODE_WRONG,
  LOOM_CODE_EXTRA,
  LOOM_CODE_MISSED,
};

enum
{
  LOOM_CODE_MATCHES = LOOM_CODE_FIRST,
  LOOM_CODE_MISMATCHES,
};

enum
{
  LOOM_CODE_IN_ORDER = LOOM_CODE_FIRST,
  LOOM_CODE_RACED,
};

enum
{
  LOOM_CODE_INITIALISED = LOOM_CODE_FIRST,
  LOOM_CODE_LEFT_UNDEFINED,
  LOOM_CODE_READ_TOO_SOON,
};

/* What differs of a cell, the least telling first. */
enum
{
  LOOM_CODE_SAME = LOOM_CODE_FIRST,
  LOOM_CODE_WRITERS_DIFFER,
  LOOM_CODE_COUNTS_DIFFER,
  LOOM_CODE_VALUES_DIFFER,
};

/* Where what a lens shows was got from. */
typedef enum
{
  LOOM_ORIGIN_CONTENTS,         /* the array itself */
  LOOM_ORIGIN_COVERAGE,
  LOOM_ORIGIN_REFERENCE,        /* the array beside what it should hold */
  LOOM_ORIGIN_PROFILE,
  LOOM_ORIGIN_SCHEDULE,
} LoomOrigin;

/* One of a handful of meanings. */
typedef struct
{
  guint8       code;
  LoomMeaning  meaning;
  const char  *label;
  gboolean     is_alarm;        /* must be seen however small it is drawn */
  gsize        plane;           /* where LoomPlanes has what it is known by; 0: the lens' own */
} LoomLensClass;

/* The thread that a cell is shown by; what its block looks like is worked out once for a run of
 * cells. */
typedef struct
{
  guint64  block;
  guint    thread;              /* in it */
  LoomDim3 place;               /* of the block */
  guint    color, tint;
} LoomOwner;

/* What a row can do, declared at the end of this file. */
typedef void      LoomEncode     (const LoomCoder *coder, guint64 first, gsize n, guint8 *codes);
typedef guint8    LoomGetCode    (const LoomCoder *coder, const LoomOwner *owner);
typedef guint64   LoomGetNumber  (const LoomCoder *coder, guint64 thread);
typedef double    LoomMeasure    (const LoomCoder *coder, guint64 cell);
typedef double    LoomNumber     (const LoomCoder *coder, guint64 cell);
typedef char     *LoomFormat     (const LoomCoder *coder, guint64 number);
typedef void      LoomFindRange  (LoomCoder *coder);
typedef guint64   LoomGetMost    (const LoomCoder *coder);
typedef void      LoomTell       (GString *clauses, LoomPicture *picture);

/* A lens is a row of one table, in loom-lens.c: what is known of it is asked there. */
typedef struct
{
  const char *name;             /* in documents and on the command line */
  const char *key;              /* that chooses it while a picture has the keys */
  const char *title, *help;     /* for people */
  const char *scale;            /* above its legend, with the unit; NULL: the title */

  /* what it needs */
  gsize       plane;            /* where LoomPlanes has the plane that it reads */
  const char *no_plane;         /* why there is nothing to see without */
  const char *(*find_obstacle) (const LoomRun     *run,
                                const LoomPlanes  *planes);     /* asked first; or NULL */
  LoomCapabilities needs;       /* of a run, where there is an obstacle */

  /* its colours */
  LoomShows            shows;
  const LoomLensClass *classes;         /* ended by a code of 0; or NULL */
  guint                tints;           /* of one category, that tell blocks apart */
  gboolean             alternates;      /* tints tell cells beside each other apart */
  gboolean             has_warps;       /* borders of warps are drawn */
  gboolean             has_middle;      /* the middle of its colours stands for 0 */
  const char          *none;            /* what a cell is called that has nothing to show */

  /* what it makes of a cell */
  LoomEncode    *encode;
  LoomGetCode   *get_code;              /* of a cell's owner */
  LoomGetNumber *get_number;            /* of the category that a thread is of */
  LoomFormat    *name_category;
  LoomMeasure   *measure;               /* negative: there is nothing */
  LoomFormat    *format;                /* the number in a cell, or NULL */
  LoomNumber    *number;                /* the same; NaN: there is none. NULL: its value stands
                                           for it */

  /* its scale */
  LoomFindRange *find_range;
  LoomGetMost   *get_most;              /* none of its numbers is larger; or NULL */
  gboolean       has_fractions;

  /* what is said of it */
  LoomOrigin     origin;
  gboolean       tells_coverage;
  LoomTell      *tell;                  /* or NULL */
} LoomLensFacts;

const LoomLensFacts *_loom_lens_get_facts (LoomLens lens);

/* loom-coder.c */
LoomEncode    _loom_coder_encode_values, _loom_coder_encode_counts, _loom_coder_encode_writers,
              _loom_coder_encode_measures, _loom_coder_encode_expected,
              _loom_coder_encode_mismatches, _loom_coder_encode_races,
              _loom_coder_encode_uninitialised,
              _loom_coder_encode_differences, _loom_coder_encode_changes,
              _loom_coder_encode_owners;
LoomGetCode   _loom_coder_get_block_code, _loom_coder_get_warp_code, _loom_coder_get_thread_code,
              _loom_coder_get_lane_code, _loom_coder_get_device_code;
LoomGetNumber _loom_coder_get_block_number, _loom_coder_get_warp_number, _loom_coder_number_warp,
              _loom_coder_get_device_number;
LoomMeasure   _loom_coder_measure_deviation, _loom_coder_measure_relative,
              _loom_coder_measure_ulps, _loom_coder_measure_sectors,
              _loom_coder_measure_instructions, _loom_coder_measure_divergence,
              _loom_coder_measure_first_write, _loom_coder_measure_seeds,
              _loom_coder_measure_multiprocessor, _loom_coder_measure_start,
              _loom_coder_measure_wave;

LoomNumber    _loom_coder_get_count, _loom_coder_get_writer, _loom_coder_get_measure,
              _loom_coder_get_change;

/* loom-coder-init.c */
LoomFindRange _loom_coder_find_range_of_values, _loom_coder_find_range_of_writers,
              _loom_coder_find_range_of_measures, _loom_coder_find_range_of_threads,
              _loom_coder_find_range_of_lanes, _loom_coder_find_range_of_changes;
LoomGetMost   _loom_coder_get_last_in_block, _loom_coder_get_last_lane, _loom_coder_get_last_block,
              _loom_coder_get_last_device, _loom_coder_get_warps,
              _loom_coder_get_threads;

/* loom-cell-text.c */
LoomFormat    _loom_cell_format_value, _loom_cell_format_count, _loom_cell_format_measure,
              _loom_cell_format_change, _loom_cell_format_writer, _loom_cell_format_block,
              _loom_cell_format_device,
              _loom_cell_format_thread, _loom_cell_format_warp, _loom_cell_format_lane;

/* loom-legend-entries.c */
LoomFormat    _loom_legend_name_block, _loom_legend_name_warp, _loom_legend_name_device;

/* loom-sentence.c */
LoomTell      _loom_sentence_add_wrong, _loom_sentence_add_mismatches,
              _loom_sentence_add_deviations, _loom_sentence_add_relative,
              _loom_sentence_add_ulps, _loom_sentence_add_values,
              _loom_sentence_add_reads, _loom_sentence_add_sectors,
              _loom_sentence_add_load_sectors, _loom_sentence_add_store_sectors,
              _loom_sentence_add_instructions, _loom_sentence_add_divergence,
              _loom_sentence_add_first_writes, _loom_sentence_add_schedule,
              _loom_sentence_add_differences, _loom_sentence_add_seeds, _loom_sentence_add_races,
              _loom_sentence_add_uninitialised;
