#pragma once

#include "loom-cuda-api.h"

#include <glib.h>

/* Memory: addresses are those of the simulator, the same in every library. */
gpointer fake_memory_new     (gsize       size,
                              gpointer    bytes);
gpointer fake_memory_find    (gconstpointer address);
guint    fake_memory_count   (void);
gpointer fake_memory_get     (guint       index,
                              gsize      *size);

/* Arrays of textures and surfaces, which are memory whose address is the object. */
gpointer fake_array_new      (const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent,
                              gboolean    layered);
void     fake_array_copy     (const struct cudaMemcpy3DParms *parms);
guint64  fake_array_get_object (const struct cudaResourceDesc *resource,
                              const struct cudaTextureDesc *texture);
void     fake_array_tell     (gpointer    sim);

/* A library, and running a kernel of it on the simulator. 0 or the code of an error. */
int      fake_library_new    (const char *ptx,
                              gpointer   *library);
void     fake_library_free   (gpointer    library);
gpointer fake_library_kernel (gpointer    library,
                              const char *name);
gpointer fake_library_global (gpointer    library,
                              const char *name,
                              gsize      *size);
GBytes  *fake_kernel_pack    (gpointer    kernel,
                              void      **args);
int      fake_kernel_run     (gpointer    kernel,
                              const cudaLaunchConfig_t *config,
                              GBytes     *params);

/* Streams do what is queued on threads of their own. */
typedef void (*FakeWork) (gpointer data);

gpointer fake_stream_new     (void);
void     fake_stream_free    (gpointer    stream);
void     fake_stream_push    (gpointer    stream,
                              FakeWork    work,
                              gpointer    data);
void     fake_stream_drain   (void);
