/* test-cubin-reader.c: what a CUBIN says of its functions, by files that are built here, and by what
 * no compiler would ever write
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cubin-reader.h"
#include "loom-error.h"

#include <elf.h>
#include <string.h>

#define SEED 20261126
#define N_TORN 20000

/* One section of a file that is being built. */
typedef struct
{
  const char *name;
  guint32     type, info, link;
  GByteArray *bytes;            /* or NULL */
  guint64     size;             /* where there are none */
} Section;

typedef struct
{
  GArray     *sections;         /* (element-type Section) */
  GByteArray *symbols, *names;  /* of symbols */
} Builder;

static void
add_section (Builder    *self,
             const char *name,
             guint32     type,
             guint32     info,
             GByteArray *bytes,
             guint64     size)
{
  const Section section = { name, type, info, 0, bytes, size };

  g_array_append_val (self->sections, section);
}

static guint32
add_symbol (Builder    *self,
            const char *name)
{
  const Elf64_Sym symbol = { .st_name = self->names->len };

  g_byte_array_append (self->symbols, (const guint8 *) &symbol, sizeof symbol);
  g_byte_array_append (self->names, (const guint8 *) name, strlen (name) + 1);
  return self->symbols->len / sizeof symbol - 1;
}

static void
add_note (GByteArray *notes,
          guint8      attribute,
          guint32     symbol,
          guint32     value)
{
  const guint8 head[] = { 4, attribute, 8, 0 };
  const guint32 data[] = { GUINT32_TO_LE (symbol), GUINT32_TO_LE (value) };

  g_byte_array_append (notes, head, sizeof head);
  g_byte_array_append (notes, (const guint8 *) data, sizeof data);
}

static void
add_short_note (GByteArray *notes,
                guint8      format,
                guint8      attribute,
                guint16     value)
{
  const guint8 note[] = { format, attribute, value & 0xff, value >> 8 };

  g_byte_array_append (notes, note, sizeof note);
}

/* Header, what sections hold, and where. */
static GByteArray *
finish (Builder *self)
{
  GByteArray *file = g_byte_array_new ();
  g_autoptr (GByteArray) names = g_byte_array_new ();
  g_autoptr (GArray) table = g_array_new (FALSE, TRUE, sizeof (Elf64_Shdr));
  Elf64_Ehdr header = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB },
                        .e_shentsize = sizeof (Elf64_Shdr) };

  g_byte_array_append (file, (const guint8 *) &header, sizeof header);
  for (guint i = 0; i <= self->sections->len; i++)
    {
      const gboolean is_names = i == self->sections->len;
      const Section last = { ".shstrtab", SHT_STRTAB, 0, 0, names, 0 };
      const Section section = is_names ? last : g_array_index (self->sections, Section, i);
      Elf64_Shdr entry = { .sh_name = names->len, .sh_type = section.type, .sh_info = section.info,
                           .sh_link = section.link, .sh_offset = file->len };

      g_byte_array_append (names, (const guint8 *) section.name, strlen (section.name) + 1);
      entry.sh_size = section.bytes != NULL ? section.bytes->len : section.size;
      if (section.bytes != NULL)
        g_byte_array_append (file, section.bytes->data, section.bytes->len);
      g_array_append_val (table, entry);
    }
  header.e_shoff = file->len;
  header.e_shnum = table->len;
  header.e_shstrndx = table->len - 1;
  memcpy (file->data, &header, sizeof header);
  g_byte_array_append (file, (const guint8 *) table->data, table->len * sizeof (Elf64_Shdr));
  return file;
}

/* Two kernels: one with notes of every kind, one of an older toolkit; reserved: as for 9.0. */
static GByteArray *
build (gboolean reserved)
{
  g_autoptr (GByteArray) all = g_byte_array_new (), own = g_byte_array_new ();
  g_autoptr (GByteArray) code = g_byte_array_new ();
  Builder self = { g_array_new (FALSE, TRUE, sizeof (Section)), g_byte_array_new (),
                   g_byte_array_new () };
  GByteArray *file;
  guint32 scale, helper;

  add_symbol (&self, "");
  scale = add_symbol (&self, "_Z5scalePf");
  helper = add_symbol (&self, "helper");
  g_byte_array_set_size (code, 128);
  add_note (all, 0x2f, scale, 42);
  add_note (all, 0x11, scale, 96);
  add_note (all, 0x12, scale, 160);
  add_note (all, 0x2f, helper, 11);
  add_note (all, 0x2f, 77, 200);
  add_short_note (own, 1, 0x36, 0);
  add_short_note (own, 3, 0x1b, 255);
  add_short_note (own, 2, 0x4c, 3);
  add_section (&self, "", SHT_NULL, 0, NULL, 0);
  add_section (&self, ".strtab", SHT_STRTAB, 0, self.names, 0);
  add_section (&self, ".symtab", SHT_SYMTAB, 0, self.symbols, 0);
  g_array_index (self.sections, Section, 2).link = 1;
  add_section (&self, ".nv.info", 0x70000000, 0, all, 0);
  add_section (&self, ".nv.info._Z5scalePf", 0x70000000, 0, own, 0);
  add_section (&self, ".text._Z5scalePf", SHT_PROGBITS, 0x09000003, code, 0);
  add_section (&self, ".nv.shared._Z5scalePf", SHT_NOBITS, 0, NULL, 2048);
  if (reserved)
    add_section (&self, ".nv.shared.reserved.0", SHT_NOBITS, 0, NULL, 64);
  add_section (&self, ".text.old", SHT_PROGBITS, 0x18000004, code, 0);
  file = finish (&self);
  g_array_unref (self.sections);
  g_byte_array_unref (self.symbols);
  g_byte_array_unref (self.names);
  return file;
}

static void
test_what_it_says (void)
{
  g_autoptr (GByteArray) file = build (FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCubin) cubin = loom_cubin_read (file->data, file->len, &error);
  LoomKernelResources is;

  g_assert_no_error (error);
  g_assert_true (loom_cubin_find (cubin, "_Z5scalePf", &is));
  g_assert_true (is.is_told && !is.has_spills);
  g_assert_cmpuint (is.registers, ==, 42);
  g_assert_cmpuint (is.frame, ==, 96);
  g_assert_cmpuint (is.stack, ==, 160);
  g_assert_cmpuint (is.shared, ==, 2048);
  g_assert_cmpuint (is.barriers, ==, 3);
  g_assert_true (loom_cubin_find (cubin, "old", &is));
  g_assert_cmpuint (is.registers, ==, 24);
  g_assert_cmpuint (is.frame + is.stack + is.shared + is.barriers, ==, 0);
  g_assert_false (loom_cubin_find (cubin, "helper", &is));
  g_assert_false (loom_cubin_find (cubin, "", &is));
}

static void
test_what_is_the_systems_is_not_the_kernels (void)
{
  g_autoptr (GByteArray) file = build (TRUE);
  g_autoptr (LoomCubin) cubin = loom_cubin_read (file->data, file->len, NULL);
  LoomKernelResources is;

  g_assert_true (loom_cubin_find (cubin, "_Z5scalePf", &is));
  g_assert_cmpuint (is.shared, ==, 1024);
}

/* As toolkit 11.8 writes them. */
static void
test_old_files_tell_their_capability (void)
{
  static const struct
  {
    guint32 flags, shared;
  } rows[] = { { 0x5a055a, 1024 }, { 0x560556, 2048 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GByteArray) file = build (FALSE);
      g_autoptr (LoomCubin) cubin = NULL;
      LoomKernelResources is;
      Elf64_Ehdr header;

      memcpy (&header, file->data, sizeof header);
      header.e_ident[EI_ABIVERSION] = 7;
      header.e_flags = rows[i].flags;
      memcpy (file->data, &header, sizeof header);
      cubin = loom_cubin_read (file->data, file->len, NULL);
      g_assert_true (loom_cubin_find (cubin, "_Z5scalePf", &is));
      g_assert_cmpuint (is.shared, ==, rows[i].shared);
    }
}

static void
test_what_is_no_cubin_is_refused (void)
{
  static const char * const texts[] = { "", "\177ELF", "// PTX\n.version 9.0\n.target sm_90\n" };
  g_autoptr (GByteArray) file = build (FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (loom_cubin_read ((const guint8 *) texts[i], strlen (texts[i]), &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FAILED);
    }
  for (guint length = 0; length < file->len; length++)
    {
      g_autofree guint8 *cut = g_memdup2 (file->data, length);

      g_assert_null (loom_cubin_read (cut, length, NULL));
    }
}

/* Nothing outside of the bytes is read, whatever they are; a sanitizer would tell. */
static void
test_torn_files_are_read_within_their_bytes (void)
{
  g_autoptr (GByteArray) file = build (FALSE);
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);
  guint read = 0;

  for (guint i = 0; i < N_TORN; i++)
    {
      g_autofree guint8 *bytes = g_memdup2 (file->data, file->len);
      g_autoptr (LoomCubin) cubin = NULL;
      LoomKernelResources is = { FALSE };

      for (gint change = g_rand_int_range (random, 1, 5); change > 0; change--)
        bytes[g_rand_int_range (random, 6, (gint) file->len)]
            = (guint8) (g_rand_boolean (random) ? 0xff : g_rand_int (random));
      cubin = loom_cubin_read (bytes, file->len, NULL);
      read += cubin != NULL && loom_cubin_find (cubin, "_Z5scalePf", &is);
    }
  g_test_message ("%u of %u were read", read, N_TORN);
  g_assert_cmpuint (read, >, N_TORN / 10);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/runner/cubin-reader/what-it-says", test_what_it_says);
  g_test_add_func ("/runner/cubin-reader/what-is-the-systems-is-not-the-kernels",
                   test_what_is_the_systems_is_not_the_kernels);
  g_test_add_func ("/runner/cubin-reader/old-files-tell-their-capability",
                   test_old_files_tell_their_capability);
  g_test_add_func ("/runner/cubin-reader/what-is-no-cubin-is-refused",
                   test_what_is_no_cubin_is_refused);
  g_test_add_func ("/runner/cubin-reader/torn-files-are-read-within-their-bytes",
                   test_torn_files_are_read_within_their_bytes);

  return g_test_run ();
}
