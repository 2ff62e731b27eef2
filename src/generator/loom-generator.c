/* loom-generator.c: from a definition to a document
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-private.h"

#include "loom-form-settings.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_PART (64 * 1024)

#define BLOCK_START "/* gridloom\n"
#define BLOCK_END "*/\n"

/* Around code of a person in a document that is marked; no part has such characters. */
#define MARK '\1'
#define MARK_END '\2'
#define FIRST_PART 'A'

static const char *const keywords[]
    = { "auto",     "bool",      "break",  "case",     "catch",   "char",     "class",    "const",
        "continue", "default",   "delete", "do",       "double",  "else",     "enum",     "extern",
        "false",    "float",     "for",    "goto",     "if",      "inline",   "int",      "long",
        "main",     "namespace", "new",    "operator", "private", "public",   "register", "return",
        "short",    "signed",    "sizeof", "static",   "struct",  "switch",   "template", "this",
        "throw",    "true",      "try",    "typedef",  "union",   "unsigned", "using",    "virtual",
        "void",     "volatile",  "while",  NULL };

/* What every kernel knows, and what is made here reads. */
static const char *const variables[]
    = { "blockDim", "blockIdx", "gridDim", "threadIdx", "warpSize", NULL };

/* Whether a word is CUDA C's own. */
gboolean
_loom_generator_is_word (const char *word)
{
  return g_strv_contains (keywords, word) || g_strv_contains (variables, word);
}

/**
 * loom_generator_is_name:
 * @word: a word
 *
 * Returns: whether a kernel or a parameter can be called that
 */
gboolean
loom_generator_is_name (const char *word)
{
  g_return_val_if_fail (word != NULL, FALSE);

  if (!g_ascii_isalpha (*word) && *word != '_')
    return FALSE;
  for (const char *p = word; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return FALSE;
  return !_loom_generator_is_word (word);
}

/* Says where the definition is wrong; always FALSE. */
gboolean
_loom_generator_fail (LoomGenerator *self,
                      LoomPart       part,
                      gsize          start,
                      gsize          length,
                      const char    *format,
                      ...)
{
  va_list args;

  if (self == NULL)
    return FALSE;
  *self->place = (LoomPartPlace) { part, start, length };
  va_start (args, format);
  g_propagate_error (self->error,
                     g_error_new_valist (LOOM_ERROR, LOOM_ERROR_DOCUMENT, format, args));
  va_end (args);
  return FALSE;
}

const char *
_loom_generator_get (LoomGenerator *self,
                     LoomPart       part)
{
  return loom_definition_get_part (self->definition, part);
}

void
_loom_part_mark (GString  *text,
                 LoomPart  part)
{
  g_string_append_c (text, MARK);
  g_string_append_c (text, (char) (FIRST_PART + part));
}

void
_loom_part_mark_end (GString *text)
{
  g_string_append_c (text, MARK_END);
}

/* A part that is code as it stands; without blanks at its ends. */
char *
_loom_generator_dup_code (LoomGenerator *self,
                          LoomPart       part)
{
  g_autofree char *code = g_strstrip (g_strdup (_loom_generator_get (self, part)));
  GString *text;

  if (!self->is_marked || *code == '\0')
    return g_steal_pointer (&code);
  text = g_string_new (NULL);
  _loom_part_mark (text, part);
  g_string_append (text, code);
  _loom_part_mark_end (text);
  return g_string_free (text, FALSE);
}

/* Takes over a text that lives as long as the generator. */
const char *
_loom_generator_keep (LoomGenerator *self,
                      char          *text)
{
  g_ptr_array_add (self->kept, text);
  return text;
}

/* Keeps the names of a part's code free for it. */
gboolean
_loom_generator_take_names (LoomGenerator *self,
                            LoomPart       part)
{
  g_auto (LoomWords) words = { 0 };

  if (!_loom_words_read (&words, self, part, _loom_generator_get (self, part)))
    return FALSE;
  for (guint i = 0; i < words.words->len; i++)
    if (_loom_words_get (&words, i)->kind == LOOM_WORD_NAME)
      g_hash_table_add (self->taken, _loom_words_dup (&words, i));
  return TRUE;
}

/* Whether a name stands in a part; none does in one that can't be read. */
gboolean
_loom_generator_has_word (LoomGenerator *self,
                          LoomPart       part,
                          const char    *word)
{
  g_auto (LoomWords) words = { 0 };

  if (!_loom_words_read (&words, NULL, part, _loom_generator_get (self, part)))
    return FALSE;
  for (guint i = 0; i < words.words->len; i++)
    if (_loom_words_is (&words, i, word))
      return TRUE;
  return FALSE;
}

/* A name that the person's code doesn't use. */
const char *
_loom_generator_new_name (LoomGenerator *self,
                          const char    *name)
{
  char *wanted = g_strdup (name);

  while (g_hash_table_contains (self->taken, wanted))
    {
      char *longer = g_strconcat (wanted, "_", NULL);

      g_free (wanted);
      wanted = longer;
    }
  g_hash_table_add (self->taken, g_strdup (wanted));
  return _loom_generator_keep (self, wanted);
}

/* What a kernel over cells of one, two or three axes calls their places. */
void
_loom_generator_name_axes (LoomGenerator *self,
                           guint          rank)
{
  static const char *const indices[] = { "col", "row", "plane" };
  static const char *const extents[] = { "cols", "rows", "planes" };

  self->flat = "i";
  for (guint axis = 0; axis < 3; axis++)
    {
      self->index[axis] = rank == 1 ? "i" : _loom_generator_new_name (self, indices[axis]);
      self->extent[axis] = _loom_generator_new_name (self, rank == 1 ? "n" : extents[axis]);
    }
}

/* Whether numbers of cells outgrow int; a grid may reach past the last one. */
gboolean
_loom_generator_is_wide (LoomGenerator *self)
{
  guint64 cells = 0;

  loom_shape_cells (&self->shape, &cells);
  return cells > G_MAXINT32 - (1 << 24);
}

static gboolean
check_texts (LoomGenerator *self)
{
  for (guint part = 0; part < LOOM_N_PARTS; part++)
    {
      const char *text = _loom_generator_get (self, part);
      const char *end;

      if (!loom_form_has_part (self->definition->form, part))
        continue;
      if (!g_utf8_validate (text, -1, &end))
        return _loom_generator_fail (self, part, end - text, 1, _("this is not text in UTF-8"));
      for (end = text; *end != '\0'; end++)
        if (g_ascii_iscntrl (*end) && !g_ascii_isspace (*end))
          return _loom_generator_fail (self, part, end - text, 1,
                                       _("there is a control character"));
      if (end - text > MAX_PART)
        return _loom_generator_fail (self, part, MAX_PART, end - text - MAX_PART,
                                     _("there are more than %d bytes"), MAX_PART);
    }
  return TRUE;
}

static gboolean
check_choices (LoomGenerator *self)
{
  for (guint part = 0; part < LOOM_N_PARTS; part++)
    {
      const char *const *choices = loom_part_get_choices (part);
      const char *text = _loom_generator_get (self, part);
      g_autofree char *known = NULL;

      if (choices == NULL || !loom_form_has_part (self->definition->form, part) ||
          g_strv_contains (choices, text))
        continue;
      known = g_strjoinv (", ", (char **) choices);
      return _loom_generator_fail (self, part, 0, strlen (text),
                                   _("“%1$s” is none of the choices: %2$s"), text, known);
    }
  return TRUE;
}

static gboolean
check_name (LoomGenerator *self)
{
  self->name = _loom_generator_get (self, LOOM_PART_NAME);
  if (*self->name == '\0')
    self->name = loom_form_get_name (self->definition->form);
  if (_loom_generator_is_word (self->name))
    return _loom_generator_fail (self, LOOM_PART_NAME, 0, strlen (self->name),
                                 _("“%s” is a word of CUDA C and can't be a name"), self->name);
  if (!loom_generator_is_name (self->name))
    return _loom_generator_fail (self, LOOM_PART_NAME, 0, strlen (self->name),
                                 _("a kernel can't be called “%s”; write a name of letters, "
                                   "digits and _ that does not begin with a digit"), self->name);
  g_hash_table_add (self->taken, g_strdup (self->name));
  return TRUE;
}

static gboolean
write_form (LoomGenerator *self)
{
  if (!check_texts (self) || !check_choices (self) || !check_name (self))
    return FALSE;

  switch (self->definition->form)
    {
    case LOOM_FORM_ELEMENTWISE: return _loom_generator_write_elementwise (self);
    case LOOM_FORM_REDUCTION: return _loom_generator_write_reduction (self);
    case LOOM_FORM_STENCIL: return _loom_generator_write_stencil (self);
    case LOOM_FORM_RAW: return _loom_generator_write_raw (self);
    case LOOM_N_FORMS:
    default:
      g_return_val_if_reached (FALSE);
    }
}

/* Where there is a mapping to choose, the document says what it was written from. */
static void
write_origin (LoomGenerator *self)
{
  g_autoptr (LoomDocument) source = NULL;
  g_autofree char *text = NULL, *group = NULL;

  if (self->is_marked || !loom_form_has_part (self->definition->form, LOOM_PART_MAPPING))
    return;
  /* a comment of the person's may look like settings; only the last one is taken for them */
  text = g_strconcat (self->text->str, "\n" BLOCK_START BLOCK_END, NULL);
  source = loom_document_parse (text, -1);
  group = loom_form_settings_format (self->definition, source);
  _loom_generator_set (self, "\n%s", group);
}

static char *
write_document (LoomGenerator *self)
{
  char *document = NULL;

  self->parameters = g_ptr_array_new_with_free_func ((GDestroyNotify) _loom_parameter_free);
  self->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->kept = g_ptr_array_new_with_free_func (g_free);
  self->text = g_string_new (NULL);
  self->settings = g_string_new (NULL);
  if (write_form (self))
    {
      write_origin (self);
      document = g_strconcat (self->text->str, "\n" BLOCK_START, self->settings->str, BLOCK_END,
                              NULL);
    }

  g_ptr_array_unref (self->parameters);
  g_hash_table_unref (self->taken);
  g_string_free (self->text, TRUE);
  g_string_free (self->settings, TRUE);
  g_ptr_array_unref (self->kept);
  return document;
}

/**
 * loom_generator_write:
 * @definition: what is wanted
 * @warnings: (nullable) (element-type utf8): where to add what the person should know
 * @place: (out) (optional): where the definition is wrong, if it is
 * @error: return location; %LOOM_ERROR_DOCUMENT speaks of the part that @place names
 *
 * Writes a kernel with the settings that let it run as it is and check its own result.
 *
 * Returns: (transfer full) (nullable): a document
 */
char *
loom_generator_write (const LoomDefinition  *definition,
                      GPtrArray             *warnings,
                      LoomPartPlace         *place,
                      GError               **error)
{
  LoomPartPlace nowhere = { 0 };
  LoomGenerator self = { definition, warnings, place != NULL ? place : &nowhere, error };

  g_return_val_if_fail (definition != NULL && (guint) definition->form < LOOM_N_FORMS, NULL);

  return write_document (&self);
}

/* The only part that has code in a line; LOOM_N_PARTS: none has, or several. */
static LoomPart
find_marked (const char *document,
             guint       line)
{
  LoomPart found = LOOM_N_PARTS, part = LOOM_N_PARTS;
  guint at = 1;

  for (const char *p = document; *p != '\0' && at <= line; p++)
    {
      if (*p == MARK)
        part = (LoomPart) (*++p - FIRST_PART);
      else if (*p == MARK_END)
        part = LOOM_N_PARTS;
      else if (*p == '\n')
        at++;
      if (at != line || part == LOOM_N_PARTS || part == found)
        continue;
      if (found != LOOM_N_PARTS)
        return LOOM_N_PARTS;
      found = part;
    }
  return found;
}

/**
 * loom_generator_find_part:
 * @definition: what loom_generator_write() made a document of
 * @line: of that document, from 1
 * @part: (out): whose code it is
 *
 * Finds the part of a form that a line of its document was written from.
 *
 * Returns: whether there is one, and no other
 */
gboolean
loom_generator_find_part (const LoomDefinition *definition,
                          guint                 line,
                          LoomPart             *part)
{
  LoomPartPlace nowhere = { 0 };
  LoomGenerator self = { definition, NULL, &nowhere, NULL, .is_marked = TRUE };
  g_autofree char *document = NULL;

  g_return_val_if_fail (definition != NULL && (guint) definition->form < LOOM_N_FORMS, FALSE);
  g_return_val_if_fail (part != NULL, FALSE);

  document = write_document (&self);
  *part = document != NULL ? find_marked (document, line) : LOOM_N_PARTS;
  return *part != LOOM_N_PARTS;
}
