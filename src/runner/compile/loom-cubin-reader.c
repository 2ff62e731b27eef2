/* loom-cubin-reader.c: what machine code says of the functions in it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A CUBIN is an ELF file of 64 bits, little-endian. For each function it has
 *
 *   .text.NAME       its instructions; older toolkits keep the number of registers in bits 24 to 31
 *                    of the section's info
 *   .nv.shared.NAME  no bytes, but the size of its shared memory, which begins with a KiB of the
 *                    system's in files for 9.0 and later: those have .nv.shared.reserved.0, or,
 *                    of toolkits before 12, the capability in the lowest byte of their flags
 *   .nv.info         notes about all functions, each an attribute, a format and a value; those of
 *                    one function have its index among the symbols in front of the value
 *   .nv.info.NAME    notes about that one
 *
 * It was made from a stranger's source, by a compiler that the source may have found a mistake in:
 * nothing that it says is believed before it is checked against the size of the file.
 */

#include "config.h"

#include "loom-cubin-reader.h"

#include "loom-error.h"

#include <elf.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define TEXT ".text."
#define SHARED ".nv.shared."
#define RESERVED SHARED "reserved.0"
#define RESERVED_BYTES 1024
#define LAST_OLD_ABI 7          /* version of files whose flags begin with the capability */
#define FIRST_RESERVING 90
#define INFO ".nv.info"
#define INFO_OF INFO "."

/* Formats of notes, by what follows the attribute: nothing, a byte, 16 bits, or a size of 16 bits
 * and as many bytes. */
enum { FORMAT_NONE = 1, FORMAT_BYTE, FORMAT_HALF, FORMAT_SIZED };

/* Attributes, as cuobjdump names them behind "EIATTR_". */
enum
{
  FRAME_SIZE = 0x11,
  MIN_STACK_SIZE = 0x12,
  REGCOUNT = 0x2f,
  NUM_BARRIERS = 0x4c,
};

struct _LoomCubin
{
  GHashTable *functions;        /* (element-type utf8 LoomKernelResources) */
};

typedef struct
{
  const guint8 *bytes;
  gsize         size;
  Elf64_Shdr   *sections;
  guint         n_sections;
  gboolean      is_old_and_reserves;    /* of a toolkit before 12, for 9.0 or later */
  Elf64_Shdr    names;          /* of sections */
  Elf64_Shdr    symbols, symbol_names;  /* empty: there are none */
  LoomCubin    *cubin;
} Reader;

typedef struct
{
  guint         attribute;
  guint32       value;          /* the byte, or the 16 bits */
  const guint8 *data;           /* of FORMAT_SIZED, or NULL */
  gsize         length;
} Note;

static guint16
get_16 (const guint8 *bytes)
{
  return (guint16) (bytes[0] | bytes[1] << 8);
}

static guint32
get_32 (const guint8 *bytes)
{
  return get_16 (bytes) | (guint32) get_16 (bytes + 2) << 16;
}

/* Whether a section's bytes lie in the file. */
static gboolean
is_inside (const Reader     *self,
           const Elf64_Shdr *section)
{
  return section->sh_type != SHT_NOBITS && section->sh_offset <= self->size &&
         section->sh_size <= self->size - section->sh_offset;
}

/* A text of a table of texts, NULL: it is none, or has no end. */
static const char *
get_text (const Reader     *self,
          const Elf64_Shdr *table,
          guint64           at)
{
  const char *text;

  if (!is_inside (self, table) || at >= table->sh_size)
    return NULL;
  text = (const char *) self->bytes + table->sh_offset + at;
  return memchr (text, '\0', table->sh_size - at) != NULL ? text : NULL;
}

static gboolean
read_sections (Reader  *self,
               GError **error)
{
  static const guint8 magic[] = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB };
  Elf64_Ehdr header;

  if (self->size < sizeof header || memcmp (self->bytes, magic, sizeof magic) != 0)
    return loom_fail (error, LOOM_ERROR_FAILED, _("the machine code is not a CUBIN"));
  memcpy (&header, self->bytes, sizeof header);
  if (header.e_shentsize != sizeof (Elf64_Shdr) || header.e_shnum == 0 ||
      header.e_shoff > self->size ||
      header.e_shnum > (self->size - header.e_shoff) / sizeof (Elf64_Shdr) ||
      header.e_shstrndx >= header.e_shnum)
    return loom_fail (error, LOOM_ERROR_FAILED,
                      _("the sections of the machine code lie outside of it"));

  self->is_old_and_reserves = header.e_ident[EI_ABIVERSION] <= LAST_OLD_ABI &&
                              (header.e_flags & 0xff) >= FIRST_RESERVING;
  self->n_sections = header.e_shnum;
  self->sections = g_memdup2 (self->bytes + header.e_shoff,
                              self->n_sections * sizeof (Elf64_Shdr));
  self->names = self->sections[header.e_shstrndx];
  return TRUE;
}

static void
find_symbols (Reader *self)
{
  for (guint i = 0; i < self->n_sections; i++)
    if (self->sections[i].sh_type == SHT_SYMTAB && is_inside (self, &self->sections[i]) &&
        self->sections[i].sh_link < self->n_sections)
      {
        self->symbols = self->sections[i];
        self->symbol_names = self->sections[self->sections[i].sh_link];
        return;
      }
}

static const char *
get_symbol (const Reader *self,
            guint32       index)
{
  Elf64_Sym symbol;

  if (index >= self->symbols.sh_size / sizeof symbol)
    return NULL;
  memcpy (&symbol, self->bytes + self->symbols.sh_offset + (gsize) index * sizeof symbol,
          sizeof symbol);
  return get_text (self, &self->symbol_names, symbol.st_name);
}

/* FALSE: there is no other, or it is cut off. */
static gboolean
next_note (const guint8 **at,
           const guint8  *end,
           Note          *note)
{
  const guint8 *head = *at;

  if (end - head < 4)
    return FALSE;
  *note = (Note) { .attribute = head[1] };
  *at += 4;
  switch (head[0])
    {
    case FORMAT_NONE:
      return TRUE;
    case FORMAT_BYTE:
      note->value = head[2];
      return TRUE;
    case FORMAT_HALF:
      note->value = get_16 (head + 2);
      return TRUE;
    case FORMAT_SIZED:
      note->length = get_16 (head + 2);
      note->data = *at;
      if (note->length > (gsize) (end - *at))
        return FALSE;
      *at += note->length;
      return TRUE;
    default:
      return FALSE;
    }
}

/* A note about one of all functions: its symbol, then a number. */
static void
take_shared_note (Reader     *self,
                  const Note *note)
{
  const char *name = note->length == 8 ? get_symbol (self, get_32 (note->data)) : NULL;
  LoomKernelResources *resources
      = name != NULL ? g_hash_table_lookup (self->cubin->functions, name) : NULL;

  if (resources == NULL)
    return;
  if (note->attribute == REGCOUNT)
    resources->registers = get_32 (note->data + 4);
  else if (note->attribute == FRAME_SIZE)
    resources->frame = get_32 (note->data + 4);
  else if (note->attribute == MIN_STACK_SIZE)
    resources->stack = get_32 (note->data + 4);
}

static void
read_notes (Reader              *self,
            const Elf64_Shdr    *section,
            LoomKernelResources *own)
{
  const guint8 *at = self->bytes + section->sh_offset;
  const guint8 *end = at + section->sh_size;
  Note note;

  while (next_note (&at, end, &note))
    if (own != NULL)
      {
        if (note.attribute == NUM_BARRIERS)
          own->barriers = note.value;
      }
    else
      take_shared_note (self, &note);
}

/* What a section is named behind a prefix that it has, or NULL. */
static const char *
get_function (const Reader *self,
              guint         section,
              const char   *prefix)
{
  const char *name = get_text (self, &self->names, self->sections[section].sh_name);

  return name != NULL && g_str_has_prefix (name, prefix) ? name + strlen (prefix) : NULL;
}

static void
list_functions (Reader *self)
{
  for (guint i = 0; i < self->n_sections; i++)
    {
      const char *name = get_function (self, i, TEXT);
      LoomKernelResources *resources;

      if (name == NULL)
        continue;
      resources = g_new0 (LoomKernelResources, 1);
      resources->is_told = TRUE;
      resources->registers = self->sections[i].sh_info >> 24;
      g_hash_table_replace (self->cubin->functions, g_strdup (name), resources);
    }
}

static LoomKernelResources *
look_up (const Reader *self,
         const char   *function)
{
  return function != NULL ? g_hash_table_lookup (self->cubin->functions, function) : NULL;
}

/* What of the shared memory of each function is the system's. */
static guint64
get_reserved (const Reader *self)
{
  if (self->is_old_and_reserves)
    return RESERVED_BYTES;
  for (guint i = 0; i < self->n_sections; i++)
    if (get_function (self, i, RESERVED) != NULL)
      return RESERVED_BYTES;
  return 0;
}

static void
read_functions (Reader *self)
{
  const guint64 reserved = get_reserved (self);

  for (guint i = 0; i < self->n_sections; i++)
    {
      const Elf64_Shdr *section = &self->sections[i];
      LoomKernelResources *of_shared = look_up (self, get_function (self, i, SHARED));
      LoomKernelResources *of_info = look_up (self, get_function (self, i, INFO_OF));
      const char *rest = get_function (self, i, INFO);

      if (of_shared != NULL)
        of_shared->shared = section->sh_size - MIN (section->sh_size, reserved);
      else if (of_info != NULL && is_inside (self, section))
        read_notes (self, section, of_info);
      else if (rest != NULL && *rest == '\0' && is_inside (self, section))
        read_notes (self, section, NULL);
    }
}

/**
 * loom_cubin_read:
 * @bytes: (array length=size): machine code, perhaps with mistakes
 * @error: return location; %LOOM_ERROR_FAILED
 *
 * Reads what machine code says of its functions. What it does not say is 0.
 *
 * Returns: (transfer full): the functions; %NULL if it is no CUBIN
 */
LoomCubin *
loom_cubin_read (const guint8  *bytes,
                 gsize          size,
                 GError       **error)
{
  g_autoptr (LoomCubin) self = g_new0 (LoomCubin, 1);
  Reader reader = { .bytes = bytes, .size = size, .cubin = self };

  g_return_val_if_fail (bytes != NULL || size == 0, NULL);

  self->functions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!read_sections (&reader, error))
    return NULL;
  find_symbols (&reader);
  list_functions (&reader);
  read_functions (&reader);
  g_free (reader.sections);
  return g_steal_pointer (&self);
}

/**
 * loom_cubin_find:
 * @function: its name in the machine code
 * @resources: (out): what it takes
 *
 * Returns: whether there is such a function
 */
gboolean
loom_cubin_find (const LoomCubin     *self,
                 const char          *function,
                 LoomKernelResources *resources)
{
  const LoomKernelResources *found;

  g_return_val_if_fail (self != NULL && function != NULL && resources != NULL, FALSE);

  found = g_hash_table_lookup (self->functions, function);
  if (found != NULL)
    *resources = *found;
  return found != NULL;
}

void
loom_cubin_free (LoomCubin *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->functions);
  g_free (self);
}
