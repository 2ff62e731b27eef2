#pragma once

#include "loom-error.h"

typedef enum
{
  LOOM_LINK_SKIPPED,            /* what stands before it failed */
  LOOM_LINK_DONE,
  LOOM_LINK_FAILED,
  LOOM_N_LINK_STATES
} LoomLinkState;

/* What came of one link. Plain value behind a pointer. */
typedef struct
{
  LoomLinkState  state;
  LoomError      code;          /* where it failed */
  gboolean       is_foreign;    /* since a file of somebody else is in the way */
  guint          line, column;  /* in the document */
  char          *text;          /* as it is written */
  char          *file;          /* as it is named there, or NULL */
  guint64        bytes;         /* of the file, where it is done */
  double         ms;            /* of this computer; negative where it was skipped */
  char          *words;         /* what was found, or why it failed or was skipped; for people */
} LoomLinkOutcome;

void                   loom_link_outcome_free    (LoomLinkOutcome *self);
const LoomLinkOutcome *loom_link_outcomes_find_failure (GPtrArray *outcomes);
const char            *loom_link_state_get_name  (LoomLinkState    state);
const char            *loom_link_state_get_title (LoomLinkState    state);
