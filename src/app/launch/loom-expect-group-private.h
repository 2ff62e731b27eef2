#pragma once

#include "loom-expect-words.h"
#include "loom-field-row.h"
#include "loom-launch-rows.h"

/* A key of the settings with a kind to choose and what belongs to it. */
typedef struct
{
  LoomExpectKey  key;
  AdwComboRow   *combo;
  LoomFieldRow  *detail;
  GtkWidget     *choose;
  GArray        *offered;       /* (element-type guint) kinds, in the order of the combo row */
  guint          kind;          /* what holds, whatever is being chosen */
  char          *value;         /* of the settings, as it was shown last */
  gboolean       is_shown;
} LoomExpectChoice;

typedef struct
{
  const char   *key;
  LoomFieldRow *row;
} LoomExpectTolerance;

struct _LoomExpectGroup
{
  AdwPreferencesGroup   parent_instance;

  LoomSession          *session;
  LoomPlan             *plan;           /* the last one that there was */
  char                 *name;           /* of the array */
  LoomShape             shape;
  gboolean              is_main;
  LoomExpectChoice      choices[LOOM_N_EXPECT_KEYS];
  LoomExpectTolerance   tolerances[3];
  GtkFileChooserNative *chooser;
  LoomExpectChoice     *chosen;         /* what a file is being chosen for */
  char                 *pinned;         /* the array that is being saved, or NULL */

  AdwComboRow          *array;
  AdwComboRow          *domain;
  LoomFieldRow         *domain_detail;
  GtkWidget            *domain_file;
  GtkWidget            *paint_row;
  GtkSwitch            *paint;
  AdwComboRow          *reference;
  LoomFieldRow         *reference_detail;
  GtkWidget            *reference_file;
  AdwExpanderRow       *tolerance;
  LoomFieldRow         *rtol;
  LoomFieldRow         *atol;
  LoomFieldRow         *ulps;
  AdwActionRow         *coverage;
  AdwActionRow         *mismatches;
  AdwActionRow         *first;
  AdwActionRow         *worst;
  AdwActionRow         *deviation;

  guint                 updating : 1;
  guint                 wants_lens : 1; /* that shows what is painted, once a run has it */
};

/* -- loom-expect-group.c -- */
const char *_loom_expect_group_get_value   (LoomExpectGroup   *self,
                                            const char        *key);
gboolean    _loom_expect_group_try_value   (LoomExpectGroup   *self,
                                            const char        *key,
                                            const char        *value,
                                            gboolean           apply,
                                            GError           **error);
void        _loom_expect_group_show_reason (LoomExpectChoice  *choice,
                                            const char        *reason);
/* -- loom-expect-group-paint.c -- */
void        _loom_expect_group_begin_painting (LoomExpectGroup  *self,
                                               GError          **error);
void        _loom_expect_group_paint          (LoomExpectGroup  *self,
                                               const LoomCell   *from,
                                               const LoomCell   *to);
void        _loom_expect_group_update_painting (LoomExpectGroup *self);
void        _loom_expect_group_show_painted   (LoomExpectGroup  *self);
/* -- loom-expect-group-result.c -- */
void        _loom_expect_group_show_result    (LoomExpectGroup  *self);
void        _loom_expect_group_show_cell      (LoomExpectGroup  *self,
                                               AdwActionRow     *row);
void        _loom_expect_group_pin_run        (LoomExpectGroup  *self);
void        _loom_expect_group_update_actions (LoomExpectGroup  *self);
