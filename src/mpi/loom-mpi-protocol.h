#pragma once

#include "loom-run-parts.h"

/* What rank 0 tells all others, as (uv): kind and what is to it. */
typedef enum
{
  LOOM_MPI_BEGIN,               /* (sva{sv}uu): PTX, plan, options of the run, coverage, bytes of a
                                   writer. Each rank answers */
  LOOM_MPI_SCATTER,             /* u: an array */
  LOOM_MPI_EXCHANGE,            /* u */
  LOOM_MPI_GATHER,              /* u */
  LOOM_MPI_COPY,                /* (uu): from, to */
  LOOM_MPI_LAUNCH,              /* (uuaayai): step, coverage, values, arrays. Each device answers */
  LOOM_MPI_COUNT,               /* u */
  LOOM_MPI_END,                 /* u: of a run */
  LOOM_MPI_QUIT,                /* u: of all */
  LOOM_MPI_N_COMMANDS
} LoomMpiCommand;

/* What a rank answers to a whole run: what Run answers with, and the bytes of its memory file. */
#define LOOM_MPI_RESULT "(a{sv}ay)"

GVariant *loom_mpi_command_new      (LoomMpiCommand           command,
                                     GVariant                *payload);
GVariant *loom_mpi_answer_new       (const GError            *error,
                                     GVariant                *payload);
gboolean  loom_mpi_answer_check     (GVariant                *answer,
                                     GVariant               **payload,
                                     GError                 **error);
GVariant *loom_mpi_result_to_variant (const LoomRunPartResult *result);
gboolean  loom_mpi_result_from_variant (GVariant             *variant,
                                     LoomRunPartResult       *result);
