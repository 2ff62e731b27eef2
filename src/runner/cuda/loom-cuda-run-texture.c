/* loom-cuda-run-texture.c: the textures and surfaces of a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Their bytes lie in the arena as those of other arrays do. CUDA's own arrays, whose order of cells
 * is the device's, are filled from there before a first launch, and surfaces are copied back.
 */

#include "config.h"

#include "loom-cuda-run-private.h"

#include <glib/gi18n-lib.h>

/* The object of one argument, and what it is of: an array, or memory for tex1Dfetch. */
struct _LoomCudaTexture
{
  guint       buffer;           /* index of the run's */
  cudaArray_t array;
  gpointer    memory;
  unsigned long long object;
};

static struct cudaChannelFormatDesc
get_format (const LoomType *type)
{
  const int bits = (int) loom_scalar_size (type->scalar) * 8;
  const gboolean is_signed = type->scalar == LOOM_SCALAR_I8 || type->scalar == LOOM_SCALAR_I16 ||
                             type->scalar == LOOM_SCALAR_I32;

  return (struct cudaChannelFormatDesc) {
    bits, type->lanes > 1 ? bits : 0, type->lanes > 2 ? bits : 0, type->lanes > 3 ? bits : 0,
    loom_scalar_is_float (type->scalar) ? cudaChannelFormatKindFloat
    : is_signed                         ? cudaChannelFormatKindSigned
                                        : cudaChannelFormatKindUnsigned,
  };
}

static const LoomPlanArg *
get_arg (const LoomCudaRun     *self,
         const LoomCudaTexture *texture)
{
  return loom_run_memory_get (self->memory, texture->buffer)->arg;
}

/* Cells along each axis, layers in the last; `none` where the array has no such axis. */
static struct cudaExtent
get_extent (const LoomPlanArg *arg,
            size_t             none)
{
  const guint dimensions = loom_texture_get_dimensions (&arg->texture, &arg->shape);
  const guint64 extents[] = { arg->shape.cols, arg->shape.rows, arg->shape.planes };

  return (struct cudaExtent) {
    extents[0], dimensions > 1 ? extents[1] : none,
    arg->texture.is_layered ? extents[dimensions] : dimensions > 2 ? extents[2] : none,
  };
}

static gboolean
make_array (LoomCudaRun      *self,
            LoomCudaTexture  *texture,
            GError          **error)
{
  const LoomPlanArg *arg = get_arg (self, texture);
  const LoomTexture *how = &arg->texture;
  const struct cudaChannelFormatDesc format = get_format (&arg->type);
  const gboolean gathers = how->kind == LOOM_TEXTURE_SAMPLED && !how->is_layered &&
                           loom_texture_get_dimensions (how, &arg->shape) == 2;
  const unsigned int flags = (how->is_layered ? cudaArrayLayered : 0) |
                             (how->kind == LOOM_TEXTURE_SURFACE ? cudaArraySurfaceLoadStore : 0) |
                             (gathers ? cudaArrayTextureGather : 0);

  if (how->is_buffer)
    return LOOM_CUDA_CALL (self->context, error, cudaMalloc, &texture->memory,
                           loom_run_memory_get (self->memory, texture->buffer)->size);

  return LOOM_CUDA_CALL (self->context, error, cudaMalloc3DArray, &texture->array, &format,
                         get_extent (arg, 0), flags);
}

static gboolean
make_object (LoomCudaRun      *self,
             LoomCudaTexture  *texture,
             GError          **error)
{
  const LoomRunBuffer *buffer = loom_run_memory_get (self->memory, texture->buffer);
  const LoomTexture *how = &buffer->arg->texture;
  struct cudaResourceDesc resource = { .resType = cudaResourceTypeArray };
  struct cudaTextureDesc description = {
    .filterMode = how->is_linear ? cudaFilterModeLinear : cudaFilterModePoint,
    .readMode = how->reads_normalized ? cudaReadModeNormalizedFloat : cudaReadModeElementType,
    .normalizedCoords = how->is_normalized,
  };

  if (how->is_buffer)
    {
      resource.resType = cudaResourceTypeLinear;
      resource.res.linear.devPtr = texture->memory;
      resource.res.linear.desc = get_format (&buffer->arg->type);
      resource.res.linear.sizeInBytes = buffer->size;
    }
  else
    resource.res.array.array = texture->array;
  /* Numbers of both are CUDA's. An axis that a texture does not have is filtered all the same, and
   * must not have a border. */
  for (guint i = 0; i < loom_texture_get_dimensions (how, &buffer->arg->shape); i++)
    description.addressMode[i] = (enum cudaTextureAddressMode) how->address[i];
  if (how->kind == LOOM_TEXTURE_SURFACE)
    return LOOM_CUDA_CALL (self->context, error, cudaCreateSurfaceObject, &texture->object,
                           &resource);
  return LOOM_CUDA_CALL (self->context, error, cudaCreateTextureObject, &texture->object,
                         &resource, &description, NULL);
}

/**
 * loom_cuda_run_texture_make:
 * @self: a run whose memory is there
 *
 * Makes the arrays and objects of textures and surfaces.
 *
 * Errors: %LOOM_ERROR_MEMORY, and what CUDA says.
 *
 * Returns: whether all were made
 */
gboolean
loom_cuda_run_texture_make (LoomCudaRun  *self,
                            GError      **error)
{
  self->textures = g_new0 (LoomCudaTexture, MAX (self->memory->buffers->len, 1));
  for (guint i = 0; i < self->memory->buffers->len; i++)
    {
      LoomCudaTexture *texture = &self->textures[self->n_textures];

      if (loom_run_memory_get (self->memory, i)->arg->texture.kind == LOOM_TEXTURE_NONE)
        continue;
      self->n_textures++;
      texture->buffer = i;
      if (!make_array (self, texture, error) || !make_object (self, texture, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * loom_cuda_run_texture_free:
 *
 * Gives back what was made. On a device that is lost nothing can be.
 */
void
loom_cuda_run_texture_free (LoomCudaRun *self)
{
  for (guint i = 0; i < self->n_textures && !loom_cuda_is_spent (); i++)
    {
      const LoomCudaTexture *texture = &self->textures[i];
      const LoomCuda *cuda = self->context->cuda;

      if (texture->object != 0 && get_arg (self, texture)->texture.kind == LOOM_TEXTURE_SURFACE)
        cuda->cudaDestroySurfaceObject (texture->object);
      else if (texture->object != 0)
        cuda->cudaDestroyTextureObject (texture->object);
      if (texture->array != NULL)
        cuda->cudaFreeArray (texture->array);
      if (texture->memory != NULL)
        cuda->cudaFree (texture->memory);
    }
  g_clear_pointer (&self->textures, g_free);
  self->n_textures = 0;
}

/* Between the arena and CUDA's array. */
static gboolean
copy_array (LoomCudaRun            *self,
            const LoomCudaTexture  *texture,
            gboolean                is_back,
            GError                **error)
{
  const LoomPlanArg *arg = get_arg (self, texture);
  const struct cudaExtent extent = get_extent (arg, 1);
  const struct cudaPitchedPtr memory = {
    self->arena + self->offsets[texture->buffer], extent.width * arg->type.size, extent.width,
    extent.height,
  };
  struct cudaMemcpy3DParms parms = { .extent = extent, .kind = cudaMemcpyDeviceToDevice };

  if (is_back)
    {
      parms.srcArray = texture->array;
      parms.dstPtr = memory;
    }
  else
    {
      parms.srcPtr = memory;
      parms.dstArray = texture->array;
    }
  return LOOM_CUDA_CALL (self->context, error, cudaMemcpy3DAsync, &parms,
                         loom_cuda_stream_get_handle (self->context->stream));
}

/**
 * loom_cuda_run_texture_restore:
 * @self: a run whose arena holds what its arrays begin with
 *
 * Queues what fills textures and surfaces from there, and has their objects passed to the kernel.
 *
 * Returns: whether it was taken
 */
gboolean
loom_cuda_run_texture_restore (LoomCudaRun  *self,
                               GError      **error)
{
  for (guint i = 0; i < self->n_textures; i++)
    {
      const LoomCudaTexture *texture = &self->textures[i];
      const LoomRunBuffer *buffer = loom_run_memory_get (self->memory, texture->buffer);

      self->addresses[buffer->index] = texture->object;
      if (texture->memory != NULL
              ? !loom_cuda_context_copy (self->context, texture->memory,
                                         self->arena + self->offsets[texture->buffer],
                                         buffer->size, cudaMemcpyDeviceToDevice, error)
              : !copy_array (self, texture, FALSE, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * loom_cuda_run_texture_fetch:
 * @self: a run after a launch
 *
 * Queues what brings surfaces back to the arena.
 *
 * Returns: whether it was taken
 */
gboolean
loom_cuda_run_texture_fetch (LoomCudaRun  *self,
                             GError      **error)
{
  for (guint i = 0; i < self->n_textures; i++)
    if (get_arg (self, &self->textures[i])->texture.kind == LOOM_TEXTURE_SURFACE &&
        !copy_array (self, &self->textures[i], TRUE, error))
      return FALSE;

  return TRUE;
}

/**
 * loom_cuda_run_texture_forget_counts:
 * @self: a run that was counted
 *
 * Only accesses through pointers are counted on a GPU: takes away what would seem to be counts of
 * textures and surfaces, and says so.
 */
void
loom_cuda_run_texture_forget_counts (LoomCudaRun *self)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < self->n_textures; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self->memory, self->textures[i].buffer);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", buffer->arg->name);
      buffer->planes = (LoomRunPlanes) { NULL };
      if (buffer->arg->texture.kind == LOOM_TEXTURE_SURFACE)
        self->run->idle_threads = -1;
    }
  if (names->len > 0)
    g_ptr_array_add (self->run->findings,
                     loom_finding_new (LOOM_ERROR_UNSUPPORTED,
                                       _("Accesses to textures and surfaces (%s) are not counted "
                                         "on a GPU; the simulator counts them"),
                                       names->str));
}
