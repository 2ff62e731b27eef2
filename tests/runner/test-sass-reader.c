/* test-sass-reader.c: what nvdisasm prints, as the toolkit's manual shows it, and what it would never print
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sass-reader.h"

#include <string.h>

static const char printed[]
    = "\t.headerflags\t@\"EF_CUDA_SM75\"\n\n"
      "//--------------------- .text._Z1aPf              --------------------------\n"
      "\t.section\t.text._Z1aPf,\"ax\",@progbits\n\t.align\t128\n"
      "        .type           _Z1aPf,@function\n_Z1aPf:\n.text._Z1aPf:\n"
      "        /*0000*/                   IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28] ;\n"
      "\t//## File \"/home/u/k.cu\", line 10 inlined at \"/home/u/k.cu\", line 17\n"
      "\t//## File \"/home/u/k.cu\", line 17\n"
      "        /*0010*/                   LDG.E R4, [R2.64] ;\n"
      "        /*0020*/              @!P0 BRA `(.L_1) ;\n"
      "\t//## File \"/usr/include/f.h\", line 99 inlined at \"/home/u/g.h\", line 3\n"
      "\t//## File \"/home/u/g.h\", line 3 inlined at \"/home/u/k.cu\", line 23\n"
      "\t//## File \"/home/u/k.cu\", line 23\n"
      "        /*0030*/                   STG.E [R2.64+0x4], R9 ;\n"
      ".L_1:\n"
      "        /*0040*/                   EXIT ;\n"
      "\t//## File \"/usr/include/f.h\", line 1\n"
      "        /*0050*/                   NOP;                   /* 0x0000000000007918 */\n"
      ".L_2:\n\n\n"
      "//--------------------- .text.b              --------------------------\n"
      "\t.section\t.text.b,\"ax\",@progbits\nb:\n.text.b:\n"
      "        /*0000*/                   EXIT ;\n";

static void
test_what_the_manual_shows (void)
{
  static const LoomSassLine expected[] = {
    { 0x00, 0, FALSE, "IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28]" },
    { 0x10, 10, FALSE, "LDG.E R4, [R2.64]" },
    { 0x20, 10, FALSE, "@!P0 BRA `(.L_1)" },
    { 0x30, 23, FALSE, "STG.E [R2.64+0x4], R9" },
    { 0, 0, TRUE, ".L_1" },
    { 0x40, 23, FALSE, "EXIT" },
    { 0x50, 0, FALSE, "NOP" },
    { 0, 0, TRUE, ".L_2" },
  };
  g_autoptr (LoomSass) sass = loom_sass_read (printed, "k.cu");
  const LoomSassFunction *function;

  g_assert_cmpuint (sass->functions->len, ==, 2);
  function = sass->functions->pdata[0];
  g_assert_cmpstr (function->name, ==, "_Z1aPf");
  g_assert_cmpuint (function->lines->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const LoomSassLine *line = function->lines->pdata[i];

      g_assert_cmpstr (line->text, ==, expected[i].text);
      g_assert_cmpuint (line->address, ==, expected[i].address);
      g_assert_cmpuint (line->line, ==, expected[i].line);
      g_assert_cmpint (line->is_label, ==, expected[i].is_label);
    }
  function = sass->functions->pdata[1];
  g_assert_cmpstr (function->name, ==, "b");
  g_assert_cmpuint (loom_sass_function_count (function), ==, 1);
}

static void
test_nothing_else_is_code (void)
{
  static const char *const texts[] = {
    "", "\n\n", "hello", "/*0000*/ EXIT ;", ".text.:\n/*0000*/ EXIT ;", "\t.section\t.text.a\na:\n",
    "//## File \"k.cu\", line 3", "nvdisasm fatal   : no",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LoomSass) sass = loom_sass_read (texts[i], "k.cu");

      g_assert_cmpuint (sass->functions->len, ==, 0);
    }
}

/* Bytes are taken out, put in or changed anywhere: all that is read still crosses to another process. */
static void
test_anything_can_be_sent (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (16);

  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (GString) text = g_string_new (printed);
      g_autoptr (LoomSass) sass = NULL, sent = NULL;
      g_autoptr (GVariant) variant = NULL;
      g_autoptr (GError) error = NULL;

      for (guint n = g_rand_int_range (rand, 1, 12); n > 0; n--)
        {
          const gssize at = g_rand_int_range (rand, 0, (gint32) text->len - 1);
          const gssize length = g_rand_int_range (rand, 1, 40);

          if (g_rand_boolean (rand))
            text->str[at] = (char) g_rand_int_range (rand, 1, 256);
          else
            g_string_erase (text, at, MIN (length, (gssize) text->len - at));
        }
      sass = loom_sass_read (text->str, "k.cu");
      sass->architecture = g_strdup ("sm_75");
      sass->compiler = g_strdup ("NVRTC");
      sass->disassembler = g_strdup ("");
      variant = g_variant_ref_sink (loom_sass_to_variant (sass));
      sent = loom_sass_from_variant (variant, &error);
      g_assert_no_error (error);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/runner/sass-reader/what-the-manual-shows", test_what_the_manual_shows);
  g_test_add_func ("/runner/sass-reader/nothing-else-is-code", test_nothing_else_is_code);
  g_test_add_func ("/runner/sass-reader/anything-can-be-sent", test_anything_can_be_sent);
  return g_test_run ();
}
