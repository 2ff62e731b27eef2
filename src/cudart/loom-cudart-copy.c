/* loom-cudart-copy.c: cudaMemcpy(), cudaMemset() and their families
 *
 * Every copy is one of boxes: some bytes of some rows of some planes. A copy to or from an array of
 * a texture is one of its bytes, which have no pitch here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cudart-array-private.h"
#include "loom-cudart-private.h"

#include <string.h>

typedef LoomCudartSide Side;

static gsize
get_extent (const Side *side,
            gsize                 width,
            gsize                 height,
            gsize                 depth)
{
  return (depth - 1) * side->plane + (height - 1) * side->pitch + width;
}

/**
 * _loom_cudart_copy:
 * @name: of the function that the program calls
 * @width: bytes of a row
 * @height: rows of a plane
 * @depth: planes
 *
 * Copies a box between memory of the device or the host.
 */
cudaError_t
_loom_cudart_copy (const char     *name,
                   Side  to,
                   Side  from,
                   gsize           width,
                   gsize           height,
                   gsize           depth,
                   cudaStream_t    stream)
{
  guint8 *target, *source;

  if (width == 0 || height == 0 || depth == 0)
    return cudaSuccess;
  if ((height > 1 || depth > 1) && (to.pitch < width || from.pitch < width))
    return cudaErrorInvalidPitchValue;
  if (_loom_cudart_memory_resolve (to.address, get_extent (&to, width, height, depth), &target) !=
        cudaSuccess ||
      _loom_cudart_memory_resolve (from.address, get_extent (&from, width, height, depth),
                                   &source) != cudaSuccess)
    return cudaErrorInvalidValue;

  for (gsize z = 0; z < depth; z++)
    for (gsize y = 0; y < height; y++)
      memmove (target + z * to.plane + y * to.pitch, source + z * from.plane + y * from.pitch,
               width);
  _loom_cudart_record_copy (name, (guint64) (guintptr) to.address,
                            (guint64) (guintptr) from.address, width * height * depth, stream);
  return cudaSuccess;
}

static cudaError_t
copy (const char          *name,
      Side       to,
      Side       from,
      gsize                width,
      gsize                height,
      gsize                depth,
      enum cudaMemcpyKind  kind,
      cudaStream_t         stream)
{
  return kind > cudaMemcpyDefault ? cudaErrorInvalidMemcpyDirection
         : _loom_cudart_copy (name, to, from, width, height, depth, stream);
}

cudaError_t
cudaMemcpy (void                *to,
            const void          *from,
            size_t               size,
            enum cudaMemcpyKind  kind)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (copy ("cudaMemcpy", (Side) { to }, (Side) { from }, size, 1, 1, kind,
                                   NULL));
}

cudaError_t
cudaMemcpyAsync (void                *to,
                 const void          *from,
                 size_t               size,
                 enum cudaMemcpyKind  kind,
                 cudaStream_t         stream)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (copy ("cudaMemcpyAsync", (Side) { to }, (Side) { from }, size, 1, 1,
                                   kind, stream));
}

cudaError_t
cudaMemcpyPeer (void       *to,
                int         to_device,
                const void *from,
                int         from_device,
                size_t      size)
{
  return cudaMemcpy (to, from, size, cudaMemcpyDefault);
}

cudaError_t
cudaMemcpyPeerAsync (void         *to,
                     int           to_device,
                     const void   *from,
                     int           from_device,
                     size_t        size,
                     cudaStream_t  stream)
{
  return cudaMemcpyAsync (to, from, size, cudaMemcpyDefault, stream);
}

cudaError_t
cudaMemcpy2DAsync (void                *to,
                   size_t               to_pitch,
                   const void          *from,
                   size_t               from_pitch,
                   size_t               width,
                   size_t               height,
                   enum cudaMemcpyKind  kind,
                   cudaStream_t         stream)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (copy ("cudaMemcpy2D", (Side) { to, to_pitch },
                                   (Side) { from, from_pitch }, width, height, 1, kind, stream));
}

cudaError_t
cudaMemcpy2D (void                *to,
              size_t               to_pitch,
              const void          *from,
              size_t               from_pitch,
              size_t               width,
              size_t               height,
              enum cudaMemcpyKind  kind)
{
  return cudaMemcpy2DAsync (to, to_pitch, from, from_pitch, width, height, kind, NULL);
}

/* A side of a copy in three dimensions, whose position is in cells where there is an array. */
static Side
get_side (cudaArray_t                  array,
          const struct cudaPitchedPtr *memory,
          const struct cudaPos        *position)
{
  Side side = { memory->ptr, memory->pitch, memory->pitch * memory->ysize };
  gsize cell = 1;

  if (array != NULL)
    {
      cell = array->memory->type.size;
      side = (Side) { (void *) (guintptr) array->memory->address, cell * array->width,
                      cell * array->width * array->height };
    }
  side.address = (const guint8 *) side.address + position->x * cell + position->y * side.pitch +
                 position->z * side.plane;
  return side;
}

cudaError_t
cudaMemcpy3DAsync (const struct cudaMemcpy3DParms *parms,
                   cudaStream_t                    stream)
{
  const cudaArray_t array = parms->srcArray != NULL ? parms->srcArray : parms->dstArray;
  const gsize cell = array != NULL ? array->memory->type.size : 1;

  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (
      copy ("cudaMemcpy3D", get_side (parms->dstArray, &parms->dstPtr, &parms->dstPos),
            get_side (parms->srcArray, &parms->srcPtr, &parms->srcPos), parms->extent.width * cell,
            parms->extent.height, parms->extent.depth, parms->kind, stream));
}

cudaError_t
cudaMemcpy3D (const struct cudaMemcpy3DParms *parms)
{
  return cudaMemcpy3DAsync (parms, NULL);
}

/* Rows of an array, from a byte of one of its rows. */
static Side
get_rows (cudaArray_const_t array,
          size_t            x,
          size_t            y)
{
  const gsize pitch = array->width * array->memory->type.size;

  return (Side) { (void *) (guintptr) (array->memory->address + y * pitch + x), pitch };
}

cudaError_t
cudaMemcpy2DToArrayAsync (cudaArray_t          to,
                          size_t               x,
                          size_t               y,
                          const void          *from,
                          size_t               pitch,
                          size_t               width,
                          size_t               height,
                          enum cudaMemcpyKind  kind,
                          cudaStream_t         stream)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (copy ("cudaMemcpy2DToArray", get_rows (to, x, y),
                                   (Side) { from, pitch }, width, height, 1, kind, stream));
}

cudaError_t
cudaMemcpy2DToArray (cudaArray_t          to,
                     size_t               x,
                     size_t               y,
                     const void          *from,
                     size_t               pitch,
                     size_t               width,
                     size_t               height,
                     enum cudaMemcpyKind  kind)
{
  return cudaMemcpy2DToArrayAsync (to, x, y, from, pitch, width, height, kind, NULL);
}

cudaError_t
cudaMemcpy2DFromArray (void                *to,
                       size_t               pitch,
                       cudaArray_const_t    from,
                       size_t               x,
                       size_t               y,
                       size_t               width,
                       size_t               height,
                       enum cudaMemcpyKind  kind)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (copy ("cudaMemcpy2DFromArray", (Side) { to, pitch },
                                   get_rows (from, x, y), width, height, 1, kind, NULL));
}

cudaError_t
cudaMemcpyToArrayAsync (cudaArray_t          to,
                        size_t               x,
                        size_t               y,
                        const void          *from,
                        size_t               size,
                        enum cudaMemcpyKind  kind,
                        cudaStream_t         stream)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (copy ("cudaMemcpyToArray", get_rows (to, x, y), (Side) { from }, size,
                                   1, 1, kind, stream));
}

cudaError_t
cudaMemcpyToArray (cudaArray_t          to,
                   size_t               x,
                   size_t               y,
                   const void          *from,
                   size_t               size,
                   enum cudaMemcpyKind  kind)
{
  return cudaMemcpyToArrayAsync (to, x, y, from, size, kind, NULL);
}

cudaError_t
cudaMemcpyFromArray (void                *to,
                     cudaArray_const_t    from,
                     size_t               x,
                     size_t               y,
                     size_t               size,
                     enum cudaMemcpyKind  kind)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (copy ("cudaMemcpyFromArray", (Side) { to }, get_rows (from, x, y),
                                   size, 1, 1, kind, NULL));
}

/**
 * _loom_cudart_fill:
 * @value: of each cell, in its lowest bytes
 * @cell: its bytes: 1, 2 or 4
 * @width: cells of a row
 *
 * Fills a box of memory of the device.
 */
cudaError_t
_loom_cudart_fill (Side to,
                   guint32        value,
                   gsize          cell,
                   gsize          width,
                   gsize          height,
                   gsize          depth,
                   cudaStream_t   stream)
{
  guint8 *target;

  if (width == 0 || height == 0 || depth == 0)
    return cudaSuccess;
  if ((guintptr) to.address % cell != 0 ||
      _loom_cudart_memory_resolve (to.address, get_extent (&to, width * cell, height, depth),
                                   &target) != cudaSuccess)
    return cudaErrorInvalidValue;

  for (gsize z = 0; z < depth; z++)
    for (gsize y = 0; y < height; y++)
      {
        guint8 *row = target + z * to.plane + y * to.pitch;

        if (cell == 1)
          memset (row, (int) value, width);
        else
          for (gsize x = 0; x < width; x++)
            memcpy (row + x * cell, &value, cell);
      }
  _loom_cudart_record_copy ("cudaMemset", (guint64) (guintptr) to.address, 0,
                            width * cell * height * depth, stream);
  return cudaSuccess;
}

cudaError_t
cudaMemset3DAsync (struct cudaPitchedPtr address,
                   int                   value,
                   struct cudaExtent     extent,
                   cudaStream_t          stream)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (
      _loom_cudart_fill ((Side) { address.ptr, address.pitch,
                                            address.pitch * address.ysize },
                         (guint8) value, 1, extent.width, extent.height, extent.depth, stream));
}

cudaError_t
cudaMemset3D (struct cudaPitchedPtr address,
              int                   value,
              struct cudaExtent     extent)
{
  return cudaMemset3DAsync (address, value, extent, NULL);
}

cudaError_t
cudaMemset2DAsync (void         *address,
                   size_t        pitch,
                   int           value,
                   size_t        width,
                   size_t        height,
                   cudaStream_t  stream)
{
  return cudaMemset3DAsync ((struct cudaPitchedPtr) { address, pitch, width, height }, value,
                            (struct cudaExtent) { width, height, 1 }, stream);
}

cudaError_t
cudaMemset2D (void   *address,
              size_t  pitch,
              int     value,
              size_t  width,
              size_t  height)
{
  return cudaMemset2DAsync (address, pitch, value, width, height, NULL);
}

cudaError_t
cudaMemsetAsync (void         *address,
                 int           value,
                 size_t        size,
                 cudaStream_t  stream)
{
  return cudaMemset2DAsync (address, size, value, size, 1, stream);
}

cudaError_t
cudaMemset (void   *address,
            int     value,
            size_t  size)
{
  return cudaMemsetAsync (address, value, size, NULL);
}

/* A part of a variable, by the object that stands for it in host code. */
static cudaError_t
find_symbol (const void  *symbol,
             size_t       size,
             size_t       offset,
             guint64     *address)
{
  LoomCudartMemory *memory;
  const cudaError_t error = _loom_cudart_variable_find (symbol, &memory);

  if (error != cudaSuccess)
    return error;
  if (offset > memory->size || size > memory->size - offset)
    return cudaErrorInvalidValue;
  *address = memory->address + offset;
  return cudaSuccess;
}

/* Between a part of a variable and other memory. */
static cudaError_t
copy_symbol (const char          *name,
             const void          *symbol,
             size_t               offset,
             const void          *other,
             gboolean             to_symbol,
             size_t               size,
             enum cudaMemcpyKind  kind,
             cudaStream_t         stream)
{
  guint64 address = 0;
  cudaError_t error;
  Side there;

  LOOM_CUDART_BEGIN;
  error = find_symbol (symbol, size, offset, &address);
  there = (Side) { (void *) (guintptr) address };
  if (error == cudaSuccess)
    error = copy (name, to_symbol ? there : (Side) { other }, to_symbol ? (Side) { other } : there,
                  size, 1, 1, kind, stream);
  return _loom_cudart_leave (error);
}

cudaError_t
cudaMemcpyToSymbolAsync (const void          *symbol,
                         const void          *from,
                         size_t               size,
                         size_t               offset,
                         enum cudaMemcpyKind  kind,
                         cudaStream_t         stream)
{
  return copy_symbol ("cudaMemcpyToSymbol", symbol, offset, from, TRUE, size, kind, stream);
}

cudaError_t
cudaMemcpyToSymbol (const void          *symbol,
                    const void          *from,
                    size_t               size,
                    size_t               offset,
                    enum cudaMemcpyKind  kind)
{
  return cudaMemcpyToSymbolAsync (symbol, from, size, offset, kind, NULL);
}

cudaError_t
cudaMemcpyFromSymbolAsync (void                *to,
                           const void          *symbol,
                           size_t               size,
                           size_t               offset,
                           enum cudaMemcpyKind  kind,
                           cudaStream_t         stream)
{
  return copy_symbol ("cudaMemcpyFromSymbol", symbol, offset, to, FALSE, size, kind, stream);
}

cudaError_t
cudaMemcpyFromSymbol (void                *to,
                      const void          *symbol,
                      size_t               size,
                      size_t               offset,
                      enum cudaMemcpyKind  kind)
{
  return cudaMemcpyFromSymbolAsync (to, symbol, size, offset, kind, NULL);
}

cudaError_t
cudaGetSymbolAddress (void       **address,
                      const void  *symbol)
{
  guint64 found = 0;
  cudaError_t error;

  LOOM_CUDART_BEGIN;
  error = find_symbol (symbol, 0, 0, &found);
  if (error == cudaSuccess)
    *address = (void *) (guintptr) found;
  return _loom_cudart_leave (error);
}

cudaError_t
cudaGetSymbolSize (size_t     *size,
                   const void *symbol)
{
  LoomCudartMemory *memory;
  cudaError_t error;

  LOOM_CUDART_BEGIN;
  error = _loom_cudart_variable_find (symbol, &memory);
  if (error == cudaSuccess)
    *size = memory->size;
  return _loom_cudart_leave (error);
}
