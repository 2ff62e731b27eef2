/* fuzz-texture.c: any text as the words of a texture or surface, on arrays of any type and shape
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "cell-type.h"

#include "loom-texture.h"

#define N_BYTES 5

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

/* bytes: of which the first two say extents, as powers of two. */
static void
check_array (const LoomTexture *texture,
             const guint8      *bytes)
{
  const LoomShape shape = { 1 + bytes[2] % 3, G_GUINT64_CONSTANT (1) << (bytes[0] % 20),
                            bytes[2] % 3 > 0 ? G_GUINT64_CONSTANT (1) << (bytes[1] % 20) : 1,
                            bytes[2] % 3 > 1 ? 1 + bytes[2] : 1 };
  const LoomType type = choose_type (bytes[3]);
  g_autoptr (GError) error = NULL;
  const guint dimensions = loom_texture_get_dimensions (texture, &shape);

  g_assert_cmpuint (dimensions, >=, 1);
  g_assert_cmpuint (dimensions, <=, shape.rank);
  if (loom_type_is_valid (&type))
    g_assert_true (loom_texture_check (texture, "t", &type, &shape, &error) == (error == NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = NULL, *written = NULL, *written_again = NULL;
  g_autoptr (GError) error = NULL;
  LoomTexture texture, again;
  LoomTextureKind kind;

  if (size < N_BYTES)
    return 0;
  kind = LOOM_TEXTURE_SAMPLED + data[N_BYTES - 1] % 2;
  text = g_strndup ((const char *) data + N_BYTES, size - N_BYTES);
  if (!loom_texture_parse (text, kind, &texture, &error))
    {
      g_assert_nonnull (error);
      return 0;
    }
  written = loom_texture_format (&texture);
  g_assert_true (loom_texture_parse (written, kind, &again, NULL));
  written_again = loom_texture_format (&again);
  g_assert_cmpstr (written, ==, written_again);
  check_array (&texture, data);
  return 0;
}
