/* loom-cudart-array.c: arrays of textures and surfaces, and the objects that kernels see them by
 *
 * An object is an allocation of its own, which has the bytes of the array: two objects of one array
 * may see it differently.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cudart-array-private.h"

struct cudaChannelFormatDesc
cudaCreateChannelDesc (int                        x,
                       int                        y,
                       int                        z,
                       int                        w,
                       enum cudaChannelFormatKind kind)
{
  return (struct cudaChannelFormatDesc) { x, y, z, w, kind };
}

/* The type of a cell. */
static cudaError_t
read_channels (const struct cudaChannelFormatDesc *channels,
               LoomType                           *type)
{
  static const LoomScalar scalars[][3] = {
    [cudaChannelFormatKindSigned] = { LOOM_SCALAR_I8, LOOM_SCALAR_I16, LOOM_SCALAR_I32 },
    [cudaChannelFormatKindUnsigned] = { LOOM_SCALAR_U8, LOOM_SCALAR_U16, LOOM_SCALAR_U32 },
    [cudaChannelFormatKindFloat] = { LOOM_SCALAR_BYTES, LOOM_SCALAR_F16, LOOM_SCALAR_F32 },
  };
  const guint lanes = 1u + (channels->y != 0) + (channels->z != 0) + (channels->w != 0);
  const guint width = channels->x == 8 ? 0 : channels->x == 16 ? 1 : 2;

  if (channels->f > cudaChannelFormatKindFloat || lanes == 3 ||
      (channels->x != 8 && channels->x != 16 && channels->x != 32) ||
      (channels->f == cudaChannelFormatKindFloat && width == 0))
    return cudaErrorInvalidChannelDescriptor;

  *type = loom_type_of (scalars[channels->f][width], lanes);
  return cudaSuccess;
}

cudaError_t
cudaMalloc3DArray (cudaArray_t                        *array,
                   const struct cudaChannelFormatDesc *channels,
                   struct cudaExtent                   extent,
                   unsigned int                        flags)
{
  g_autofree cudaArray_t self = NULL;
  LoomType type;
  gsize size;

  LOOM_CUDART_BEGIN;
  if (array == NULL || channels == NULL || extent.width == 0)
    return _loom_cudart_leave (cudaErrorInvalidValue);
  if ((flags & cudaArrayCubemap) != 0)
    return gridloom_refuse ("cudaMalloc3DArray (cudaArrayCubemap)");
  if (read_channels (channels, &type) != cudaSuccess)
    return _loom_cudart_leave (cudaErrorInvalidChannelDescriptor);

  self = g_new0 (struct cudaArray, 1);
  self->channels = *channels;
  self->extent = extent;
  self->flags = flags;
  self->width = extent.width;
  self->height = MAX (extent.height, 1);
  self->depth = MAX (extent.depth, 1);
  size = self->width * self->height * self->depth * type.size;
  self->memory = _loom_cudart_memory_new (LOOM_CUDART_DEVICE, size, NULL);
  if (self->memory == NULL)
    return _loom_cudart_leave (cudaErrorMemoryAllocation);

  self->memory->type = type;
  *array = g_steal_pointer (&self);
  return cudaSuccess;
}

cudaError_t
cudaMallocArray (cudaArray_t                        *array,
                 const struct cudaChannelFormatDesc *channels,
                 size_t                              width,
                 size_t                              height,
                 unsigned int                        flags)
{
  return cudaMalloc3DArray (array, channels, (struct cudaExtent) { width, height, 0 }, flags);
}

cudaError_t
cudaFreeArray (cudaArray_t array)
{
  LOOM_CUDART_BEGIN;
  if (array == NULL)
    return cudaSuccess;

  _loom_cudart_memory_free (array->memory->address, LOOM_CUDART_DEVICE);
  g_free (array);
  return cudaSuccess;
}

cudaError_t
cudaArrayGetInfo (struct cudaChannelFormatDesc *channels,
                  struct cudaExtent            *extent,
                  unsigned int                 *flags,
                  cudaArray_t                   array)
{
  LOOM_CUDART_BEGIN;
  if (channels != NULL)
    *channels = array->channels;
  if (extent != NULL)
    *extent = array->extent;
  if (flags != NULL)
    *flags = array->flags;
  return cudaSuccess;
}

cudaError_t
cudaGetChannelDesc (struct cudaChannelFormatDesc *channels,
                    cudaArray_const_t             array)
{
  LOOM_CUDART_BEGIN;
  *channels = array->channels;
  return cudaSuccess;
}

static LoomShape
get_shape (cudaArray_const_t array)
{
  /* One row in each layer. */
  if ((array->flags & cudaArrayLayered) != 0 && array->extent.height == 0)
    return (LoomShape) { 2, array->width, array->depth, 1 };
  return (LoomShape) { array->extent.depth > 0 ? 3 : array->extent.height > 0 ? 2 : 1, array->width,
                       array->height, array->depth };
}

/* Where the cells of an object lie, of which type they are and how many there are. */
static cudaError_t
read_resource (const struct cudaResourceDesc *resource,
               LoomTexture                   *how,
               guint8                       **bytes,
               LoomType                      *type,
               LoomShape                     *shape)
{
  const void *address;
  gsize size;

  switch (resource->resType)
    {
    case cudaResourceTypeArray:
      *bytes = resource->res.array.array->memory->bytes;
      *type = resource->res.array.array->memory->type;
      *shape = get_shape (resource->res.array.array);
      how->is_layered = (resource->res.array.array->flags & cudaArrayLayered) != 0;
      return cudaSuccess;

    case cudaResourceTypeLinear:
      if (read_channels (&resource->res.linear.desc, type) != cudaSuccess)
        return cudaErrorInvalidChannelDescriptor;
      address = resource->res.linear.devPtr;
      size = resource->res.linear.sizeInBytes;
      *shape = (LoomShape) { 1, size / type->size, 1, 1 };
      how->is_buffer = TRUE;
      break;

    case cudaResourceTypePitch2D:
      if (read_channels (&resource->res.pitch2D.desc, type) != cudaSuccess)
        return cudaErrorInvalidChannelDescriptor;
      address = resource->res.pitch2D.devPtr;
      *shape = (LoomShape) { 2, resource->res.pitch2D.width, resource->res.pitch2D.height, 1 };
      size = resource->res.pitch2D.pitchInBytes * shape->rows;
      if (resource->res.pitch2D.pitchInBytes != shape->cols * type->size)
        return gridloom_refuse ("cudaCreateTextureObject (cudaResourceTypePitch2D with a gap "
                                    "between rows)");
      break;

    default:
      return gridloom_refuse ("cudaCreateTextureObject (cudaResourceTypeMipmappedArray)");
    }
  return _loom_cudart_memory_resolve (address, size, bytes);
}

static cudaError_t
make_object (const struct cudaResourceDesc *resource,
             LoomTexture                    how,
             unsigned long long            *object)
{
  LoomCudartMemory *memory;
  LoomType type = { 0 };
  LoomShape shape = { 0 };
  guint64 cells = 0;
  guint8 *bytes = NULL;
  const cudaError_t error = read_resource (resource, &how, &bytes, &type, &shape);

  if (error != cudaSuccess)
    return error;
  if (!loom_texture_check (&how, "", &type, &shape, NULL) || !loom_shape_cells (&shape, &cells))
    return cudaErrorInvalidValue;

  memory = _loom_cudart_memory_new (LOOM_CUDART_REGISTERED, cells * type.size, bytes);
  _loom_cudart_memory_set_texture (memory, &how, &type, &shape);
  *object = memory->address;
  return cudaSuccess;
}

cudaError_t
cudaCreateTextureObject (cudaTextureObject_t               *object,
                         const struct cudaResourceDesc     *resource,
                         const struct cudaTextureDesc      *texture,
                         const struct cudaResourceViewDesc *view)
{
  LoomTexture how = { .kind = LOOM_TEXTURE_SAMPLED };

  LOOM_CUDART_BEGIN;
  if (object == NULL || resource == NULL || texture == NULL)
    return _loom_cudart_leave (cudaErrorInvalidValue);

  for (guint i = 0; i < 3; i++)
    how.address[i] = texture->addressMode[i];
  how.is_linear = texture->filterMode == cudaFilterModeLinear;
  how.is_normalized = texture->normalizedCoords != 0;
  how.reads_normalized = texture->readMode == cudaReadModeNormalizedFloat;
  return _loom_cudart_leave (make_object (resource, how, object));
}

cudaError_t
cudaCreateSurfaceObject (cudaSurfaceObject_t           *object,
                         const struct cudaResourceDesc *resource)
{
  LOOM_CUDART_BEGIN;
  if (object == NULL || resource == NULL || resource->resType != cudaResourceTypeArray)
    return _loom_cudart_leave (cudaErrorInvalidValue);
  return _loom_cudart_leave (make_object (resource, (LoomTexture) { .kind = LOOM_TEXTURE_SURFACE },
                                          object));
}

cudaError_t
cudaDestroyTextureObject (cudaTextureObject_t object)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (object == 0 ? cudaSuccess
                             : _loom_cudart_memory_free (object, LOOM_CUDART_REGISTERED));
}

cudaError_t
cudaDestroySurfaceObject (cudaSurfaceObject_t object)
{
  return cudaDestroyTextureObject (object);
}
