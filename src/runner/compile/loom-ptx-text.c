/* loom-ptx-text.c: reads names off PTX that the compiler just wrote, and takes away what we had
 * added SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The compiler writes a declaration to a line, so lines are enough here; checking PTX is the
 * simulator's business.
 */

#include "config.h"

#include "loom-ptx-text.h"

#include "loom-ptx-module.h"

#include <string.h>

static void
free_name (gpointer data)
{
  LoomPtxName *self = data;

  g_free (self->name);
  g_free (self);
}

static gsize
name_length (const char *at)
{
  gsize length = 0;

  while (g_ascii_isalnum (at[length]) || at[length] == '_' || at[length] == '$')
    length++;
  return length;
}

/* The name after a keyword on one line, "" where the line has none. */
static char *
take_name (const char *line,
           gsize       length,
           const char *keyword)
{
  const char *at = g_strstr_len (line, length, keyword);

  if (at == NULL)
    return NULL;

  at += strlen (keyword);
  return g_strndup (at, name_length (at));
}

static gsize
line_length (const char *line)
{
  return strcspn (line, "\n");
}

static const char *
next_line (const char *line)
{
  const char *end = line + line_length (line);

  return *end == '\n' ? end + 1 : end;
}

/**
 * loom_ptx_text_list_entries:
 * @ptx: PTX of NVRTC
 *
 * Returns: (transfer full) (element-type utf8): names of the kernels, in order
 */
GPtrArray *
loom_ptx_text_list_entries (const char *ptx)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (g_free);

  for (const char *line = ptx; *line != '\0'; line = next_line (line))
    {
      char *name = *line == '.' ? take_name (line, line_length (line), ".entry ") : NULL;

      if (name != NULL)
        g_ptr_array_add (entries, name);
    }

  return entries;
}

static guint
type_size (const char *line,
           gsize       length)
{
  static const struct { const char *word; guint size; } types[] = {
    { "8 ", 1 }, { "16 ", 2 }, { "32 ", 4 }, { "64 ", 8 }, { "128 ", 16 },
  };

  /* The type is the last word that starts with a point. */
  for (gsize i = length; i-- > 0;)
    if (line[i] == '.' && i + 2 < length)
      for (guint j = 0; j < G_N_ELEMENTS (types); j++)
        if (g_str_has_prefix (line + i + 2, types[j].word))
          return types[j].size;

  return 0;
}

/* Of ".global .align 4 .b8 name[80] = {…};" or ".param .u32 name,". */
static gboolean
read_declaration (const char *line,
                  LoomPtxName *name)
{
  gsize length = line_length (line);
  const char *initial = memchr (line, '=', length);
  gsize head = initial != NULL ? initial - line : length;
  const char *at = line + head;
  const char *end, *bracket;

  bracket = memchr (line, '[', head);
  end = bracket != NULL ? bracket : at;
  while (end > line && !(g_ascii_isalnum (end[-1]) || end[-1] == '_' || end[-1] == '$'))
    end--;
  for (at = end; at > line && (g_ascii_isalnum (at[-1]) || at[-1] == '_' || at[-1] == '$');)
    at--;
  if (at == end || at == line || at[-1] != ' ')
    return FALSE;

  name->size = type_size (line, at - line);
  if (bracket != NULL && name->size > 0)
    {
      guint64 count = g_ascii_strtoull (bracket + 1, NULL, 10);

      if (!g_uint64_checked_mul (&name->size, name->size, count))
        return FALSE;
    }

  name->name = g_strndup (at, end - at);
  return name->size > 0;
}

/**
 * loom_ptx_text_list_variables:
 * @ptx: PTX of NVRTC
 *
 * Lists the module's variables of global and constant memory, without the compiler's own (their
 * names have a `$`).
 *
 * Returns: (transfer full) (element-type LoomPtxName): the variables, in order
 */
GPtrArray *
loom_ptx_text_list_variables (const char *ptx)
{
  GPtrArray *variables = g_ptr_array_new_with_free_func (free_name);

  for (const char *line = ptx; *line != '\0'; line = next_line (line))
    {
      const char *at = line;
      LoomPtxName *name;

      if (g_str_has_prefix (at, ".visible "))
        at += strlen (".visible ");
      if (!g_str_has_prefix (at, ".global ") && !g_str_has_prefix (at, ".const "))
        continue;

      name = g_new0 (LoomPtxName, 1);
      name->is_constant = at[1] == 'c';
      if (read_declaration (at, name) && strchr (name->name, '$') == NULL)
        g_ptr_array_add (variables, name);
      else
        free_name (name);
    }

  return variables;
}

static const char *
find_entry (const char *ptx,
            const char *entry)
{
  for (const char *line = ptx; *line != '\0'; line = next_line (line))
    {
      g_autofree char *name = *line == '.' ? take_name (line, line_length (line), ".entry ") : NULL;

      if (g_strcmp0 (name, entry) == 0)
        return line;
    }

  return NULL;
}

/**
 * loom_ptx_text_list_params:
 * @ptx: PTX of NVRTC
 * @entry: name of a kernel
 *
 * Returns: (transfer full) (element-type guint64): bytes of each parameter
 */
GArray *
loom_ptx_text_list_params (const char *ptx,
                           const char *entry)
{
  GArray *sizes = g_array_new (FALSE, FALSE, sizeof (guint64));
  const char *line = find_entry (ptx, entry);

  while (line != NULL && *(line = next_line (line)) != '\0' && *line != ')' && *line != '{')
    {
      LoomPtxName name = { NULL };

      if (g_strstr_len (line, line_length (line), ".param ") != NULL
          && read_declaration (line, &name))
        g_array_append_val (sizes, name.size);
      g_free (name.name);
    }

  return sizes;
}

/* Of ".maxntid 128, 2, 1", where axes at the end may be left out. */
static guint64
read_extents (const char *text)
{
  guint64 volume = 1;
  char *end;

  for (;; text = end + 1)
    {
      guint64 extent = g_ascii_strtoull (text, &end, 10);

      if (end == text || !g_uint64_checked_mul (&volume, volume, extent))
        return 0;
      if (*end != ',')
        return volume;
    }
}

/**
 * loom_ptx_text_get_max_threads:
 * @ptx: PTX of NVRTC
 * @entry: name of a kernel
 *
 * Reads how large a block the kernel was compiled for: `.maxntid` of `__launch_bounds__`, or
 * `.reqntid` of a block that the source fixes.
 *
 * Returns: threads of a block; 0 where the kernel does not say
 */
guint
loom_ptx_text_get_max_threads (const char *ptx,
                               const char *entry)
{
  static const char * const directives[] = { ".maxntid ", ".reqntid " };
  const char *line = find_entry (ptx, entry);

  for (; line != NULL && *line != '\0' && *line != '{'; line = next_line (line))
    for (guint i = 0; i < G_N_ELEMENTS (directives); i++)
      if (g_str_has_prefix (line, directives[i]))
        return MIN (read_extents (line + strlen (directives[i])), G_MAXUINT32);

  return 0;
}

/**
 * loom_ptx_text_drop_entries:
 * @ptx: PTX of NVRTC, made without debug information
 * @fragment: part of the names of the kernels to drop
 *
 * Takes kernels away, with the comment line above each.
 *
 * Returns: (transfer full): the rest
 */
char *
loom_ptx_text_drop_entries (const char *ptx,
                            const char *fragment)
{
  GString *kept = g_string_sized_new (strlen (ptx));
  gboolean dropping = FALSE;

  for (const char *line = ptx; *line != '\0'; line = next_line (line))
    {
      gsize length = line_length (line);
      gboolean is_head = *line == '.' && g_strstr_len (line, length, ".entry ") != NULL;
      gboolean is_ours = (is_head || g_str_has_prefix (line, "\t// .")) &&
                         g_strstr_len (line, length, fragment) != NULL;

      if (is_head)
        dropping = is_ours;
      if (!dropping && !is_ours)
        g_string_append_len (kept, line, next_line (line) - line);
      if (dropping && *line == '}')
        dropping = FALSE;
    }

  return g_string_free (kept, FALSE);
}

static gboolean
is_header (GPtrArray  *files,
           const char *name)
{
  for (guint i = 1; i < files->len; i++)
    if (strcmp (files->pdata[i], name) == 0)
      return TRUE;

  return FALSE;
}

/* Below the folder: "doc.cu", "./header.h", "../common/header.h", and "<stand-in.h>". */
static char *
name_file (const char *name,
           GPtrArray  *files)
{
  if (strcmp (name, files->pdata[0]) == 0 || g_str_has_prefix (name, "../"))
    return g_strdup (name);
  if (is_header (files, name))
    return g_strconcat (LOOM_PTX_HEADER_PREFIX, name, NULL);

  return g_strdup_printf ("<%s>", name);
}

/**
 * loom_ptx_text_name_files:
 * @ptx: PTX of NVRTC
 * @folder: where it was compiled
 * @files: (element-type utf8): the user's, the document first
 *
 * Makes the paths of `.file` directives below a folder relative to it, so that the same source
 * gives the same PTX in every place, and tells the document, its headers and our stand-ins apart,
 * as loom_ptx_module_get_place() reads them.
 *
 * Returns: (transfer full): the PTX
 */
char *
loom_ptx_text_name_files (const char *ptx,
                          const char *folder,
                          GPtrArray  *files)
{
  GString *text = g_string_sized_new (strlen (ptx));
  g_autofree char *prefix = g_str_has_suffix (folder, "/") ? g_strdup_printf ("\"%s", folder)
                                                           : g_strdup_printf ("\"%s/", folder);

  for (const char *line = ptx; *line != '\0'; line = next_line (line))
    {
      gsize length = next_line (line) - line;
      const char *at
          = g_str_has_prefix (line, "\t.file\t") ? g_strstr_len (line, length, prefix) : NULL;
      const char *end = at != NULL ? g_strrstr_len (line, (gssize) length, "\"") : NULL;
      g_autofree char *name = NULL;
      g_autofree char *shown = NULL;

      if (at == NULL || end < at + strlen (prefix))
        {
          g_string_append_len (text, line, length);
          continue;
        }

      name = g_strndup (at + strlen (prefix), end - at - strlen (prefix));
      shown = name_file (name, files);
      g_string_append_len (text, line, at + 1 - line);
      g_string_append (text, shown);
      g_string_append_len (text, end, line + length - end);
    }

  return g_string_free (text, FALSE);
}
