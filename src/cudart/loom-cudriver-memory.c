/* loom-cudriver-memory.c: CUDA's driver interface: memory, copies, fillings, arrays and textures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cudart-array-private.h"
#include "loom-cudriver-private.h"

#define ADDRESS(pointer) ((void *) (guintptr) (pointer))

/* -- Memory -- */

FORWARD (cuMemGetInfo_v2, (size_t *available, size_t *total), cudaMemGetInfo (available, total))

CUresult
cuMemAlloc_v2 (CUdeviceptr *address,
               size_t       size)
{
  return size == 0 ? CUDA_ERROR_INVALID_VALUE
                   : LOOM_CUDRIVER_CALL (cudaMalloc ((void **) address, size));
}

CUresult
cuMemAllocAsync (CUdeviceptr *address,
                 size_t       size,
                 CUstream     stream)
{
  return cuMemAlloc_v2 (address, size);
}

CUresult
cuMemAllocPitch_v2 (CUdeviceptr  *address,
                    size_t       *pitch,
                    size_t        width,
                    size_t        height,
                    unsigned int  cell)
{
  return width == 0 || height == 0 || (cell != 4 && cell != 8 && cell != 16)
         ? CUDA_ERROR_INVALID_VALUE
         : LOOM_CUDRIVER_CALL (cudaMallocPitch ((void **) address, pitch, width, height));
}

FORWARD (cuMemAllocManaged, (CUdeviceptr *address, size_t size, unsigned int flags),
         cudaMallocManaged ((void **) address, size, flags))
FORWARD (cuMemHostAlloc, (void **address, size_t size, unsigned int flags),
         cudaHostAlloc (address, size, flags))

CUresult
cuMemAllocHost_v2 (void   **address,
                   size_t   size)
{
  return cuMemHostAlloc (address, size, 0);
}

FREE (cuMemFree_v2, (CUdeviceptr address), cudaFree (ADDRESS (address)))

CUresult
cuMemFreeAsync (CUdeviceptr address,
                CUstream    stream)
{
  return cuMemFree_v2 (address);
}

FREE (cuMemFreeHost, (void *address), cudaFreeHost (address))
FORWARD (cuMemHostRegister_v2, (void *address, size_t size, unsigned int flags),
         cudaHostRegister (address, size, flags))
FREE (cuMemHostUnregister, (void *address), cudaHostUnregister (address))
FORWARD (cuMemHostGetDevicePointer_v2, (CUdeviceptr *device, void *host, unsigned int flags),
         cudaHostGetDevicePointer ((void **) device, host, flags))
FORWARD (cuMemHostGetFlags, (unsigned int *flags, void *host), cudaHostGetFlags (flags, host))

/* Nothing of managed memory is hidden from other streams. */
FORWARD (cuStreamAttachMemAsync,
         (CUstream stream, CUdeviceptr address, size_t size, unsigned int flags), cudaSuccess)

CUresult
cuMemGetAddressRange_v2 (CUdeviceptr *base,
                         size_t      *size,
                         CUdeviceptr  address)
{
  const LoomCudartMemory *memory;

  LOOM_CUDRIVER_BEGIN;
  memory = _loom_cudart_memory_find (address);
  if (memory == NULL || address == memory->address + memory->size)
    return CUDA_ERROR_NOT_FOUND;
  if (base != NULL)
    *base = memory->address;
  if (size != NULL)
    *size = memory->size;
  return CUDA_SUCCESS;
}

CUresult
cuPointerGetAttribute (void                 *value,
                       CUpointer_attribute   attribute,
                       CUdeviceptr           address)
{
  struct cudaPointerAttributes all;
  CUdeviceptr base;
  size_t size;
  const CUresult error = LOOM_CUDRIVER_CALL (cudaPointerGetAttributes (&all, ADDRESS (address)));

  if (error != CUDA_SUCCESS)
    return error;
  if (all.type == cudaMemoryTypeUnregistered)
    return CUDA_ERROR_INVALID_VALUE;

  switch (attribute)
    {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      return cuCtxGetCurrent (value);
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *(unsigned int *) value = all.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST
                                                               : CU_MEMORYTYPE_DEVICE;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      *(void **) value = all.devicePointer;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      *(void **) value = all.hostPointer;
      return all.hostPointer != NULL ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      *(unsigned int *) value = all.type == cudaMemoryTypeManaged;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *(int *) value = all.device;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      return cuMemGetAddressRange_v2 (value, &size, (CUdeviceptr) (guintptr) all.devicePointer);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      return cuMemGetAddressRange_v2 (&base, value, (CUdeviceptr) (guintptr) all.devicePointer);
    default:
      return CUDA_ERROR_INVALID_VALUE;
    }
}

/* -- Copies -- */

static CUresult
copy_bytes (const char *name,
            const void *to,
            const void *from,
            size_t      size,
            CUstream    stream)
{
  LOOM_CUDRIVER_BEGIN;
  return _loom_cudriver_answer (_loom_cudart_copy (name, (LoomCudartSide) { to },
                                                   (LoomCudartSide) { from }, size, 1, 1, stream));
}

#define COPY(name, parameters, to, from, stream) \
  CUresult name parameters { return copy_bytes (#name, to, from, size, stream); }

COPY (cuMemcpy, (CUdeviceptr to, CUdeviceptr from, size_t size), ADDRESS (to), ADDRESS (from), NULL)
COPY (cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream), ADDRESS (to),
      ADDRESS (from), stream)
COPY (cuMemcpyPeer, (CUdeviceptr to, CUcontext there, CUdeviceptr from, CUcontext here,
                     size_t size), ADDRESS (to), ADDRESS (from), NULL)
COPY (cuMemcpyPeerAsync, (CUdeviceptr to, CUcontext there, CUdeviceptr from, CUcontext here,
                          size_t size, CUstream stream), ADDRESS (to), ADDRESS (from), stream)
COPY (cuMemcpyHtoD_v2, (CUdeviceptr to, const void *from, size_t size), ADDRESS (to), from, NULL)
COPY (cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void *from, size_t size, CUstream stream),
      ADDRESS (to), from, stream)
COPY (cuMemcpyDtoH_v2, (void *to, CUdeviceptr from, size_t size), to, ADDRESS (from), NULL)
COPY (cuMemcpyDtoHAsync_v2, (void *to, CUdeviceptr from, size_t size, CUstream stream), to,
      ADDRESS (from), stream)
COPY (cuMemcpyDtoD_v2, (CUdeviceptr to, CUdeviceptr from, size_t size), ADDRESS (to),
      ADDRESS (from), NULL)
COPY (cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream),
      ADDRESS (to), ADDRESS (from), stream)

/* A byte of an array. */
static void *
get_cell (CUarray array,
          size_t  offset)
{
  return ADDRESS (array->memory->address + offset);
}

COPY (cuMemcpyAtoH_v2, (void *to, CUarray from, size_t offset, size_t size), to,
      get_cell (from, offset), NULL)
COPY (cuMemcpyHtoA_v2, (CUarray to, size_t offset, const void *from, size_t size),
      get_cell (to, offset), from, NULL)
COPY (cuMemcpyAtoD_v2, (CUdeviceptr to, CUarray from, size_t offset, size_t size), ADDRESS (to),
      get_cell (from, offset), NULL)
COPY (cuMemcpyDtoA_v2, (CUarray to, size_t offset, CUdeviceptr from, size_t size),
      get_cell (to, offset), ADDRESS (from), NULL)
COPY (cuMemcpyAtoA_v2, (CUarray to, size_t to_offset, CUarray from, size_t from_offset,
                        size_t size), get_cell (to, to_offset), get_cell (from, from_offset), NULL)

/* One side of a copy of a box. An array has no pitch of its own; rows without one follow each
 * other. */
static LoomCudartSide
get_side (CUmemorytype  type,
          const void   *host,
          CUdeviceptr   device,
          CUarray       array,
          size_t        pitch,
          size_t        height,
          size_t        x,
          size_t        y,
          size_t        z,
          size_t        width)
{
  LoomCudartSide side = { type == CU_MEMORYTYPE_HOST ? host : ADDRESS (device),
                          pitch > 0 ? pitch : width };

  side.plane = side.pitch * height;
  if (type == CU_MEMORYTYPE_ARRAY)
    {
      side.address = ADDRESS (array->memory->address);
      side.pitch = array->width * array->memory->type.size;
      side.plane = side.pitch * array->height;
    }
  side.address = (const guint8 *) side.address + z * side.plane + y * side.pitch + x;
  return side;
}

CUresult
cuMemcpy3DAsync_v2 (const CUDA_MEMCPY3D *copy,
                    CUstream             stream)
{
  LOOM_CUDRIVER_BEGIN;
  if (copy == NULL)
    return CUDA_ERROR_INVALID_VALUE;
  return _loom_cudriver_answer (_loom_cudart_copy (
      "cuMemcpy3D",
      get_side (copy->dstMemoryType, copy->dstHost, copy->dstDevice, copy->dstArray,
                copy->dstPitch, MAX (copy->dstHeight, copy->Height), copy->dstXInBytes, copy->dstY,
                copy->dstZ, copy->WidthInBytes),
      get_side (copy->srcMemoryType, copy->srcHost, copy->srcDevice, copy->srcArray,
                copy->srcPitch, MAX (copy->srcHeight, copy->Height), copy->srcXInBytes, copy->srcY,
                copy->srcZ, copy->WidthInBytes),
      copy->WidthInBytes, copy->Height, copy->Depth, stream));
}

CUresult
cuMemcpy3D_v2 (const CUDA_MEMCPY3D *copy)
{
  return cuMemcpy3DAsync_v2 (copy, NULL);
}

CUresult
cuMemcpy2DAsync_v2 (const CUDA_MEMCPY2D *copy,
                    CUstream             stream)
{
  const CUDA_MEMCPY3D planes = {
    .srcXInBytes = copy->srcXInBytes, .srcY = copy->srcY, .srcMemoryType = copy->srcMemoryType,
    .srcHost = copy->srcHost, .srcDevice = copy->srcDevice, .srcArray = copy->srcArray,
    .srcPitch = copy->srcPitch, .dstXInBytes = copy->dstXInBytes, .dstY = copy->dstY,
    .dstMemoryType = copy->dstMemoryType, .dstHost = copy->dstHost, .dstDevice = copy->dstDevice,
    .dstArray = copy->dstArray, .dstPitch = copy->dstPitch, .WidthInBytes = copy->WidthInBytes,
    .Height = copy->Height, .Depth = 1,
  };

  return cuMemcpy3DAsync_v2 (&planes, stream);
}

CUresult
cuMemcpy2D_v2 (const CUDA_MEMCPY2D *copy)
{
  return cuMemcpy2DAsync_v2 (copy, NULL);
}

CUresult
cuMemcpy2DUnaligned_v2 (const CUDA_MEMCPY2D *copy)
{
  return cuMemcpy2DAsync_v2 (copy, NULL);
}

/* -- Fillings -- */

static CUresult
fill (CUdeviceptr   to,
      size_t        pitch,
      unsigned int  value,
      size_t        cell,
      size_t        width,
      size_t        height,
      CUstream      stream)
{
  LOOM_CUDRIVER_BEGIN;
  return _loom_cudriver_answer (_loom_cudart_fill ((LoomCudartSide) { ADDRESS (to), pitch }, value,
                                                   cell, width, height, 1, stream));
}

#define FILL(bits, type) \
  CUresult \
  cuMemsetD2D##bits##Async (CUdeviceptr to, size_t pitch, unsigned type value, size_t width, \
                            size_t height, CUstream stream) \
  { \
    return fill (to, pitch, value, bits / 8, width, height, stream); \
  } \
  \
  CUresult \
  cuMemsetD2D##bits##_v2 (CUdeviceptr to, size_t pitch, unsigned type value, size_t width, \
                          size_t height) \
  { \
    return fill (to, pitch, value, bits / 8, width, height, NULL); \
  } \
  \
  CUresult \
  cuMemsetD##bits##Async (CUdeviceptr to, unsigned type value, size_t n, CUstream stream) \
  { \
    return fill (to, n * bits / 8, value, bits / 8, n, 1, stream); \
  } \
  \
  CUresult \
  cuMemsetD##bits##_v2 (CUdeviceptr to, unsigned type value, size_t n) \
  { \
    return fill (to, n * bits / 8, value, bits / 8, n, 1, NULL); \
  }

FILL (8, char)
FILL (16, short)
FILL (32, int)

/* -- Arrays, textures, surfaces -- */

static const struct
{
  CUarray_format             format;
  int                        bits;
  enum cudaChannelFormatKind kind;
} formats[] = {
  { CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned },
  { CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned },
  { CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned },
  { CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned },
  { CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned },
  { CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned },
  { CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat },
  { CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat },
};

/* All zero where there is no such format, which the runtime refuses. */
static struct cudaChannelFormatDesc
get_channels (CUarray_format format,
              unsigned int   n)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].format == format && n >= 1 && n <= 4)
      return (struct cudaChannelFormatDesc) { formats[i].bits, n > 1 ? formats[i].bits : 0,
                                              n > 2 ? formats[i].bits : 0,
                                              n > 3 ? formats[i].bits : 0, formats[i].kind };
  return (struct cudaChannelFormatDesc) { 0, 0, 0, 0, cudaChannelFormatKindNone };
}

CUresult
cuArray3DCreate_v2 (CUarray                       *array,
                    const CUDA_ARRAY3D_DESCRIPTOR *description)
{
  const struct cudaChannelFormatDesc channels
      = get_channels (description->Format, description->NumChannels);

  return LOOM_CUDRIVER_CALL (cudaMalloc3DArray (
      array, &channels,
      (struct cudaExtent) { description->Width, description->Height, description->Depth },
      description->Flags));
}

CUresult
cuArrayCreate_v2 (CUarray                     *array,
                  const CUDA_ARRAY_DESCRIPTOR *description)
{
  return cuArray3DCreate_v2 (array, &(CUDA_ARRAY3D_DESCRIPTOR) {
    description->Width, description->Height, 0, description->Format, description->NumChannels, 0 });
}

CUresult
cuArray3DGetDescriptor_v2 (CUDA_ARRAY3D_DESCRIPTOR *description,
                           CUarray                  array)
{
  const struct cudaChannelFormatDesc *channels = &array->channels;

  *description = (CUDA_ARRAY3D_DESCRIPTOR) {
    array->extent.width, array->extent.height, array->extent.depth, formats[0].format,
    1u + (channels->y != 0) + (channels->z != 0) + (channels->w != 0), array->flags,
  };
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].bits == channels->x && formats[i].kind == channels->f)
      description->Format = formats[i].format;
  return LOOM_CUDRIVER_CALL (cudaSuccess);
}

CUresult
cuArrayGetDescriptor_v2 (CUDA_ARRAY_DESCRIPTOR *description,
                         CUarray                array)
{
  CUDA_ARRAY3D_DESCRIPTOR all;
  const CUresult error = cuArray3DGetDescriptor_v2 (&all, array);

  *description = (CUDA_ARRAY_DESCRIPTOR) { all.Width, all.Height, all.Format, all.NumChannels };
  return error;
}

FREE (cuArrayDestroy, (CUarray array), cudaFreeArray (array))

static struct cudaResourceDesc
get_resource (const CUDA_RESOURCE_DESC *resource)
{
  struct cudaResourceDesc all = { .resType = (enum cudaResourceType) resource->resType };

  switch (resource->resType)
    {
    case CU_RESOURCE_TYPE_ARRAY:
      all.res.array.array = resource->res.array.hArray;
      break;
    case CU_RESOURCE_TYPE_LINEAR:
      all.res.linear.devPtr = ADDRESS (resource->res.linear.devPtr);
      all.res.linear.desc = get_channels (resource->res.linear.format,
                                          resource->res.linear.numChannels);
      all.res.linear.sizeInBytes = resource->res.linear.sizeInBytes;
      break;
    case CU_RESOURCE_TYPE_PITCH2D:
      all.res.pitch2D.devPtr = ADDRESS (resource->res.pitch2D.devPtr);
      all.res.pitch2D.desc = get_channels (resource->res.pitch2D.format,
                                           resource->res.pitch2D.numChannels);
      all.res.pitch2D.width = resource->res.pitch2D.width;
      all.res.pitch2D.height = resource->res.pitch2D.height;
      all.res.pitch2D.pitchInBytes = resource->res.pitch2D.pitchInBytes;
      break;
    default:
      break;
    }
  return all;
}

/* The channels of a resource's cells. */
static struct cudaChannelFormatDesc
get_cells (const struct cudaResourceDesc *resource)
{
  return resource->resType == cudaResourceTypeArray    ? resource->res.array.array->channels
         : resource->resType == cudaResourceTypeLinear ? resource->res.linear.desc
                                                       : resource->res.pitch2D.desc;
}

/* Integers of 8 and 16 bits are read as fractions of their range unless a flag says otherwise. */
CUresult
cuTexObjectCreate (CUtexObject                             *object,
                   const CUDA_RESOURCE_DESC                *resource,
                   const CUDA_TEXTURE_DESC                 *texture,
                   const struct CUDA_RESOURCE_VIEW_DESC_st *view)
{
  const struct cudaResourceDesc all = get_resource (resource);
  const struct cudaChannelFormatDesc cells = get_cells (&all);
  struct cudaTextureDesc how = {
    .filterMode = (enum cudaTextureFilterMode) texture->filterMode,
    .normalizedCoords = (texture->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
    .readMode = (texture->flags & CU_TRSF_READ_AS_INTEGER) == 0 && cells.x < 32 &&
                cells.f != cudaChannelFormatKindFloat
                ? cudaReadModeNormalizedFloat : cudaReadModeElementType,
  };

  for (guint i = 0; i < 3; i++)
    how.addressMode[i] = (enum cudaTextureAddressMode) texture->addressMode[i];
  return LOOM_CUDRIVER_CALL (cudaCreateTextureObject (object, &all, &how, NULL));
}

FREE (cuTexObjectDestroy, (CUtexObject object), cudaDestroyTextureObject (object))

CUresult
cuSurfObjectCreate (CUsurfObject             *object,
                    const CUDA_RESOURCE_DESC *resource)
{
  const struct cudaResourceDesc all = get_resource (resource);

  return LOOM_CUDRIVER_CALL (cudaCreateSurfaceObject (object, &all));
}

FREE (cuSurfObjectDestroy, (CUsurfObject object), cudaDestroySurfaceObject (object))
