#pragma once

#include "loom-limits.h"
#include "loom-session.h"

/* The launch as the panel shows it: of the plan if there is one, else of the settings as far as
 * they can be read, so that a launch that is refused can still be seen and mended. Plain value. */
typedef struct
{
  LoomDim3 range, block, grid;
  guint64  shared;              /* bytes */
  guint    rank;                /* of the range */
  guint    max_threads;         /* of a block of this kernel, 0: as many as the device allows */
  gboolean range_known;
  gboolean grid_auto;
  gboolean manual_grid;         /* "No warnings about the grid" */
} LoomLaunch;

void        loom_launch_init      (LoomLaunch        *self);
void        loom_launch_read      (LoomLaunch        *self,
                                   LoomSession       *session);
const char *loom_launch_get       (LoomSession       *session,
                                   const char        *argument,
                                   const char        *key);
const char *loom_launch_get_fault (LoomSession       *session,
                                   const char        *argument,
                                   const char        *key);
gboolean    loom_launch_edit      (LoomSession       *session,
                                   const char        *argument,
                                   const char        *key,
                                   const char        *value,
                                   GError           **error);
gboolean    loom_launch_edit_dim3 (LoomSession       *session,
                                   const char        *key,
                                   const LoomDim3    *value,
                                   GError           **error);
gboolean    loom_launch_try       (LoomSession       *session,
                                   const char        *argument,
                                   const char        *key,
                                   const char        *value,
                                   gboolean           apply,
                                   GError           **error);
/* The same of any group of the settings. */
const char *loom_launch_get_fault_in (LoomSession    *session,
                                   const char        *group,
                                   const char        *key);
gboolean    loom_launch_try_in    (LoomSession       *session,
                                   const char        *group,
                                   const char        *key,
                                   const char        *value,
                                   gboolean           apply,
                                   GError           **error);
void        loom_launch_reset     (LoomSession       *session);
gboolean    loom_launch_has_kernel (LoomSession      *session);
gboolean    loom_launch_find_fit  (LoomSession       *session,
                                   LoomDim3          *block);
gboolean    loom_launch_find_trim (LoomSession       *session,
                                   LoomDim3          *grid);
LoomDim3    loom_launch_scale     (const LoomDim3    *value,
                                   guint              axis,
                                   gboolean           up,
                                   const LoomDim3    *most);
char       *loom_launch_explain   (const LoomLaunch  *self,
                                   guint              axis);
