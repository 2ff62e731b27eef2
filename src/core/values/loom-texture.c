/* loom-texture.c: how a kernel sees an array as a texture or a surface: its words, and what is
 * possible
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-texture.h"

#include "loom-error.h"
#include "loom-extents-private.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>

static const char * const modes[] = {
  [LOOM_ADDRESS_WRAP] = "wrap",
  [LOOM_ADDRESS_CLAMP] = "clamp",
  [LOOM_ADDRESS_MIRROR] = "mirror",
  [LOOM_ADDRESS_BORDER] = "border",
};

/* Words that turn something on; the plain one stands for nothing of that. */
static const struct
{
  const char *word;
  gsize       offset;
  gboolean    of_surface;
} words[] = {
  { "linear", G_STRUCT_OFFSET (LoomTexture, is_linear), FALSE },
  { "normalized", G_STRUCT_OFFSET (LoomTexture, is_normalized), FALSE },
  { "normalized-float", G_STRUCT_OFFSET (LoomTexture, reads_normalized), FALSE },
  { "layered", G_STRUCT_OFFSET (LoomTexture, is_layered), TRUE },
  { "buffer", G_STRUCT_OFFSET (LoomTexture, is_buffer), FALSE },
};
static const char * const plain_words[] = { "plain", "point", "element", NULL };

/**
 * loom_texture_get_word:
 * @kind: what the array is seen through
 * @index: from 0
 *
 * Returns: (transfer none) (nullable): a word that says how; %NULL: there are no more
 */
const char *
loom_texture_get_word (LoomTextureKind kind,
                       guint           index)
{
  if (kind == LOOM_TEXTURE_SAMPLED && index < G_N_ELEMENTS (modes))
    return modes[index];
  index -= kind == LOOM_TEXTURE_SAMPLED ? G_N_ELEMENTS (modes) : 0;
  /* of the plain words, the one that is the opposite of another */
  if (index == 0)
    return plain_words[kind == LOOM_TEXTURE_SAMPLED ? 1 : 0];
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if ((kind == LOOM_TEXTURE_SAMPLED || words[i].of_surface) && --index == 0)
      return words[i].word;
  return NULL;
}

static gint
find_mode (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (g_str_equal (modes[i], word))
      return i;

  return -1;
}

static gboolean
read_word (LoomTexture *self,
           const char  *word,
           guint       *n_modes)
{
  const gboolean is_surface = self->kind == LOOM_TEXTURE_SURFACE;
  const gint mode = is_surface ? -1 : find_mode (word);

  if (mode >= 0 && *n_modes < G_N_ELEMENTS (self->address))
    {
      /* The last one counts for all axes that follow. */
      for (guint i = (*n_modes)++; i < G_N_ELEMENTS (self->address); i++)
        self->address[i] = (guint32) mode;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].word, word) && (words[i].of_surface || !is_surface))
      {
        G_STRUCT_MEMBER (gboolean, self, words[i].offset) = TRUE;
        return TRUE;
      }

  return g_strv_contains (plain_words, word);
}

/**
 * loom_texture_parse:
 * @text: words, with blanks or commas between them: address modes for x, y and z, the last for all
 *   that follow (`wrap`, `clamp`, `mirror`, `border`), `linear`, `normalized`, `normalized-float`,
 *   `layered`, `buffer`; or `plain`
 * @kind: texture or surface; a surface can be `layered` only
 * @texture: (out): where to put it
 * @error: return location; %LOOM_ERROR_DOCUMENT says what was found and what is allowed
 *
 * Reads how an array is seen.
 *
 * Returns: whether all words have a meaning
 */
gboolean
loom_texture_parse (const char       *text,
                    LoomTextureKind   kind,
                    LoomTexture      *texture,
                    GError          **error)
{
  g_auto (GStrv) parts = NULL;
  LoomTexture parsed = { .kind = kind };
  guint n_modes = 0;

  g_return_val_if_fail (text != NULL && texture != NULL, FALSE);

  parts = g_strsplit_set (text, " ,\t", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *shown = NULL;

      if (*parts[i] == '\0' || read_word (&parsed, parts[i], &n_modes))
        continue;

      shown = _loom_abbreviate (parts[i]);
      if (kind == LOOM_TEXTURE_SURFACE)
        return loom_fail (error, LOOM_ERROR_DOCUMENT,
                          _("“%s” is not a setting of a surface; write plain or layered"), shown);
      return loom_fail (error, LOOM_ERROR_DOCUMENT,
                        _("“%s” is not a setting of a texture; write up to three of wrap, clamp, "
                          "mirror and border, and point or linear, normalized, normalized-float, "
                          "layered, buffer"),
                        shown);
    }

  *texture = parsed;
  return TRUE;
}

/**
 * loom_texture_format:
 *
 * Returns: (transfer full): text that loom_texture_parse() reads back
 */
char *
loom_texture_format (const LoomTexture *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (self->address) && self->kind == LOOM_TEXTURE_SAMPLED; i++)
    if (i == 0 || self->address[i] != self->address[i - 1])
      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", modes[self->address[i]]);
    else if (i == 1 && self->address[2] != self->address[1])
      g_string_append_printf (text, " %s", modes[self->address[1]]);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (G_STRUCT_MEMBER (gboolean, self, words[i].offset))
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", words[i].word);

  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : g_strdup ("plain");
}

/**
 * loom_texture_get_dimensions:
 * @shape: of the array
 *
 * Returns: how many coordinates it has apart from the layer: 1 to 3
 */
guint
loom_texture_get_dimensions (const LoomTexture *self,
                             const LoomShape   *shape)
{
  return shape->rank - (self->is_layered && shape->rank > 1 ? 1 : 0);
}

static gboolean
is_integer (LoomScalar scalar)
{
  return scalar >= LOOM_SCALAR_I8 && scalar <= LOOM_SCALAR_U32;
}

static gboolean
is_format (const LoomType *type)
{
  return (is_integer (type->scalar) || type->scalar == LOOM_SCALAR_F16 ||
          type->scalar == LOOM_SCALAR_F32) &&
         type->lanes != 3 && type->size == type->lanes * loom_scalar_size (type->scalar);
}

static gboolean
check_reading (const LoomTexture  *self,
               const char         *name,
               const LoomType     *type,
               GError            **error)
{
  g_autofree char *cells = loom_type_format (type);

  if (self->reads_normalized && (!is_integer (type->scalar) || loom_scalar_size (type->scalar) > 2))
    return loom_fail (error, LOOM_ERROR_LAUNCH,
                      _("the texture %1$s has cells of %2$s, and only integers of 8 and 16 bits "
                        "can be read as normalized-float"),
                      name, cells);
  if (self->is_linear && !self->reads_normalized && is_integer (type->scalar))
    return loom_fail (error, LOOM_ERROR_LAUNCH,
                      _("the texture %1$s has cells of %2$s, and only floats are filtered: take "
                        "linear away, or add normalized-float to cells of 8 or 16 bits"),
                      name, cells);
  return TRUE;
}

/* CUDA's limits, the same for all devices from compute capability 7.5 on. */
static gboolean
check_extents (const LoomTexture  *self,
               const char         *name,
               const LoomShape    *shape,
               GError            **error)
{
  static const guint64 most[][3] = {
    { 131072, 1, 1 }, { 131072, 65536, 1 }, { 16384, 16384, 16384 },    /* without layers */
    { 32768, 2048, 1 }, { 32768, 32768, 2048 },                         /* 1 and 2 dimensions */
  };
  const guint dimensions = loom_texture_get_dimensions (self, shape);
  const guint64 *limit = most[dimensions - 1 + (self->is_layered ? 3 : 0)];
  const LoomShape largest = { shape->rank, limit[0], limit[1], limit[2] };
  g_autofree char *given = NULL, *allowed = NULL;

  if (self->is_buffer || (shape->cols <= limit[0] && shape->rows <= limit[1] &&
                          shape->planes <= limit[2]))
    return TRUE;

  given = loom_shape_format (shape);
  allowed = loom_shape_format (&largest);
  return loom_fail (error, LOOM_ERROR_LAUNCH,
                    _("%1$s has %2$s cells; a texture or surface of so many dimensions has at most "
                      "%3$s"),
                    name, given, allowed);
}

/**
 * loom_texture_check:
 * @name: of the argument, for messages
 * @type: of its cells
 * @shape: of the array
 * @error: return location; %LOOM_ERROR_LAUNCH with the reason and the way out
 *
 * Checks that CUDA can make such a texture or surface.
 *
 * Returns: whether it can
 */
gboolean
loom_texture_check (const LoomTexture  *self,
                    const char         *name,
                    const LoomType     *type,
                    const LoomShape    *shape,
                    GError            **error)
{
  g_autofree char *cells = loom_type_format (type);

  g_return_val_if_fail (self != NULL && type != NULL && shape != NULL, FALSE);

  if (self->kind == LOOM_TEXTURE_NONE)
    return TRUE;
  if (!is_format (type))
    return loom_fail (error, LOOM_ERROR_LAUNCH,
                      _("%1$s has cells of %2$s; textures and surfaces have 1, 2 or 4 of char, "
                        "short, int (or unsigned), half or float"),
                      name, cells);
  if (self->is_layered && shape->rank < 2)
    return loom_fail (error, LOOM_ERROR_LAUNCH,
                      _("%s is layered: its shape is layers,cols or layers,rows,cols"), name);
  if (self->is_buffer && (shape->rank != 1 || self->is_linear || self->is_normalized))
    return loom_fail (error, LOOM_ERROR_LAUNCH,
                      _("%s is a buffer texture, for tex1Dfetch: it has one dimension, and neither "
                        "linear nor normalized coordinates"),
                      name);

  return check_reading (self, name, type, error) && check_extents (self, name, shape, error);
}

static const LoomWireMember members[] = {
  LOOM_WIRE_UP_TO (LoomTexture, kind, LOOM_TEXTURE_SURFACE),
  LOOM_WIRE_UP_TO (LoomTexture, address[0], LOOM_ADDRESS_BORDER),
  LOOM_WIRE_UP_TO (LoomTexture, address[1], LOOM_ADDRESS_BORDER),
  LOOM_WIRE_UP_TO (LoomTexture, address[2], LOOM_ADDRESS_BORDER),
  LOOM_WIRE (BOOLEAN, LoomTexture, is_layered),
  LOOM_WIRE (BOOLEAN, LoomTexture, is_linear),
  LOOM_WIRE (BOOLEAN, LoomTexture, is_normalized),
  LOOM_WIRE (BOOLEAN, LoomTexture, reads_normalized),
  LOOM_WIRE (BOOLEAN, LoomTexture, is_buffer),
};

const LoomWire _loom_texture_wire = { LOOM_WIRE_MEMBERS (members, LoomTexture) };
