#pragma once

#include "loom-source-launch.h"

/* One line of steps that were read from host code. */
typedef struct
{
  guint     depth;              /* loops around it */
  guint     line;               /* in the source, from 1 */
  char     *file;               /* in which that line stands, NULL: the document */
  gboolean  is_note;            /* not a step: what is left out here, in words */
  char     *text;               /* "repeat 100 as i"; of a note a sentence */
} LoomReadStep;

/* An array that the steps name. */
typedef struct
{
  char           *name;
  LoomReadNumber  bytes;        /* that are allocated for it */
} LoomReadArray;

/* What a function of the host does on the device, one step after the other, as [steps] has it. */
typedef struct
{
  char      *function;          /* "main" */
  GPtrArray *steps;             /* (element-type LoomReadStep) in order */
  GPtrArray *arrays;            /* (element-type LoomReadArray) in the order of their use */
} LoomSourceSteps;

GPtrArray       *loom_source_steps_read        (const char             *text,
                                                gsize                   length);
LoomSourceSteps *loom_source_steps_new         (const char             *function);
void             loom_source_steps_free        (LoomSourceSteps        *self);
void             loom_source_steps_add         (LoomSourceSteps        *self,
                                                guint                   depth,
                                                guint                   line,
                                                gboolean                is_note,
                                                const char             *text);
void             loom_source_steps_add_array   (LoomSourceSteps        *self,
                                                const char             *name,
                                                const LoomReadNumber   *bytes);
guint            loom_source_steps_count_notes (const LoomSourceSteps  *self);
gboolean         loom_source_steps_is_several  (const LoomSourceSteps  *self);
char            *loom_source_steps_dup_text    (const LoomSourceSteps  *self);
char            *loom_source_steps_dup_summary (const LoomSourceSteps  *self);
LOOM_DECLARE_WIRE (LoomSourceSteps, loom_source_steps)

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSourceSteps, loom_source_steps_free)
