/* test-sass.c: machine code as text, and its way to another process
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-error.h"
#include "loom-sass.h"

#include "variant-fixture.h"

#include <string.h>

static LoomSass *
make (void)
{
  static const LoomSassLine lines[] = {
    { 0, 3, FALSE, "MOV R1, c[0x0][0x28]" },
    { 0, 0, TRUE, ".L_x_0" },
    { 0x10, 5, FALSE, "@!P0 BRA `(.L_x_0)" },
    { 0x20, 0, FALSE, "EXIT" },
  };
  LoomSass *self = loom_sass_new ();
  LoomSassFunction *function = loom_sass_add_function (self, "_Z1kPf");

  self->architecture = g_strdup ("sm_75");
  self->compiler = g_strdup ("NVRTC 13.0");
  self->disassembler = g_strdup ("/x/nvdisasm");
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    loom_sass_function_add (function, &lines[i]);
  loom_sass_function_add (loom_sass_add_function (self, "l"), &lines[3]);
  return self;
}

static void
test_listing (void)
{
  g_autoptr (LoomSass) sass = make ();
  g_autoptr (LoomListing) listing = loom_sass_list (sass);

  g_assert_cmpstr (listing->text->str, ==,
                   "// sm_75, NVRTC 13.0\n\n"
                   "_Z1kPf:\n\t/*0000*/\tMOV R1, c[0x0][0x28];\n.L_x_0:\n"
                   "\t/*0010*/\t@!P0 BRA `(.L_x_0);\n\t/*0020*/\tEXIT;\n\n"
                   "l:\n\t/*0020*/\tEXIT;\n\n");
  g_assert_cmpint (loom_listing_find_entry (listing, "_Z1kPf"), ==, 2);
  g_assert_cmpint (loom_listing_find_entry (listing, "l"), ==, 8);
  g_assert_cmpint (loom_listing_find_entry (listing, ".L_x_0"), ==, -1);
  g_assert_cmpuint (loom_listing_get_line (listing, 3), ==, 3);
  g_assert_cmpuint (loom_listing_get_line (listing, 4), ==, 0);
  g_assert_cmpuint (loom_listing_get_line (listing, 5), ==, 5);
  g_assert_cmpuint (loom_listing_get_line (listing, 1000), ==, 0);
  g_assert_cmpuint (loom_sass_function_count (sass->functions->pdata[0]), ==, 3);
}

static void
test_crosses_whole (void)
{
  g_autoptr (LoomSass) sass = make ();
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_sass_to_variant (sass));
  g_autoptr (LoomSass) read = loom_sass_from_variant (variant, NULL);
  g_autoptr (GVariant) again = g_variant_ref_sink (loom_sass_to_variant (read));

  g_assert_true (g_variant_equal (variant, again));
}

/* Whatever is read can be shown: each line of it is one line of text. */
static void
test_lies_are_refused (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (16);
  g_autoptr (LoomSass) sass = make ();
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_sass_to_variant (sass));
  guint n_refused = 0;

  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (GVariant) lie = g_variant_ref_sink (fixture_mutate (variant, rand));
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomSass) read = loom_sass_from_variant (lie, &error);
      g_autoptr (LoomListing) listing = read != NULL ? loom_sass_list (read) : NULL;
      guint n_lines = 0;

      g_assert_true ((read == NULL) == (error != NULL));
      n_refused += read == NULL;
      for (const char *at = listing != NULL ? listing->text->str : ""; *at != '\0'; at++)
        n_lines += *at == '\n';
      if (listing != NULL)
        g_assert_cmpuint (n_lines, ==, listing->lines->len);
      else
        g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
    }
  g_assert_cmpuint (n_refused, >, 0);
}

static void
test_another_type_is_refused (void)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (g_variant_new ("(su)", "sm_75", 1));
  g_autoptr (GError) error = NULL;

  g_assert_null (loom_sass_from_variant (variant, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/sass/listing", test_listing);
  g_test_add_func ("/core/sass/crosses-whole", test_crosses_whole);
  g_test_add_func ("/core/sass/lies-are-refused", test_lies_are_refused);
  g_test_add_func ("/core/sass/another-type-is-refused", test_another_type_is_refused);
  return g_test_run ();
}
