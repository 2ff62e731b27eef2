#pragma once

#include <glib.h>

typedef enum
{
  LOOM_BACKEND_NONE,
  LOOM_BACKEND_SIMULATOR,
  LOOM_BACKEND_CUDA,
} LoomBackendKind;

/* What runs a kernel. Plain value; zeros are none. As text "sim", or "cuda:" and a number. */
typedef struct
{
  LoomBackendKind kind;
  guint           device;       /* number of a GPU; 0 for the others */
} LoomBackendId;

/* The name of the one that is always there. */
#define LOOM_BACKEND_SIMULATOR_NAME "sim"
/* In the preferences: the first GPU that can be used, else the simulator. No backend's name. */
#define LOOM_BACKEND_AUTOMATIC_NAME "auto"

#define LOOM_BACKEND_ID_SIMULATOR ((LoomBackendId) { LOOM_BACKEND_SIMULATOR, 0 })
#define LOOM_BACKEND_ID_CUDA(number) ((LoomBackendId) { LOOM_BACKEND_CUDA, (guint) (number) })

gboolean         loom_backend_id_parse      (const char      *text,
                                             LoomBackendId   *id,
                                             GError         **error);
const char      *loom_backend_id_get_name   (LoomBackendId    id);
char            *loom_backend_id_dup_title  (LoomBackendId    id);
LoomBackendKind  loom_backend_kind_of       (const char      *text);
char            *loom_backend_dup_title     (const char      *text);
