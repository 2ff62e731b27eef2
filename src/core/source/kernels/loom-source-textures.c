/* loom-source-textures.c: which parameters of a kernel are textures and surfaces, and how they are
 * read, by the tokens of the source: for the compiler both are plain numbers of 64 bits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-textures.h"

#include "loom-source-scan-private.h"

typedef struct
{
  const LoomSourceReader *source;
  guint                   end;
  const char             *param;
  LoomSourceTexture      *found;
} Search;

static const char *const types[] = {
  [LOOM_TEXTURE_NONE] = NULL,
  [LOOM_TEXTURE_SAMPLED] = "cudaTextureObject_t",
  [LOOM_TEXTURE_SURFACE] = "cudaSurfaceObject_t",
};
static const char *const prefixes[] = {
  [LOOM_TEXTURE_NONE] = NULL,
  [LOOM_TEXTURE_SAMPLED] = "tex",
  [LOOM_TEXTURE_SURFACE] = "surf",
};

/* Whether the parameter is what a call reads or writes: its first argument, or its second behind
 * what is written, or where to. */
static gboolean
is_of_param (const Search *self,
             const char   *name,
             guint         paren)
{
  const guint close = _loom_source_skip_brackets (self->source, paren);
  const gboolean is_second = strstr (name, "write") != NULL ||
                             get_punctuation (self->source, paren + 1) == '&';
  const guint at = is_second ? _loom_source_find_comma (self->source, paren + 1, close - 1) + 1
                             : paren + 1;

  return at < self->end && is_word (self->source, at, self->param) &&
         is_punctuation (self->source, at + 1, "),");
}

/* `tex2DLayered`, and what it says of what it reads. */
static gboolean
read_name (const char        *name,
           LoomTextureKind    kind,
           LoomSourceTexture *texture)
{
  const char *rest = name + strlen (prefixes[kind]);

  if (!g_str_has_prefix (name, prefixes[kind]) || rest[0] < '1' || rest[0] > '3' || rest[1] != 'D')
    return FALSE;

  texture->how.kind = kind;
  texture->how.is_layered = g_str_has_prefix (rest + 2, "Layered");
  texture->how.is_buffer = g_str_has_prefix (rest + 2, "fetch");
  texture->rank = (guint) (rest[0] - '0') + (texture->how.is_layered ? 1 : 0);
  return TRUE;
}

/* A call that reads or writes the parameter: at its name. */
static void
read_call (Search *self,
           guint   index)
{
  g_autofree char *name = _loom_source_dup_text (self->source, index, index + 1);
  const guint angle = get_punctuation (self->source, index + 1) == '<' ? index + 1 : LOOM_NOWHERE;
  const guint paren = angle != LOOM_NOWHERE ? _loom_source_skip_angles (self->source, angle)
                                            : index + 1;
  LoomSourceTexture texture = { .type = self->found->type };

  if (get_punctuation (self->source, paren) != '(' || !is_of_param (self, name, paren) ||
      (!read_name (name, LOOM_TEXTURE_SAMPLED, &texture) &&
       !read_name (name, LOOM_TEXTURE_SURFACE, &texture)))
    return;

  if (angle != LOOM_NOWHERE && texture.type.size == 0)
    {
      g_autofree char *type = _loom_source_dup_text (self->source, angle + 1, paren - 1);
      LoomType cell;

      if (loom_type_parse (type, &cell, NULL))
        texture.type = cell;
    }
  if (self->found->rank == 0)
    *self->found = texture;
  self->found->type = texture.type;
}

/**
 * loom_source_texture_read:
 * @scan: of all that is compiled
 * @kernel: its name, perhaps with template arguments
 * @param: name of a parameter of 64 bits
 * @texture: (out): what the source tells of it
 *
 * Finds whether a parameter is a texture or surface object: it is declared as one, or read as one.
 *
 * Returns: whether it is
 */
gboolean
loom_source_texture_read (LoomSourceScan    *scan,
                          const char        *kernel,
                          const char        *param,
                          LoomSourceTexture *texture)
{
  LoomScannedKernel *found;
  const LoomSourceBody *body;
  LoomSourceReader source;
  Search self = { &source, 0, param, texture };

  g_return_val_if_fail (scan != NULL && kernel != NULL && param != NULL && texture != NULL, FALSE);

  *texture = (LoomSourceTexture) { .rank = 0 };
  found = loom_source_scan_find_kernel (scan, kernel);
  if (found == NULL)
    return FALSE;

  body = &g_array_index (scan->bodies, LoomSourceBody, found->body);
  source = (LoomSourceReader) { scan->text, scan->tokens, scan->tokens->len };
  self.end = body->end;
  for (guint i = body->first; i < body->end; i++)
    {
      for (guint kind = LOOM_TEXTURE_SAMPLED; kind <= LOOM_TEXTURE_SURFACE; kind++)
        if (is_word (&source, i, types[kind]) && is_word (&source, i + 1, param))
          texture->how.kind = kind;
      if (is_identifier (&source, i) && !is_word (&source, i, param))
        read_call (&self, i);
    }

  if (texture->type.size == 0)
    texture->type = loom_type_of (LOOM_SCALAR_F32, 1);
  return texture->how.kind != LOOM_TEXTURE_NONE;
}
