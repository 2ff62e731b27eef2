/* fake-array.c: arrays of textures and surfaces of the fake CUDA runtime
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An object is the address of its array's bytes, which is what the simulator takes for one.
 */

#include "config.h"

#include "fake-device.h"

#include "loom-sim.h"

#include <string.h>

/* An array, or the memory of a texture that tex1Dfetch reads, and how it is seen. */
typedef struct
{
  gpointer    address;
  LoomType    type;
  LoomShape   shape;
  gboolean    is_layered;
  LoomTexture how;
} Array;

static GPtrArray *arrays;       /* (element-type Array) */
static GMutex mutex;

static LoomType
get_type (const struct cudaChannelFormatDesc *format)
{
  static const LoomScalar scalars[][3] = {
    { LOOM_SCALAR_I8, LOOM_SCALAR_I16, LOOM_SCALAR_I32 },
    { LOOM_SCALAR_U8, LOOM_SCALAR_U16, LOOM_SCALAR_U32 },
    { LOOM_SCALAR_BYTES, LOOM_SCALAR_F16, LOOM_SCALAR_F32 },
  };
  const guint lanes = 1u + (format->y != 0) + (format->z != 0) + (format->w != 0);

  return loom_type_of (scalars[format->f][format->x / 16], lanes);
}

static void
add (Array *array)
{
  g_mutex_lock (&mutex);
  if (arrays == NULL)
    arrays = g_ptr_array_new ();
  g_ptr_array_add (arrays, array);
  g_mutex_unlock (&mutex);
}

gpointer
fake_array_new (const struct cudaChannelFormatDesc *format,
                struct cudaExtent                   extent,
                gboolean                            layered)
{
  Array *array = g_new0 (Array, 1);
  LoomShape *shape = &array->shape;

  array->type = get_type (format);
  array->is_layered = layered;
  *shape = (LoomShape) { 1, extent.width, MAX (extent.height, 1), MAX (extent.depth, 1) };
  if (layered && extent.height == 0)
    *shape = (LoomShape) { 2, extent.width, extent.depth, 1 };
  else
    shape->rank = extent.depth > 0 ? 3 : extent.height > 0 ? 2 : 1;
  array->address
      = fake_memory_new (shape->cols * shape->rows * shape->planes * array->type.size, NULL);
  add (array);
  return array;
}

static guint8 *
find_bytes (cudaArray_t                  array,
            const struct cudaPitchedPtr *memory)
{
  return fake_memory_find (array != NULL ? ((Array *) array)->address : memory->ptr);
}

void
fake_array_copy (const struct cudaMemcpy3DParms *parms)
{
  const Array *array = (Array *) (parms->srcArray != NULL ? parms->srcArray : parms->dstArray);

  memcpy (find_bytes (parms->dstArray, &parms->dstPtr),
          find_bytes (parms->srcArray, &parms->srcPtr),
          array->shape.cols * array->shape.rows * array->shape.planes * array->type.size);
}

guint64
fake_array_get_object (const struct cudaResourceDesc *resource,
                       const struct cudaTextureDesc  *texture)
{
  Array *array = (Array *) resource->res.array.array;

  if (resource->resType == cudaResourceTypeLinear)
    {
      array = g_new0 (Array, 1);
      array->address = resource->res.linear.devPtr;
      array->type = get_type (&resource->res.linear.desc);
      array->shape
          = (LoomShape) { 1, resource->res.linear.sizeInBytes / array->type.size, 1, 1 };
      array->how.is_buffer = TRUE;
      add (array);
    }
  array->how.kind = texture != NULL ? LOOM_TEXTURE_SAMPLED : LOOM_TEXTURE_SURFACE;
  array->how.is_layered = array->is_layered;
  for (guint i = 0; i < 3 && texture != NULL; i++)
    array->how.address[i] = texture->addressMode[i];
  if (texture != NULL)
    {
      array->how.is_linear = texture->filterMode == cudaFilterModeLinear;
      array->how.is_normalized = texture->normalizedCoords;
      array->how.reads_normalized = texture->readMode == cudaReadModeNormalizedFloat;
    }
  return (guint64) (guintptr) array->address;
}

/* What a simulator has to know of all that was made. */
void
fake_array_tell (gpointer sim)
{
  g_mutex_lock (&mutex);
  for (guint i = 0; arrays != NULL && i < arrays->len; i++)
    {
      const Array *array = g_ptr_array_index (arrays, i);

      if (array->how.kind != LOOM_TEXTURE_NONE)
        loom_sim_set_texture (sim, (guint64) (guintptr) array->address, &array->how, &array->type,
                              &array->shape);
    }
  g_mutex_unlock (&mutex);
}
