#pragma once

#include "loom-plan.h"
#include "loom-source-launches.h"

/* What the source tells of a launch that the settings leave open. */
typedef struct
{
  LoomShape         shape;      /* of arrays that have none */
  LoomDim3          range;      /* x 0: that of the main array */
  guint             rank;       /* of the range */
  LoomSourceLaunch *launch;     /* of the kernel, if its numbers are followed, else NULL */
  gboolean          is_of_main; /* the main array has no shape of its own */
  gboolean          is_given;   /* a setting has the shape */
  gboolean          is_open;    /* nothing says how large the shape is */
  gboolean          is_followed;        /* the plan has its range */
  gboolean          is_declared;        /* the shape is what the main array is declared with */
  char             *reason;     /* why they are so, or NULL */
} LoomDefaults;

/* What a plan is made of, while it is made. Borrows everything but the plan and the defaults. */
typedef struct _LoomBinder LoomBinder;

struct _LoomBinder
{
  LoomDocument        *document;
  LoomCompiled        *compiled;
  const LoomOverrides *overrides;       /* never NULL */
  const LoomLimits    *limits;
  const char          *folder;
  LoomKernel          *kernel;
  const LoomStatement *statement;       /* of [steps], which launches the kernel, or NULL */
  LoomBinder          *parent;          /* of a launch among the steps: that of all, else NULL */
  LoomDefaults         defaults;
  LoomPlan            *plan;
};

/* One value that counts, and where it was given. */
typedef struct
{
  const char *text;             /* never empty */
  const char *key;              /* NULL: being typed, where its key is seen */
  guint       line, column;     /* 0: not from the document */
} LoomSetting;

/* How a setting of one argument is found: by its parameter, or in the group of a variable. */
typedef struct
{
  LoomBinder *binder;
  gint        index;            /* -1: by its group */
  char       *group;            /* of a variable, or of what is expected */
} LoomPlanSource;

/* -- loom-plan-settings.c -- */
gboolean _loom_binder_get          (LoomBinder         *self,
                                    const char         *group,
                                    const char         *key,
                                    LoomSetting        *setting);
gboolean _loom_binder_get_launch   (LoomBinder         *self,
                                    const char         *key,
                                    LoomSetting        *setting);
gboolean _loom_binder_get_laid_over (LoomBinder        *self,
                                    const char         *key,
                                    const char         *override,
                                    LoomSetting        *setting);
gboolean _loom_binder_get_arg      (LoomBinder         *self,
                                    guint               index,
                                    const char         *key,
                                    LoomSetting        *setting);
gboolean _loom_binder_is_computed  (LoomBinder         *self,
                                    guint               index);
const char *_loom_binder_get_arg_name (LoomBinder       *self,
                                    guint               index);
GStrv    _loom_binder_list_arg_groups (LoomBinder       *self,
                                    guint               index);
gboolean _loom_setting_fail        (const LoomSetting  *self,
                                    GError            **error);
gboolean _loom_setting_refuse      (const LoomSetting  *self,
                                    GError            **error,
                                    LoomError           code,
                                    const char         *format,
                                    ...) G_GNUC_PRINTF (4, 5);
gboolean _loom_binder_blame        (LoomBinder         *self,
                                    gint                arg,
                                    const char         *key,
                                    const char         *override,
                                    GError            **error);
gboolean _loom_setting_parse_u64   (const LoomSetting  *self,
                                    guint64             least,
                                    guint64             most,
                                    guint64            *value,
                                    GError            **error);
GPtrArray *_loom_plan_source_list_paths (LoomPlanSource   *source,
                                    const char         *word);
LoomParam *_loom_kernel_get_param  (LoomKernel         *kernel,
                                    guint               index);
gboolean _loom_kernel_fail_array   (LoomKernel         *kernel,
                                    const char         *name,
                                    GError            **error);
gint     _loom_kernel_find_param   (LoomKernel         *kernel,
                                    const char         *name);
/* -- loom-plan-defaults.c -- */
char     _loom_kernel_find_axis        (const LoomKernel  *kernel,
                                        const char        *name);
void     _loom_binder_choose_defaults  (LoomBinder        *self);
void     _loom_defaults_clear          (LoomDefaults      *self);
LoomShape _loom_binder_get_default_shape (LoomBinder      *self,
                                          guint            index,
                                          const LoomType  *type);
char    *_loom_binder_dup_default_value  (LoomBinder      *self,
                                          guint            index);
char    *_loom_binder_dup_default_member (LoomBinder      *self,
                                          const char      *name,
                                          const LoomComponent *component);
gboolean _loom_binder_get_default_block  (LoomBinder      *self,
                                          LoomDim3        *block);
gboolean _loom_binder_get_default_shared (LoomBinder      *self,
                                          guint64         *shared);
gboolean _loom_binder_knows_size          (LoomBinder      *self,
                                          guint            index);
/* -- loom-plan-guesses.c -- */
LoomGuess *_loom_plan_guess        (LoomPlan           *self,
                                    const char         *name,
                                    const char         *key,
                                    const char         *value,
                                    const char         *why);
/* -- loom-plan-fill.c -- */
gboolean _loom_plan_source_get       (LoomPlanSource     *source,
                                      const char         *key,
                                      LoomSetting        *setting);
gboolean _loom_plan_source_bind_type (LoomPlanSource     *source,
                                      LoomPlanArg        *arg,
                                      GError            **error);
gboolean _loom_plan_source_bind_fill (LoomPlanSource     *source,
                                      LoomPlanArg        *arg,
                                      GError            **error);
gboolean _loom_binder_parse_fill     (LoomBinder         *self,
                                      const LoomSetting  *setting,
                                      LoomFill           *fill,
                                      GError            **error);
gboolean _loom_binder_check_fill     (LoomBinder         *self,
                                      LoomPlanArg        *arg,
                                      const LoomSetting  *setting,
                                      GError            **error);
gboolean _loom_plan_arg_check_values (LoomPlanArg        *arg,
                                      const LoomSetting  *setting,
                                      GError            **error);
/* -- loom-plan-members.c -- */
char    *_loom_plan_arg_dup_open_names (LoomPlanArg      *arg);
gboolean _loom_plan_source_bind_members (LoomPlanSource  *source,
                                      LoomPlanArg        *arg,
                                      GError            **error);
gboolean _loom_plan_source_bind_list (LoomPlanSource     *source,
                                      LoomPlanArg        *arg,
                                      const LoomSetting  *setting,
                                      GError            **error);
gboolean _loom_plan_source_bind_values (LoomPlanSource   *source,
                                      LoomPlanArg        *arg,
                                      GError            **error);
void     _loom_binder_bind_extents   (LoomBinder         *self,
                                      LoomPlanArg        *arg);
gboolean _loom_plan_source_bind_references (LoomPlanSource *source,
                                      LoomPlanArg        *arg,
                                      GError            **error);
/* -- loom-plan-expect.c -- */
gboolean _loom_binder_bind_reference (LoomBinder         *self,
                                      LoomPlanArg        *arg,
                                      const LoomSetting  *setting,
                                      GError            **error);
gboolean _loom_binder_bind_reference_kernel (LoomBinder *self,
                                      GFile              *folder,
                                      GError            **error);
gboolean _loom_binder_bind_expect  (LoomBinder         *self,
                                    LoomPlanArg        *arg,
                                    gboolean            is_main,
                                    GError            **error);
/* -- loom-plan-steps.c -- */
gboolean _loom_binder_choose_statement (LoomBinder      *self,
                                    const LoomSetting  *kernel,
                                    GError            **error);
gboolean _loom_binder_check_items  (LoomBinder         *self,
                                    GError            **error);
void     _loom_binder_add_findings_of_steps (LoomBinder *self);
gboolean _loom_binder_bind_steps   (LoomBinder         *self,
                                    GError            **error);
LoomPlanStep *_loom_binder_add_step (LoomBinder        *self,
                                    LoomStatementKind   kind);
gboolean _loom_binder_add_launch   (LoomBinder         *self,
                                    GError            **error);
/* -- loom-plan-split.c -- */
gboolean _loom_binder_bind_split   (LoomBinder         *self,
                                    GError            **error);
gboolean _loom_plan_check_extents  (const LoomPlan     *self,
                                    const LoomPlan     *launch,
                                    GError            **error);
gboolean _loom_plan_check_blocks   (const LoomPlan     *self,
                                    GError            **error);
/* -- loom-plan.c -- */
gboolean _loom_binder_fail_kernel  (LoomBinder         *self,
                                    const LoomSetting  *setting,
                                    GError            **error);
/* -- what a plan is bound by, in this order -- */
LoomPlan *_loom_binder_bind        (LoomBinder         *self,
                                    GFile              *folder,
                                    GError            **error);
gboolean _loom_binder_bind_args    (LoomBinder         *self,
                                    GError            **error);
const LoomSymbol *_loom_binder_find_symbol (LoomBinder  *self,
                                    const char         *name);
gboolean _loom_binder_bind_symbols (LoomBinder         *self,
                                    GError            **error);
char    *_loom_binder_dup_extents  (LoomBinder         *self,
                                    const LoomSetting  *setting,
                                    gboolean            is_main,
                                    GError            **error);
gboolean _loom_binder_check_swap   (const LoomPlanArg  *a,
                                    const LoomPlanArg  *b,
                                    GError            **error);
gboolean _loom_binder_bind_launch  (LoomBinder         *self,
                                    GError            **error);
void     _loom_binder_check_groups (LoomBinder         *self);
/* -- loom-plan-keys.c -- */
void     _loom_binder_check_keys   (LoomBinder         *self);
/* -- loom-plan-short.c -- */
void     _loom_binder_check_lengths (LoomBinder        *self);
/* -- loom-plan-hints.c -- */
gboolean _loom_plan_get_bound      (const LoomPlan     *plan,
                                    const LoomSourceBound *bound,
                                    guint64            *value);
void     _loom_binder_add_hints    (LoomBinder         *self);
guint    _loom_binder_get_direct   (LoomBinder         *self);
