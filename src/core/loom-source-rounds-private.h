#pragma once

#include "loom-source-steps.h"
#include "loom-statement.h"

/* Loops in each other that have counters. */
#define LOOM_ROUNDS_MAX_DEPTH 6

/* What a number was in some rounds. */
typedef struct
{
  gint64  integer;
  double  real;
  guint32 at[LOOM_ROUNDS_MAX_DEPTH];    /* of each loop around the round from 0, innermost first */
} LoomRoundSample;

typedef enum
{
  LOOM_ROUND_INTEGER,
  LOOM_ROUND_FLOAT,
  LOOM_ROUND_DOUBLE,
} LoomRoundType;

/* One number of a step. */
typedef struct
{
  LoomRoundType  type;
  GArray        *samples;       /* (element-type LoomRoundSample) */
} LoomRoundNumber;

/* A step as it was done in one round or, once they are found to be alike, in all. */
typedef struct
{
  guint      line;
  gboolean   is_note;
  gboolean   is_open;           /* a loop that nobody knows how often goes round */
  char      *text;              /* with a LOOM_ROUND_NUMBER for each number; of a loop what its
                                 * counter may be called */
  GArray    *numbers;           /* (element-type LoomRoundNumber) of a loop how often it goes
                                 * round */
  guint      loop;              /* the token that a loop begins with; 0: no loop */
  GPtrArray *body;              /* (element-type LoomRoundStep) of a loop, else NULL */
  guint      depth;             /* loops around that are found */
} LoomRoundStep;

/* Stands in the text of a step for each of its numbers. */
#define LOOM_ROUND_NUMBER '\001'

/* The loop whose rounds were followed. */
typedef struct
{
  guint       token, line;
  const char *counter;          /* of the host */
  GPtrArray  *rounds;           /* (element-type GPtrArray) the steps of each */
  guint64     count;            /* of all; those behind the last one are like it */
} LoomRounds;

LoomRoundStep *_loom_round_step_new        (guint            line,
                                            gboolean         is_note,
                                            const char      *text);
void           _loom_round_step_add_number (LoomRoundStep   *self,
                                            LoomRoundType    type,
                                            gint64           integer,
                                            double           real);
void           _loom_round_step_free       (LoomRoundStep   *self);
GPtrArray     *_loom_round_list_new        (void);
void           _loom_rounds_fold           (LoomRounds      *self,
                                            GPtrArray       *steps);
gboolean       _loom_round_list_write      (GPtrArray       *self,
                                            GHashTable      *taken,
                                            GHashTable      *launched,
                                            LoomSourceSteps *steps);
