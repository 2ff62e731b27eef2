/* test-pages.c: what the pages beside the window are made from
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-document.h"
#include "loom-example.h"
#include "loom-pages.h"

#include <string.h>

static const struct
{
  const char *text;
  const char *title;
  const char *summary;
} comments[] = {
  { "/* Upper triangle\n *\n * Every thread owns\n * one cell. Then more.\n */\nint a;\n",
    "Upper triangle", "Every thread owns one cell." },
  { "/* Title alone */\nint a;\n", "Title alone", "" },
  { "/* Title\n * Text with 1.5 in it\n *\n * Next */", "Title", "Text with 1.5 in it" },
  { "int a;\n", "k.cu", "" },
  { "/* never closed\n", "k.cu", "" },
  { "", "k.cu", "" },
};

static void
test_example_says_what_it_teaches (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (comments); i++)
    {
      g_autoptr (LoomExample) example = loom_example_new ("k.cu", comments[i].text, NULL);

      g_assert_cmpstr (example->title, ==, comments[i].title);
      g_assert_cmpstr (example->summary, ==, comments[i].summary);
      g_assert_cmpstr (example->text, ==, comments[i].text);
    }
}

static void
test_gallery_is_listed_in_order (void)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) examples = NULL;

  loom_example_list_async (NULL, loom_test_store_result, &result);
  loom_test_await (&result);
  examples = loom_example_list_finish (result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (examples), >=, 23);
  for (guint i = 0; i < g_list_model_get_n_items (examples); i++)
    {
      g_autoptr (LoomExample) example = g_list_model_get_item (examples, i);

      if (i == 0)
        g_assert_cmpstr (example->name, ==, "01-triangle.cu");
      g_assert_cmpstr (example->title, !=, example->name);
      g_assert_cmpstr (example->summary, !=, "");
    }
}

static void
test_every_example_has_a_thumbnail (void)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GListModel) examples = NULL;

  loom_example_list_async (NULL, loom_test_store_result, &result);
  loom_test_await (&result);
  examples = loom_example_list_finish (result, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (examples); i++)
    {
      g_autoptr (LoomExample) example = g_list_model_get_item (examples, i);
      GdkTexture *thumbnail = example->thumbnail;

      g_test_message ("%s", example->name);
      g_assert_true (GDK_IS_TEXTURE (thumbnail));
      g_assert_cmpint (gdk_texture_get_width (thumbnail), ==, gdk_texture_get_height (thumbnail));
    }
}

static GVariant *
make_description (void)
{
  return g_variant_ref_sink (g_variant_new_parsed (
    "([{'id': <'sim'>, 'name': <'Simulator'>, 'available': <true>},"
    "  {'id': <'cuda'>, 'name': <'GPU'>, 'available': <false>, 'why': <'no driver'>}],"
    " [{'name': <'NVRTC'>, 'found': <true>, 'path': <'/opt/nvrtc.so'>, 'version': <'13.0'>},"
    "  {'name': <'cudart'>, 'found': <false>, 'why': <'nowhere'>,"
    "   'searched': <['/a/libcudart.so\tno such file', '/b/libcudart.so\twrong class']>}])"));
}

static void
test_why_names_every_place (void)
{
  g_autoptr (GVariant) description = make_description ();
  g_autoptr (GPtrArray) entries = loom_why_list (description);
  const LoomWhyEntry *last;
  g_autofree char *text = loom_why_dup_text (description);

  g_assert_cmpuint (entries->len, ==, 4);
  last = g_ptr_array_index (entries, 3);
  g_assert_false (last->found);
  g_assert_cmpstr (last->searched[1], ==, "/b/libcudart.so: wrong class");
  g_assert_cmpstr (text, ==,
                   "Gridloom " PACKAGE_VERSION "\n"
                   "+ Simulator: Ready\n"
                   "- GPU: no driver\n"
                   "+ NVRTC: Version 13.0 in /opt/nvrtc.so\n"
                   "- cudart: Not found: nowhere\n"
                   "    /a/libcudart.so: no such file\n"
                   "    /b/libcudart.so: wrong class\n");
}

static void
test_why_takes_anything (void)
{
  g_autoptr (GVariant) wrong = g_variant_ref_sink (g_variant_new_string ("?"));
  g_autoptr (GVariant) bare
      = g_variant_ref_sink (g_variant_new_parsed ("([@a{sv} {}], [@a{sv} {}])"));
  g_autoptr (GPtrArray) none = loom_why_list (NULL);
  g_autoptr (GPtrArray) nothing = loom_why_list (wrong);
  g_autoptr (GPtrArray) two = loom_why_list (bare);

  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (nothing->len, ==, 0);
  g_assert_cmpuint (two->len, ==, 2);
}

/* The names of the examples that a search finds, in their order, each with a star for each of the words that its title has. */
static char *
search (GListModel *examples,
        const char *wanted)
{
  GString *found = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (examples); i++)
    {
      g_autoptr (LoomExample) example = g_list_model_get_item (examples, i);

      const guint rank = loom_example_rank (example, wanted);

      if (rank > 0)
        g_string_append_printf (found, "%.2s%.*s ", example->name, (int) rank - 1, "***");
    }
  return g_string_free (found, FALSE);
}

static void
test_gallery_is_searched_by_topics (void)
{
  static const struct { const char *wanted, *found; } rows[] = {
    { "reduction", "17 18 37* " },
    { "Reduc", "17 18 37* " },
    { "race", "24* 38 " },
    { "printf", "25 40 " },
    { "3-D", "23 " },
    { "shared memory", "15 16 17 19 22 24** 29 35 37 38 " },
    { "shared reduction", "17 37* " },
    { "atomic", "17 19* " },
    { "histogram", "19* " },
    { "duction", "" },
  };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GListModel) examples = NULL;

  loom_example_list_async (NULL, loom_test_store_result, &result);
  loom_test_await (&result);
  examples = loom_example_list_finish (result, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = search (examples, rows[i].wanted);

      g_test_message ("%s", rows[i].wanted);
      g_assert_cmpstr (found, ==, rows[i].found);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/pages/example-says-what-it-teaches", test_example_says_what_it_teaches);
  g_test_add_func ("/app/pages/gallery-is-listed-in-order", test_gallery_is_listed_in_order);
  g_test_add_func ("/app/pages/every-example-has-a-thumbnail", test_every_example_has_a_thumbnail);
  g_test_add_func ("/app/pages/gallery-is-searched-by-topics", test_gallery_is_searched_by_topics);
  g_test_add_func ("/app/pages/why-names-every-place", test_why_names_every_place);
  g_test_add_func ("/app/pages/why-takes-anything", test_why_takes_anything);
  return g_test_run ();
}
