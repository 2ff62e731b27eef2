/* loom-host-cuda-images.c: textures and surfaces in CUDA C++
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-code-private.h"

static const char * const modes[] = {
  [LOOM_ADDRESS_WRAP] = "cudaAddressModeWrap",
  [LOOM_ADDRESS_CLAMP] = "cudaAddressModeClamp",
  [LOOM_ADDRESS_MIRROR] = "cudaAddressModeMirror",
  [LOOM_ADDRESS_BORDER] = "cudaAddressModeBorder",
};

static char *
dup_format (const LoomType *type)
{
  const guint bits = loom_scalar_size (type->scalar) * 8;
  const gboolean is_signed = type->scalar == LOOM_SCALAR_I8 || type->scalar == LOOM_SCALAR_I16
                             || type->scalar == LOOM_SCALAR_I32;

  return g_strdup_printf ("cudaCreateChannelDesc (%u, %u, %u, %u, cudaChannelFormatKind%s)", bits,
                          type->lanes > 1 ? bits : 0, type->lanes > 2 ? bits : 0,
                          type->lanes > 3 ? bits : 0,
                          loom_scalar_is_float (type->scalar) ? "Float"
                          : is_signed                         ? "Signed"
                                                              : "Unsigned");
}

/* Cells along each axis, layers in the last; 0 where the array has no such axis. */
static char *
dup_extent (const LoomPlanArg *arg)
{
  const guint dimensions = loom_texture_get_dimensions (&arg->texture, &arg->shape);
  const guint64 extents[] = { arg->shape.cols, arg->shape.rows, arg->shape.planes };
  const guint64 depth = arg->texture.is_layered ? extents[dimensions]
                        : dimensions > 2        ? extents[2]
                                                : 0;

  return g_strdup_printf ("make_cudaExtent (%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
                          ", %" G_GUINT64_FORMAT ")",
                          extents[0], dimensions > 1 ? extents[1] : 0, depth);
}

static void
write_description (LoomHostWriter    *self,
                   const LoomPlanArg *arg,
                   const char        *how)
{
  const LoomTexture *texture = &arg->texture;

  _loom_host_line (self, "cudaTextureDesc %s = {};", how);
  for (guint i = 0; i < loom_texture_get_dimensions (texture, &arg->shape); i++)
    _loom_host_line (self, "%s.addressMode[%u] = %s;", how, i, modes[texture->address[i]]);
  if (texture->is_linear)
    _loom_host_line (self, "%s.filterMode = cudaFilterModeLinear;", how);
  if (texture->reads_normalized)
    _loom_host_line (self, "%s.readMode = cudaReadModeNormalizedFloat;", how);
  if (texture->is_normalized)
    _loom_host_line (self, "%s.normalizedCoords = 1;", how);
}

static const char *
get_flags (const LoomPlanArg *arg)
{
  const LoomTexture *texture = &arg->texture;

  if (texture->kind == LOOM_TEXTURE_SURFACE)
    return texture->is_layered ? "cudaArraySurfaceLoadStore | cudaArrayLayered"
                               : "cudaArraySurfaceLoadStore";
  if (texture->is_layered)
    return "cudaArrayLayered";
  return loom_texture_get_dimensions (texture, &arg->shape) == 2 ? "cudaArrayTextureGather"
                                                                 : "cudaArrayDefault";
}

/* The object that a kernel gets of an array, whose cells are there. */
void
_loom_host_cuda_image (LoomHostWriter    *self,
                       const LoomPlanArg *arg)
{
  const char *name = _loom_host_get_name (self, arg);
  g_autofree char *how = g_strconcat (name, "_how", NULL);
  g_autofree char *format = dup_format (&arg->type), *extent = dup_extent (arg);

  if (arg->texture.kind == LOOM_TEXTURE_SAMPLED)
    write_description (self, arg, how);
  if (arg->texture.is_buffer)
    {
      self->parts |= 1u << LOOM_HOST_PART_BUFFER_TEXTURE;
      _loom_host_line (self, "host::BufferTexture %s_object (%s, %s.device, %s.bytes (), &%s);",
                       name, format, name, name, how);
      return;
    }
  self->parts |= 1u << LOOM_HOST_PART_IMAGE;
  _loom_host_line (self, "host::Image %s_object (%s, %s,", name, format, extent);
  _loom_host_line (self, "  %s, %s%s);", get_flags (arg),
                   arg->texture.kind == LOOM_TEXTURE_SAMPLED ? "&" : "",
                   arg->texture.kind == LOOM_TEXTURE_SAMPLED ? how : "nullptr");
  _loom_host_line (self, "%s_object.load (%s);", name, name);
}
