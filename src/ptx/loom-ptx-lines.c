/* loom-ptx-lines.c: from PTX instructions to lines of CUDA: .file, .loc and the names in .debug_str
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include "loom-ptx-limits-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  guint file, line, column;
} Place;

typedef struct
{
  const char *label;
  guint64     offset;           /* bytes into the text that begins at the label */
} DebugName;

/* A location as it was written: one that stands in the text many times is one in the tree. */
typedef struct
{
  Place     place;
  gint32    inlined_at;
  DebugName name;
  guint     index;
} WrittenLocation;

static guint
place_hash (gconstpointer key)
{
  const Place *place = key;

  return place->file * 0x9e3779b9u ^ place->line * 0x85ebca6bu ^ place->column;
}

static gboolean
place_equal (gconstpointer a,
             gconstpointer b)
{
  const Place *one = a, *other = b;

  return one->file == other->file && one->line == other->line && one->column == other->column;
}

static void
free_string (gpointer text)
{
  g_string_free (text, TRUE);
}

static guint
written_hash (gconstpointer key)
{
  const WrittenLocation *written = key;

  return place_hash (&written->place) ^ (guint) written->inlined_at * 0xc2b2ae35u;
}

static gboolean
written_equal (gconstpointer a,
               gconstpointer b)
{
  const WrittenLocation *one = a, *other = b;

  return place_equal (&one->place, &other->place) && one->inlined_at == other->inlined_at &&
         one->name.label == other->name.label && one->name.offset == other->name.offset;
}

void
_loom_ptx_lines_init (LoomPtxParser *self)
{
  self->places = g_hash_table_new (place_hash, place_equal);
  self->debug_names = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_string);
  self->locations = g_hash_table_new (written_hash, written_equal);
}

void
_loom_ptx_lines_clear (LoomPtxParser *self)
{
  g_hash_table_unref (self->places);
  g_hash_table_unref (self->debug_names);
  g_hash_table_unref (self->locations);
}

static gboolean
parse_place (LoomPtxParser *self,
             Place         *place)
{
  guint64 file, line, column;

  if (!_loom_ptx_parser_take_integer (self, &file) ||
      !_loom_ptx_parser_take_integer (self, &line) ||
      !_loom_ptx_parser_take_integer (self, &column))
    return FALSE;
  place->file = MIN (file, G_MAXUINT32);
  place->line = MIN (line, G_MAXINT32);
  place->column = MIN (column, G_MAXINT32);

  return TRUE;
}

/* From now on `inlined_at` of that place means this location. */
static guint
add_location (LoomPtxParser   *self,
              const Place     *place,
              gint32           inlined_at,
              const DebugName *name)
{
  WrittenLocation key = { *place, inlined_at, *name, self->module->locations->len };
  WrittenLocation *written = g_hash_table_lookup (self->locations, &key);

  if (written == NULL)
    {
      LoomPtxLocation location = { place->file, place->line, place->column, inlined_at, NULL };

      written = _loom_ptx_store_copy (self->store, &key, sizeof key);
      g_hash_table_add (self->locations, written);
      g_array_append_val (self->module->locations, location);
    }
  g_hash_table_replace (self->places, &written->place, GUINT_TO_POINTER (written->index + 1));

  return written->index;
}

static guint
find_location (LoomPtxParser *self,
               const Place   *place)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, place));
  const DebugName none = { 0, };

  return found != 0 ? found - 1 : add_location (self, place, -1, &none);
}

/* function_name $L__info_string0, or with + n; .debug_str + n in a module without labels there */
static gboolean
parse_function_name (LoomPtxParser *self,
                     DebugName     *named)
{
  if (!_loom_ptx_parser_next (self))
    return FALSE;
  if (self->token.kind != LOOM_PTX_TOKEN_WORD && self->token.kind != LOOM_PTX_TOKEN_DOT)
    return _loom_ptx_parser_expect (self, _("a label in .debug_str"));
  named->label = _loom_ptx_store_intern (self->store, _loom_ptx_parser_dup_text (self));
  if (!_loom_ptx_parser_next (self))
    return FALSE;
  if (_loom_ptx_parser_take (self, '+'))
    return _loom_ptx_parser_take_integer (self, &named->offset);

  return self->error == NULL;
}

/* .loc file line column [, function_name label, inlined_at file line column] */
gboolean
_loom_ptx_parser_loc (LoomPtxParser *self)
{
  DebugName named = { 0, };
  Place place, outer;
  gint32 inlined_at = -1;

  if (!_loom_ptx_parser_next (self) || !parse_place (self, &place))
    return FALSE;
  while (_loom_ptx_parser_take (self, ','))
    {
      if (loom_ptx_token_is_text (&self->token, LOOM_PTX_TOKEN_WORD, "function_name"))
        {
          if (!parse_function_name (self, &named))
            return FALSE;
        }
      else if (loom_ptx_token_is_text (&self->token, LOOM_PTX_TOKEN_WORD, "inlined_at"))
        {
          if (!_loom_ptx_parser_next (self) || !parse_place (self, &outer))
            return FALSE;
          inlined_at = find_location (self, &outer);
        }
      else
        return _loom_ptx_parser_expect (self, _("“function_name” or “inlined_at”"));
    }

  self->location = add_location (self, &place, inlined_at, &named);

  return self->error == NULL;
}

/* .file index "name" [, time, size] */
gboolean
_loom_ptx_parser_file (LoomPtxParser *self)
{
  guint64 index;
  guint line = self->token.line;

  if (!_loom_ptx_parser_next (self) || !_loom_ptx_parser_take_integer (self, &index))
    return FALSE;
  if (index >= LOOM_PTX_MAX_FILES)
    return _loom_ptx_parser_fail (self, line, _("more than %d files"), LOOM_PTX_MAX_FILES);
  if (self->token.kind != LOOM_PTX_TOKEN_STRING)
    return _loom_ptx_parser_expect (self, _("the name of a file in quotes"));
  if (self->module->files->len <= index)
    g_ptr_array_set_size (self->module->files, index + 1);
  g_ptr_array_index (self->module->files, index) =
    (gpointer) _loom_ptx_store_intern (self->store, _loom_ptx_parser_dup_text (self));
  if (!_loom_ptx_parser_next (self))
    return FALSE;

  while (_loom_ptx_parser_take (self, ','))
    {
      guint64 ignored;

      if (!_loom_ptx_parser_take_integer (self, &ignored))
        return FALSE;
    }

  return self->error == NULL;
}

/* The text that .b8 values spell goes to the label before them, and to the section's own name. */
static gboolean
parse_debug_bytes (LoomPtxParser *self,
                   GString       *label,
                   GString       *section)
{
  do
    {
      guint64 value;

      if (!_loom_ptx_parser_next (self) || !_loom_ptx_parser_take_integer (self, &value))
        return FALSE;
      if (label != NULL)
        g_string_append_c (label, (char) value);
      g_string_append_c (section, (char) value);
    }
  while (_loom_ptx_parser_at (self, ','));

  return TRUE;
}

static GString *
add_debug_name (LoomPtxParser *self,
                const char    *name)
{
  GString *text = g_string_new (NULL);

  g_hash_table_replace (self->debug_names, (gpointer)_loom_ptx_store_intern (self->store, name),
                        text);

  return text;
}

static gboolean
parse_debug_strings (LoomPtxParser *self)
{
  GString *label = NULL, *section = add_debug_name (self, "debug_str");

  while (!_loom_ptx_parser_at (self, '}'))
    {
      gboolean ok;

      if (_loom_ptx_parser_at_dot (self, "b8"))
        ok = parse_debug_bytes (self, label, section);
      else if (self->token.kind == LOOM_PTX_TOKEN_WORD)
        {
          label = add_debug_name (self, _loom_ptx_parser_dup_text (self));
          ok = _loom_ptx_parser_next (self) && _loom_ptx_parser_take_required (self, ':');
        }
      else
        ok = _loom_ptx_parser_expect (self, _("bytes or a label"));
      if (!ok)
        return FALSE;
    }

  return _loom_ptx_parser_next (self);
}

/* .section .debug_…  { … }; of which the strings are read and all else is skipped */
gboolean
_loom_ptx_parser_section (LoomPtxParser *self)
{
  gboolean strings;

  if (!_loom_ptx_parser_next (self))
    return FALSE;
  strings = _loom_ptx_parser_at_dot (self, "debug_str");
  if (!_loom_ptx_parser_next (self) || !_loom_ptx_parser_take_required (self, '{'))
    return FALSE;
  if (strings)
    return parse_debug_strings (self);

  while (!_loom_ptx_parser_at (self, '}'))
    if (self->token.kind == LOOM_PTX_TOKEN_END || !_loom_ptx_parser_next (self))
      return _loom_ptx_parser_expect (self, "“}”");

  return _loom_ptx_parser_next (self);
}

static const LoomPtxLocation *
find_outermost (LoomPtxModule *module,
                gint32         index)
{
  const LoomPtxLocation *location;

  do
    {
      location = &g_array_index (module->locations, LoomPtxLocation, index);
      index = location->inlined_at;
    }
  while (index >= 0);

  return location;
}

/* The name of a header that the user wrote, as it is shown; NULL: another file. */
static const char *
get_header_name (const char *file)
{
  if (g_str_has_prefix (file, LOOM_PTX_HEADER_PREFIX))
    return file + strlen (LOOM_PTX_HEADER_PREFIX);

  return g_str_has_prefix (file, "../") ? file : NULL;
}

/* Whether there are any. */
static gboolean
find_headers (LoomPtxModule *module)
{
  gboolean any = FALSE;

  g_ptr_array_set_size (module->headers, (gint) module->files->len);
  for (guint i = 0; i < module->files->len; i++)
    {
      const char *file = module->files->pdata[i];

      module->headers->pdata[i] = file != NULL ? (gpointer) get_header_name (file) : NULL;
      any = any || module->headers->pdata[i] != NULL;
    }

  return any;
}

/* Where no header of the user's has code, the document is what the kernels stand in. Files are
 * numbered as they come up, and another header's function may come before the first kernel. */
static guint
find_source_file (LoomPtxModule *module)
{
  const gboolean any_headers = find_headers (module);

  for (guint i = 0; any_headers && i < module->files->len; i++)
    {
      const char *file = module->files->pdata[i];

      if (file != NULL && strchr (file, '/') == NULL && *file != '<')
        return i;
    }
  if (any_headers)
    return G_MAXUINT;

  for (guint i = 0; i < module->functions->len; i++)
    {
      const LoomPtxFunction *function = g_ptr_array_index (module->functions, i);

      for (guint j = 0; function->is_entry && j < function->instructions->len; j++)
        {
          gint32 location = g_array_index (function->instructions, LoomPtxInstruction, j).location;

          if (location >= 0)
            return find_outermost (module, location)->file;
        }
    }

  return 1;
}

/* All is read: the labels of function names are known. */
void
_loom_ptx_lines_finish (LoomPtxParser *self)
{
  GHashTableIter iter;
  gpointer key;

  self->module->source_file = find_source_file (self->module);
  g_hash_table_iter_init (&iter, self->locations);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const WrittenLocation *written = key;
      const GString *text = NULL;

      if (written->name.label != NULL)
        text = g_hash_table_lookup (self->debug_names, written->name.label);
      if (text != NULL && written->name.offset < text->len)
        g_array_index (self->module->locations, LoomPtxLocation, written->index).function =
          _loom_ptx_store_intern (self->store, text->str + written->name.offset);
    }
}

/**
 * loom_ptx_module_get_header:
 * @location: one of its locations
 *
 * Returns: (nullable): the header of the user's that it stands in, as seen from the document
 */
const char *
loom_ptx_module_get_header (const LoomPtxModule   *self,
                            const LoomPtxLocation *location)
{
  return location->file < self->headers->len ? self->headers->pdata[location->file] : NULL;
}

/**
 * loom_ptx_module_next_frame:
 * @instruction: an instruction of it
 * @index: (inout): the frame that was given last, or -1; moved on
 *
 * Goes from an instruction outwards through the calls that were inlined, keeping to the user's
 * CUDA source: the document and its headers.
 *
 * Returns: (nullable): the next frame in one of those files, or %NULL
 */
const LoomPtxLocation *
loom_ptx_module_next_frame (LoomPtxModule            *self,
                            const LoomPtxInstruction *instruction,
                            gint32                   *index)
{
  const LoomPtxLocation *locations = (const LoomPtxLocation *) (gpointer) self->locations->data;

  /* A frame's caller was always added before it, so this ends. */
  for (*index = *index < 0 ? instruction->location : locations[*index].inlined_at; *index >= 0;
       *index = locations[*index].inlined_at)
    if (locations[*index].line != 0
        && (locations[*index].file == self->source_file
            || loom_ptx_module_get_header (self, &locations[*index]) != NULL))
      return &locations[*index];

  return NULL;
}

/**
 * loom_ptx_module_get_place:
 * @instruction: an instruction of it
 * @file: (out): the header of the user's that the line is of; %NULL for the document
 *
 * Finds the place in the user's CUDA source that an instruction comes from. What was inlined from
 * another header counts for the line that called it.
 *
 * Returns: the line in the innermost frame in a file of the user's, 0 if there is none
 */
guint
loom_ptx_module_get_place (LoomPtxModule             *self,
                           const LoomPtxInstruction  *instruction,
                           const char               **file)
{
  const LoomPtxLocation *frame;
  gint32 index = -1;

  g_return_val_if_fail (self != NULL && instruction != NULL, 0);

  frame = loom_ptx_module_next_frame (self, instruction, &index);
  *file = frame != NULL ? loom_ptx_module_get_header (self, frame) : NULL;

  return frame != NULL ? frame->line : 0;
}

/**
 * loom_ptx_module_get_line:
 * @instruction: an instruction of it
 *
 * Finds the line of the place that loom_ptx_module_get_place() gives.
 *
 * Returns: the line, 0 if there is none
 */
guint
loom_ptx_module_get_line (LoomPtxModule            *self,
                          const LoomPtxInstruction *instruction)
{
  const char *file;

  return loom_ptx_module_get_place (self, instruction, &file);
}

/**
 * loom_ptx_module_compare_places:
 * @a: an instruction of it
 * @b: another
 *
 * Compares where two instructions are written, whatever they were inlined into.
 *
 * Returns: negative if @a stands before @b, positive if after it, 0 if the compiler made both of
 * one
 *   place, or does not say of which
 */
gint
loom_ptx_module_compare_places (const LoomPtxModule      *self,
                                const LoomPtxInstruction *a,
                                const LoomPtxInstruction *b)
{
  const LoomPtxLocation *locations = (const LoomPtxLocation *) (gpointer) self->locations->data;
  const LoomPtxLocation *x, *y;

  if (a->location < 0 || b->location < 0)
    return 0;
  x = &locations[a->location];
  y = &locations[b->location];
  if (x->line == 0 || y->line == 0)
    return 0;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return x->column < y->column ? -1 : x->column > y->column;
}
