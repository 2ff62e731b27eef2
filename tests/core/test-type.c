/* test-type.c: names of types, shapes, and the numbers in cells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-array.h"
#include "loom-error.h"
#include "loom-record.h"

#include <math.h>
#include <string.h>

static const struct
{
  const char *text;
  LoomScalar  scalar;
  guint       lanes;            /* 0: refused */
} rows[] = {
  { "float", LOOM_SCALAR_F32, 1 },
  { "const float", LOOM_SCALAR_F32, 1 },
  { "  float  const ", LOOM_SCALAR_F32, 1 },
  { "float4", LOOM_SCALAR_F32, 4 },
  { "double2", LOOM_SCALAR_F64, 2 },
  { "double4_32a", LOOM_SCALAR_F64, 4 },
  { "uchar3", LOOM_SCALAR_U8, 3 },
  { "unsigned", LOOM_SCALAR_U32, 1 },
  { "unsigned int", LOOM_SCALAR_U32, 1 },
  { "unsigned long", LOOM_SCALAR_U64, 1 },
  { "long", LOOM_SCALAR_I64, 1 },
  { "long long int", LOOM_SCALAR_I64, 1 },
  { "unsigned long long", LOOM_SCALAR_U64, 1 },
  { "short unsigned int", LOOM_SCALAR_U16, 1 },
  { "signed char", LOOM_SCALAR_I8, 1 },
  { "unsigned char", LOOM_SCALAR_U8, 1 },
  { "bool", LOOM_SCALAR_BOOL, 1 },
  { "uint8_t", LOOM_SCALAR_U8, 1 },
  { "size_t", LOOM_SCALAR_U64, 1 },
  { "float64", LOOM_SCALAR_F64, 1 },
  { "__half", LOOM_SCALAR_F16, 1 },
  { "__half2", LOOM_SCALAR_F16, 2 },
  { "__nv_bfloat16", LOOM_SCALAR_BF16, 1 },
  { "dim3", LOOM_SCALAR_U32, 3 },
  { "flaot", 0, 0 },
  { "", 0, 0 },
  { "const", 0, 0 },
  { "float5", 0, 0 },
  { "float44", 0, 0 },
  { "long short", 0, 0 },
  { "long long long", 0, 0 },
  { "signed unsigned", 0, 0 },
  { "char int", 0, 0 },
  { "int int", 0, 0 },
  { "byte", 0, 0 },
  { "byte[0]", 0, 0 },
  { "byte[4294967296]", 0, 0 },
  { "byte[-1]", 0, 0 },
  { "byte[]", 0, 0 },
  { "a b c d e f g h i j", 0, 0 },
};

static void
test_parse (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      LoomType type;
      gboolean ok = loom_type_parse (rows[i].text, &type, &error);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpint (ok, ==, rows[i].lanes > 0);
      if (!ok)
        {
          g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
          continue;
        }
      g_assert_cmpint (type.scalar, ==, rows[i].scalar);
      g_assert_cmpuint (type.lanes, ==, rows[i].lanes);
      g_assert_cmpuint (type.size, ==, rows[i].lanes * loom_scalar_size (rows[i].scalar));
    }
}

static void
test_format_reads_back (void)
{
  for (guint scalar = 0; scalar < LOOM_N_SCALARS; scalar++)
    {
      for (guint lanes = 1; lanes <= LOOM_MAX_LANES; lanes++)
        {
          LoomType type = loom_type_of (scalar, lanes), read;
          g_autofree char *text = NULL;

          if (!loom_type_is_valid (&type))
            continue;
          text = loom_type_format (&type);
          g_assert_true (loom_type_parse (text, &read, NULL));
          g_assert_true (loom_type_equal (&type, &read));
        }
    }
}

static void
test_validity (void)
{
  static const LoomType invalid[] = {
    { LOOM_N_SCALARS, 1, 4 }, { LOOM_SCALAR_F32, 0, 4 }, { LOOM_SCALAR_F32, 5, 20 },
    { LOOM_SCALAR_F32, 2, 4 },
    { LOOM_SCALAR_F32, 1, 0 }, { LOOM_SCALAR_BYTES, 2, 2 }, { LOOM_SCALAR_BYTES, 1, 0 },
    { LOOM_SCALAR_BOOL, 2, 2 },
    { LOOM_SCALAR_BYTES, 1, G_MAXUINT32 }, { (LoomScalar) -1, 1, 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (invalid); i++)
    g_assert_false (loom_type_is_valid (&invalid[i]));
}

static void
test_numbers (void)
{
  static const struct { LoomScalar scalar; guint64 bits; double value; } numbers[] = {
    { LOOM_SCALAR_I8, 0xff, -1 }, { LOOM_SCALAR_U8, 0xff, 255 },
    { LOOM_SCALAR_I16, 0x8000, -32768 },
    { LOOM_SCALAR_U16, 0x8000, 32768 }, { LOOM_SCALAR_I32, 0xffffffff, -1 },
    { LOOM_SCALAR_U32, 0xffffffff, 4294967295.0 },
    { LOOM_SCALAR_I64, G_MAXUINT64, -1 }, { LOOM_SCALAR_U64, 1, 1 }, { LOOM_SCALAR_BOOL, 1, 1 },
    { LOOM_SCALAR_F16, 0x3c00, 1 }, { LOOM_SCALAR_F16, 0xc000, -2 },
    { LOOM_SCALAR_F16, 0x7bff, 65504 },
    { LOOM_SCALAR_F16, 0x0001, 0x1p-24 }, { LOOM_SCALAR_F16, 0x7c00, INFINITY },
    { LOOM_SCALAR_F16, 0x0400, 0x1p-14 },
    { LOOM_SCALAR_BF16, 0x3f80, 1 }, { LOOM_SCALAR_BF16, 0xff80, -INFINITY },
    { LOOM_SCALAR_F32, 0x3f800000, 1 }, { LOOM_SCALAR_F64, 0x3ff0000000000000, 1 },
    { LOOM_SCALAR_BYTES, 0x1ff, 255 },
  };
  static const guint16 nan = 0x7e00;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_assert_cmpfloat (loom_scalar_to_double (numbers[i].scalar, &numbers[i].bits), ==,
                       numbers[i].value);
  g_assert_true (isnan (loom_scalar_to_double (LOOM_SCALAR_F16, &nan)));
}

static void
test_shape (void)
{
  static const char * const refused[] =
    { "", "0", "4,0", "-4", "1,2,3,4", "9223372036854775808", "4294967296,2147483648", "x", "4,08" };
  LoomShape shape;
  guint64 cells;
  g_autofree char *text = NULL;

  g_assert_true (loom_shape_parse ("2, 3,4", &shape, NULL));
  g_assert_cmpuint (shape.planes, ==, 2);
  g_assert_cmpuint (shape.rows, ==, 3);
  g_assert_cmpuint (shape.cols, ==, 4);
  g_assert_true (loom_shape_cells (&shape, &cells));
  g_assert_cmpuint (cells, ==, 24);
  text = loom_shape_format (&shape);
  g_assert_cmpstr (text, ==, "2,3,4");

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (loom_shape_parse (refused[i], &shape, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
    }
}

static void
test_hostile_shapes (void)
{
  static const LoomShape invalid[] = {
    { 0, 1, 1, 1 }, { 4, 1, 1, 1 }, { 1, 0, 1, 1 }, { 1, 2, 2, 1 }, { 2, 2, 2, 2 }, { 2, 2, 0, 1 },
    { 3, G_MAXUINT64, G_MAXUINT64, G_MAXUINT64 }, { 1, G_MAXUINT64, 1, 1 },
    { 2, 1ull << 32, 1ull << 32, 1 },
  };
  guint64 cells = 7;

  for (guint i = 0; i < G_N_ELEMENTS (invalid); i++)
    g_assert_false (loom_shape_cells (&invalid[i], &cells));
  g_assert_cmpuint (cells, ==, 7);
}

static void
test_array_needs_all_its_bytes (void)
{
  LoomType type = loom_type_of (LOOM_SCALAR_F32, 1);
  LoomShape shape = { 2, 3, 2, 1 }, huge = { 1, 1ull << 62, 1, 1 };
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_malloc0 (24), 24);
  g_autoptr (GBytes) fewer = g_bytes_new_from_bytes (bytes, 0, 23);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (array);
  g_assert_true (loom_array_get_cell (array, 5) == (const char *) g_bytes_get_data (bytes, NULL) +
                 20);
  g_assert_null (loom_array_get_cell (array, 6));
  g_assert_null (loom_array_get_cell (array, G_MAXUINT64));
  g_assert_null (loom_array_new (&type, &shape, fewer, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FAILED);
  g_assert_null (loom_array_new (&type, &huge, bytes, NULL));
}

static const char particle[] =
    "\"Particle\"32{pos 0 \"\"12{x 0 float;y 4 float;z 8 float;};id 12 char;next 16 *;"
    "w 24 short[2][2];flags 0 :;}";

static void
test_record_lists_its_numbers (void)
{
  static const char * const names[] = {
    "pos.x", "pos.y", "pos.z", "id", "next", "w.0.0", "w.0.1", "w.1.0", "w.1.1",
  };
  static const guint offsets[] = { 0, 4, 8, 12, 16, 24, 26, 28, 30 };
  const LoomRecord *record = loom_record_parse (particle);
  LoomType type;

  g_assert_nonnull (record);
  g_assert_true (record == loom_record_parse (particle));
  type = loom_type_of_record (record);
  g_assert_true (loom_type_is_valid (&type));
  g_assert_cmpuint (loom_type_count_components (&type), ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const LoomComponent component = loom_type_get_component (&type, i);

      g_assert_cmpstr (component.name, ==, names[i]);
      g_assert_cmpuint (component.offset, ==, offsets[i]);
      g_assert_cmpint (component.pointer != NULL, ==, i == 4);
      g_assert_cmpint (loom_type_find_component (&type, names[i]), ==, i);
    }
  g_assert_cmpint (loom_type_find_component (&type, "pos"), ==, -1);
  g_assert_cmpint (loom_type_find_component (&type, "flags"), ==, -1);
}

static void
test_vector_lists_its_numbers (void)
{
  LoomType type;

  g_assert_true (loom_type_parse ("double3", &type, NULL));
  g_assert_cmpuint (loom_type_count_components (&type), ==, 3);
  g_assert_cmpint (loom_type_find_component (&type, "z"), ==, 2);
  g_assert_cmpuint (loom_type_get_component (&type, 2).offset, ==, 16);
  g_assert_cmpint (loom_type_find_component (&type, "w"), ==, -1);
}

static char *
format_number (const LoomType *type,
               gconstpointer   data)
{
  return type->record != NULL ? loom_record_format_cell (type->record, data, format_number)
                              : loom_scalar_format (type->scalar, data);
}

static void
test_record_is_written_with_names (void)
{
  const LoomRecord *record = loom_record_parse (particle);
  const struct
  {
    float   pos[3];
    gint8   id;
    guint64 next;
    gint16  w[4];
  } cell = { { 1, 2, 3.5 }, -7, 0x1f, { 1, 2, 3, 4 } };
  g_autofree char *text = loom_record_format_cell (record, &cell, format_number);

  g_assert_cmpstr (text, ==, "{pos: {x: 1, y: 2, z: 3.5}, id: -7, next: 0x1f, "
                             "w: [[1, 2], [3, 4]], flags: ?}");
}

/* As many elements as are written out are all; one more is not. */
static void
test_record_says_only_what_it_leaves_out (void)
{
  const guint8 cell[17] = { 1 };
  g_autofree char *all = loom_record_format_cell (
      loom_record_parse ("\"S\"16{b 0 unsigned char[16];}"), cell, format_number);
  g_autofree char *cut = loom_record_format_cell (
      loom_record_parse ("\"S\"17{b 0 unsigned char[17];}"), cell, format_number);

  g_assert_cmpstr (all, ==, "{b: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}");
  g_assert_cmpstr (cut, ==, "{b: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, …]}");
}

static void
test_record_knows_what_pointers_point_to (void)
{
  static const struct
  {
    const char *name, *cell;
    guint       offset;
    gboolean    is_const, is_rows;
  } cells[] = {
    { "at.0", "float4", 0, FALSE, FALSE }, { "at.1", "float4", 8, FALSE, FALSE },
    { "in.d", "double", 16, TRUE, FALSE }, { "in.list", "struct", 24, FALSE, FALSE },
    { "bytes", "byte[3]", 32, TRUE, FALSE }, { "rows", "int", 40, TRUE, TRUE },
    { "f", NULL, 48, FALSE, FALSE },
  };
  const LoomRecord *record = loom_record_parse (
      "\"S\"56{at 0 *float4[2];in 16 \"\"16{d 0 *!double;list 8 *\"\"16{next 0 *;v 8 float[2];};};"
      "bytes 32 *!?3;rows 40 **!int;f 48 *;}");

  g_assert_nonnull (record);
  g_assert_cmpuint (record->n_components, ==, G_N_ELEMENTS (cells));
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      const LoomComponent *component = &record->components[i];
      g_autofree char *cell = NULL;

      g_assert_cmpstr (component->name, ==, cells[i].name);
      g_assert_cmpuint (component->offset, ==, cells[i].offset);
      g_assert_cmpint (loom_component_is_array (component), ==, cells[i].cell != NULL);
      if (cells[i].cell != NULL)
        cell = loom_type_format (&component->pointer->cell);
      g_assert_cmpstr (cell, ==, cells[i].cell);
      g_assert_cmpint (component->pointer->is_const, ==, cells[i].is_const);
      g_assert_cmpint (component->pointer->is_rows, ==, cells[i].is_rows);
    }
}

/* From a peer that lies: members out of the struct, over each other, too deep, too many. */
static void
test_hostile_records (void)
{
  static const char * const texts[] = {
    "", "\"S\"", "\"S\"4", "\"S\"4{", "\"S\"4{x 0 float;", "S4{x 0 float;}", "\"S\"0{}",
    "\"S\"4{x 0 float;}x", "\"S\"4{x 1 float;}", "\"S\"8{x 0 float;y 2 float;}",
    "\"S\"4{x 4294967295 float;}", "\"S\"4{x -1 char;}", "\"S\"4{x 0 float[2];}",
    "\"S\"4{x 0 char[4294967295][4294967295];}", "\"S\"4{x 0 char[0];}",
    "\"S\"4{9 0 float;}", "\"S\"4{x 0 nothing;}", "\"S\"4{x 0 byte[4];}", "\"S\"4{x 0 ?5;}",
    "\"S\"4{x 0 \"T\"8{};}", "\"S\"99999{x 0 char[99999];}", "\"S\"4{x 0 :[2];}",
    "\"\xff\"4{x 0 float;}", "\"S\"99999999999{}",
    "\"S\"4{x 0 *float;}", "\"S\"8{x 0 *!!float;}", "\"S\"8{x 0 ***float;}", "\"S\"8{x 0 *:;}",
    "\"S\"8{x 0 *nothing;}", "\"S\"8{x 0 *?0;}", "\"S\"8{x 0 *\"T\"4{y 0 double;};}",
  };
  g_autoptr (GString) deep = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *shown = g_strescape (texts[i], NULL);

      g_test_message ("%s", shown);
      g_assert_null (loom_record_parse (texts[i]));
    }
  for (guint i = 0; i < 100000; i++)
    g_string_append (deep, "\"S\"4{x 0 ");
  g_assert_null (loom_record_parse (deep->str));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/type/parse", test_parse);
  g_test_add_func ("/core/type/format-reads-back", test_format_reads_back);
  g_test_add_func ("/core/type/validity", test_validity);
  g_test_add_func ("/core/type/numbers", test_numbers);
  g_test_add_func ("/core/record/lists-its-numbers", test_record_lists_its_numbers);
  g_test_add_func ("/core/record/of-a-vector", test_vector_lists_its_numbers);
  g_test_add_func ("/core/record/is-written-with-names", test_record_is_written_with_names);
  g_test_add_func ("/core/record/says-only-what-it-leaves-out",
                   test_record_says_only_what_it_leaves_out);
  g_test_add_func ("/core/record/knows-what-pointers-point-to",
                   test_record_knows_what_pointers_point_to);
  g_test_add_func ("/core/record/hostile", test_hostile_records);
  g_test_add_func ("/core/shape/parse", test_shape);
  g_test_add_func ("/core/shape/hostile", test_hostile_shapes);
  g_test_add_func ("/core/array/needs-all-its-bytes", test_array_needs_all_its_bytes);

  return g_test_run ();
}
