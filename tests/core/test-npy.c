/* test-npy.c: NumPy files in and out, good ones and hostile ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-error.h"
#include "loom-npy.h"
#include "loom-record.h"

#include <glib/gstdio.h>
#include <string.h>

/* A file of format 1.0 or 2.0 with any header. */
static GBytes *
make_file (guint       version,
           const char *header,
           gsize       data_size)
{
  GByteArray *file = g_byte_array_new ();
  gsize length = strlen (header);
  guint8 start[12] =
    { 0x93, 'N', 'U', 'M', 'P', 'Y', version, 0, length & 0xff, length >> 8 & 0xff };
  gsize at;

  g_byte_array_append (file, start, version == 2 ? 12 : 10);
  g_byte_array_append (file, (const guint8 *) header, length);
  at = file->len;
  g_byte_array_set_size (file, at + data_size);
  memset (file->data + at, 0, data_size);
  return g_byte_array_free_to_bytes (file);
}

static const struct
{
  const char *name;
  const char *header;
  gsize       data_size;
  LoomScalar  scalar;
  guint       lanes;
  const char *shape;
} good_rows[] = {
  { "numpy", "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }    \n", 48,
    LOOM_SCALAR_F32, 1, "3,4" },
  { "vector", "{'descr': '<f8', 'fortran_order': False, 'shape': (5,), }\n", 40, LOOM_SCALAR_F64,
    1, "5" },
  { "three", "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3, 4), }\n", 48,
    LOOM_SCALAR_U16, 1, "2,3,4" },
  { "single", "{'descr': '<i8', 'fortran_order': False, 'shape': (), }\n", 8, LOOM_SCALAR_I64,
    1, "1" },
  { "lanes", "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2, 3, 4), }\n", 96,
    LOOM_SCALAR_F32, 4, "1,2,3" },
  { "bytes", "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 3, 12), }\n", 72,
    LOOM_SCALAR_BYTES, 1, "1,2,3" },
  { "any-order", "{\"shape\":(2,),\"fortran_order\":False,\"descr\":\"|b1\"}", 2, LOOM_SCALAR_BOOL,
    1, "2" },
  { "native-order", "{'descr': '=f2', 'fortran_order': False, 'shape': (2,)}", 4, LOOM_SCALAR_F16,
    1, "2" },
  { "big-endian-bytes", "{'descr': '>i1', 'fortran_order': False, 'shape': (2,)}", 2,
    LOOM_SCALAR_I8, 1, "2" },
};

static void
test_reads (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);

  for (guint version = 1; version <= 2; version++)
    {
      g_autoptr (GBytes) file = make_file (version, good_rows[i].header, good_rows[i].data_size);
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomArray) array = loom_npy_parse (file, &error);
      g_autofree char *shape = NULL;

      g_assert_no_error (error);
      shape = loom_shape_format (loom_array_get_shape (array));
      g_assert_cmpstr (shape, ==, good_rows[i].shape);
      g_assert_cmpint (loom_array_get_cell_type (array)->scalar, ==, good_rows[i].scalar);
      g_assert_cmpuint (loom_array_get_cell_type (array)->lanes, ==, good_rows[i].lanes);
    }
}

static const struct
{
  const char *name;
  const char *header;
  gsize       data_size;
  const char *word;             /* in the message */
} bad_rows[] = {
  { "fortran", "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 1)}", 8, "Fortran" },
  { "big-endian", "{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}", 8, "big-endian" },
  { "complex", "{'descr': '<c32', 'fortran_order': False, 'shape': (2,)}", 16, "<c32" },
  { "object", "{'descr': '|O', 'fortran_order': False, 'shape': (2,)}", 16, "|O" },
  { "text", "{'descr': '<U4', 'fortran_order': False, 'shape': (2,)}", 32, "<U4" },
  { "records-of-text", "{'descr': [('a', '<U4')], 'fortran_order': False, 'shape': (2,)}", 32,
    "fields" },
  { "records-big-endian", "{'descr': [('a', '>f4')], 'fortran_order': False, 'shape': (2,)}", 8,
    "fields" },
  { "records-not-closed", "{'descr': [('a', '<f4', 'fortran_order': False, 'shape': (2,)}", 8,
    "fields" },
  { "records-with-titles", "{'descr': [(('t', 'a'), '<f4')], 'fortran_order': False, "
                           "'shape': (2,)}", 8, "fields" },
  { "records-twice-deep", "{'descr': [('a', [('b', [('c', '<f4', (0,))])])], "
                          "'fortran_order': False, 'shape': (2,)}", 8, "fields" },
  { "records-huge", "{'descr': [('a', '<f4', (65536, 65536))], 'fortran_order': False, "
                    "'shape': (2,)}", 8, "fields" },
  { "descr-empty", "{'descr': '', 'fortran_order': False, 'shape': (2,)}", 8, "type" },
  { "empty-array", "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4)}", 0, "empty" },
  { "negative", "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}", 8, "whole" },
  { "float-extent", "{'descr': '<f4', 'fortran_order': False, 'shape': (2.5,)}", 8, "shape" },
  { "huge-extent", "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
    8, "2⁶³" },
  { "huge-product", "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
    8, "2⁶³" },
  { "huge-bytes", "{'descr': '<f8', 'fortran_order': False, 'shape': (2305843009213693952,)}",
    8, "2⁶³" },
  { "huge-last", "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 1, "
                 "2305843009213693952)}", 8, "last" },
  { "five-dimensions", "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1)}",
    4, "three" },
  { "too-short", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}", 11,
    "it holds 11 bytes after its header, but its shape needs 12" },
  { "too-long", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}", 13,
    "it holds 13 bytes after its header, but its shape needs 12" },
  { "no-shape", "{'descr': '<f4', 'fortran_order': False}", 4, "lacks" },
  { "twice", "{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (1,)}",
    4, "twice" },
  { "unknown-key", "{'descr': '<f4', 'order': 'C'}", 4, "unknown" },
  { "not-closed", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)", 12, "closed" },
  { "string-not-closed", "{'descr': '<f4", 12, "fields" },
  { "shape-not-closed", "{'descr': '<f4', 'fortran_order': False, 'shape': (3", 12, "closed" },
  { "no-dictionary", "hello", 12, "dictionary" },
  { "empty-header", "", 12, "dictionary" },
};

static void
test_refuses (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (GBytes) file = make_file (1, bad_rows[i].header, bad_rows[i].data_size);
  g_autoptr (GError) error = NULL;

  g_assert_null (loom_npy_parse (file, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, bad_rows[i].word));
}

/* Cut off at every byte, and with every byte of the header changed: an error or an array, never
 * a byte too far. */
static void
test_survives_any_damage (void)
{
  g_autoptr (GBytes) file = make_file (2, good_rows[0].header, good_rows[0].data_size);
  gsize size;
  const guint8 *data = g_bytes_get_data (file, &size);

  for (gsize n = 0; n < size; n++)
    {
      g_autofree guint8 *copy = g_memdup2 (data, n);
      g_autoptr (GBytes) cut = g_bytes_new_static (copy, n);

      g_assert_null (loom_npy_parse (cut, NULL));
    }

  for (gsize at = 0; at < size - 48; at++)
    {
      for (guint value = 0; value < 256; value += 5)
        {
          g_autofree guint8 *copy = g_memdup2 (data, size);
          g_autoptr (GBytes) damaged = g_bytes_new_static (copy, size);
          g_autoptr (LoomArray) array = NULL;

          copy[at] = value;
          array = loom_npy_parse (damaged, NULL);
        }
    }
}

static void
test_format_claims (void)
{
  static const guint8 long_header[] =
    { 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, 0xff, 0xff, 0xff, 0xff, '{', '}' };
  static const guint8 version_3[] = { 0x93, 'N', 'U', 'M', 'P', 'Y', 3, 0, 1, 0, 0, 0, '{' };
  static const char other[] = "PK\3\4 an .npz";
  g_autoptr (GBytes) a = g_bytes_new_static (long_header, sizeof long_header);
  g_autoptr (GBytes) b = g_bytes_new_static (version_3, sizeof version_3);
  g_autoptr (GBytes) c = g_bytes_new_static (other, sizeof other);
  g_autoptr (GError) error = NULL;

  g_assert_null (loom_npy_parse (a, &error));
  g_assert_nonnull (strstr (error->message, "4294967295"));
  g_clear_error (&error);
  g_assert_null (loom_npy_parse (b, &error));
  g_assert_nonnull (strstr (error->message, "3.0"));
  g_clear_error (&error);
  g_assert_null (loom_npy_parse (c, &error));
  g_assert_nonnull (strstr (error->message, "not a NumPy file"));
}

/* The file that an array is written as. */
static GBytes *
save (const LoomArray *array)
{
  g_autofree char *folder = g_dir_make_tmp ("loom-npy-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.npy", NULL);
  char *data;
  gsize size;

  g_assert_true (loom_npy_save (array, path, NULL));
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  g_remove (path);
  g_rmdir (folder);
  return g_bytes_new_take (data, size);
}

static void
test_writes_as_numpy_does (void)
{
  LoomType type = loom_type_of (LOOM_SCALAR_F32, 1);
  LoomShape shape = { 1, 2, 1, 1 };
  g_autoptr (GBytes) bytes = g_bytes_new_static ("abcdefgh", 8);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);
  g_autoptr (GBytes) file = save (array);
  gsize size;
  const char *data = g_bytes_get_data (file, &size);

  g_assert_cmpuint (size, ==, 128 + 8);
  g_assert_cmpmem (data, 10, "\223NUMPY\1\0\166\0", 10);
  g_assert_true (g_str_has_prefix (data +
                                   10, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), } "));
  g_assert_cmpint (data[127], ==, '\n');
  g_assert_cmpmem (data + 128, 8, "abcdefgh", 8);
}

/* As NumPy 1.24 writes numpy.dtype ({…}, align=True) of the same members. */
static void
test_structs_have_fields (void)
{
  static const char record[] =
      "\"P\"40{pos 0 \"\"12{x 0 float;y 4 float;z 8 float;};tag 12 char;w 16 half[2][3];"
      "next 32 *;f 0 :;}";
  LoomType type = loom_type_of_record (loom_record_parse (record));
  LoomShape shape = { 1, 2, 1, 1 };
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_malloc0 (80), 80);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);
  g_autoptr (GBytes) file = save (array);
  g_autoptr (LoomArray) back = loom_npy_parse (file, NULL);
  gsize size;
  const char *data = g_bytes_get_data (file, &size);

  g_assert_true (g_str_has_prefix (
      data + 10,
      "{'descr': [('pos', [('x', '<f4'), ('y', '<f4'), ('z', '<f4')]), ('tag', '|i1'), "
      "('', '|V3'), ('w', '<f2', (2, 3)), ('', '|V4'), ('next', '<u8')], "
      "'fortran_order': False, 'shape': (2,), } "));
  g_assert_cmpuint ((size - 80) % 64, ==, 0);
  g_assert_nonnull (back);
  g_assert_cmpuint (loom_array_get_cell_type (back)->size, ==, 40);
  g_assert_cmpint (loom_type_find_component (loom_array_get_cell_type (back), "w.1.2"), ==, 9);
}

/* A file's fields must lie where the struct has these members; others may be there as well. */
static void
test_fields_fit_a_struct (void)
{
  static const struct { const char *descr; gboolean fits; } rows[] = {
    { "[('x', '<f4'), ('n', '<i4')]", TRUE },
    { "[('x', '<f4'), ('', '|V0'), ('n', '<i4')]", FALSE },
    { "[ ( 'x' , '=f4' ) , ( 'n' , '<i4' , ) ]", TRUE },
    { "[('n', '<i4'), ('x', '<f4')]", FALSE },
    { "[('x', '<f4'), ('n', '<u4')]", FALSE },
    { "[('x', '<f4'), ('m', '<i4')]", FALSE },
    { "[('x', '<f4'), ('n', '<i4'), ('more', '|i1')]", FALSE },
    { "[('x', '<f8')]", FALSE },
  };
  const LoomType type = loom_type_of_record (loom_record_parse ("\"S\"8{x 0 float;n 4 int;}"));

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *header = g_strdup_printf (
          "{'descr': %s, 'fortran_order': False, 'shape': (2,), }\n", rows[i].descr);
      g_autoptr (GBytes) file = make_file (1, header, 16);
      LoomNpyHeader parsed;
      g_autoptr (GError) error = NULL;
      gboolean ok;

      g_test_message ("%s", rows[i].descr);
      ok = loom_npy_parse_header (g_bytes_get_data (file, NULL), g_bytes_get_size (file), &parsed,
                                  &error)
           && loom_npy_header_fit (&parsed, &type, &error);
      g_assert_cmpint (ok, ==, rows[i].fits);
    }
}

/* Every type and rank: what is written is read as the same cells. */
static void
test_round_trip (void)
{
  static const LoomShape shapes[] = { { 1, 5, 1, 1 }, { 2, 5, 3, 1 }, { 3, 5, 3, 2 } };

  for (guint scalar = 0; scalar < LOOM_N_SCALARS; scalar++)
    {
      for (guint lanes = 1; lanes <= 4; lanes++)
        {
          for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
            {
              LoomType type = loom_type_of (scalar, lanes);
              g_autoptr (GBytes) bytes = NULL, file = NULL;
              g_autoptr (LoomArray) array = NULL;
              g_autoptr (GError) error = NULL;
              LoomNpyHeader header;
              guint64 cells;

              if (!loom_type_is_valid (&type))
                continue;
              loom_shape_cells (&shapes[i], &cells);
              bytes = g_bytes_new_take (g_malloc0 (cells * type.size), cells * type.size);
              array = loom_array_new (&type, &shapes[i], bytes, NULL);
              file = save (array);
              loom_npy_parse_header (g_bytes_get_data (file, NULL), g_bytes_get_size (file),
                                     &header, &error);
              g_assert_no_error (error);
              loom_npy_header_fit (&header, &type, &error);
              g_assert_no_error (error);
              g_assert_true (loom_shape_equal (&header.shape, &shapes[i]));
              g_assert_cmpuint (header.offset + cells * type.size, ==, g_bytes_get_size (file));
            }
        }
    }
}

static void
test_files_are_named (void)
{
  g_autofree char *folder = g_dir_make_tmp ("loom-npy-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.npy", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "none", "a.npy", NULL);
  g_autoptr (GBytes) source = make_file (1, good_rows[0].header, good_rows[0].data_size);
  g_autoptr (LoomArray) array = loom_npy_parse (source, NULL);
  g_autoptr (LoomArray) loaded = NULL;
  g_autoptr (GError) error = NULL;

  loom_npy_save (array, path, &error);
  g_assert_no_error (error);
  loaded = loom_npy_load (path, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (loom_array_get_bytes (loaded), loom_array_get_bytes (array)));

  g_assert_false (loom_npy_save (array, nowhere, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (loom_npy_load (nowhere, &error));
  g_assert_nonnull (strstr (error->message, "none/a.npy"));
  g_clear_error (&error);
  g_assert_null (loom_npy_load (folder, &error));
  g_assert_nonnull (strstr (error->message, "regular"));

  g_unlink (path);
  g_rmdir (folder);
}

#define ADD_ROWS(prefix, rows, function) \
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) \
    { \
      g_autofree char *path = g_strconcat (prefix, rows[i].name, NULL); \
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), function); \
    }

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD_ROWS ("/core/npy/reads/", good_rows, test_reads);
  ADD_ROWS ("/core/npy/refuses/", bad_rows, test_refuses);
  g_test_add_func ("/core/npy/survives-any-damage", test_survives_any_damage);
  g_test_add_func ("/core/npy/format-claims", test_format_claims);
  g_test_add_func ("/core/npy/writes-as-numpy-does", test_writes_as_numpy_does);
  g_test_add_func ("/core/npy/structs-have-fields", test_structs_have_fields);
  g_test_add_func ("/core/npy/fields-fit-a-struct", test_fields_fit_a_struct);
  g_test_add_func ("/core/npy/round-trip", test_round_trip);
  g_test_add_func ("/core/npy/files-are-named", test_files_are_named);

  return g_test_run ();
}
