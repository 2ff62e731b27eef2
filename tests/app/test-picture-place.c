/* test-picture-place.c: where the array is in the pane, and how large the words around it are
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-caption.h"
#include "loom-grid-view-private.h"
#include "loom-paths.h"
#include "loom-picture-pane.h"
#include "loom-resources.h"
#include "plot-fixture.h"

#include <adwaita.h>
#include <libintl.h>
#include <locale.h>
#include <math.h>

static GtkWidget *
find_type (GtkWidget *widget,
           GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static LoomGridView *
grid_of (LoomPicturePane *pane)
{
  return LOOM_GRID_VIEW (find_type (GTK_WIDGET (pane), LOOM_TYPE_GRID_VIEW));
}

static LoomPicturePane *
new_pane (LoomRun *run)
{
  LoomPicturePane *pane = LOOM_PICTURE_PANE (g_object_ref_sink (g_object_new (LOOM_TYPE_PICTURE_PANE, NULL)));

  loom_view_state_take_run (loom_picture_pane_get_view_state (pane), run, FALSE);
  return pane;
}

/* The first cell in the pane. */
static LoomGridRect
find_place (LoomPicturePane *pane,
            int              width,
            int              height)
{
  LoomGridView *grid = grid_of (pane);
  LoomGridRect rect;
  graphene_point_t corner;
  int least;

  /* a size that is new makes the widgets within find theirs */
  gtk_widget_measure (GTK_WIDGET (pane), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  width = MAX (width, least);
  gtk_widget_measure (GTK_WIDGET (pane), GTK_ORIENTATION_VERTICAL, width, &least, NULL, NULL, NULL);
  gtk_widget_allocate (GTK_WIDGET (pane), width, MAX (height, least), -1, NULL);
  loom_grid_geometry_get_cell (&grid->geometry, 0, 0, &rect);
  corner = GRAPHENE_POINT_INIT ((float) (grid->left + rect.x), (float) (grid->top + rect.y));
  g_assert_true (gtk_widget_compute_point (GTK_WIDGET (grid), GTK_WIDGET (pane), &corner, &corner));
  return (LoomGridRect) { corner.x, corner.y, rect.width, rect.height };
}

static void
assert_equal_places (const LoomGridRect *a,
                     const LoomGridRect *b)
{
  g_assert_cmpfloat (a->x, ==, b->x);
  g_assert_cmpfloat (a->y, ==, b->y);
  g_assert_cmpfloat (a->width, ==, b->width);
  g_assert_cmpfloat (a->height, ==, b->height);
}

static void
assert_lenses_keep_the_place (LoomPicturePane *pane,
                              int              width,
                              int              height)
{
  LoomViewState *state = loom_picture_pane_get_view_state (pane);
  LoomRun *run = loom_view_state_get_run (state);
  const LoomGridRect first = find_place (pane, width, height);
  guint lines = 0;

  g_assert_cmpfloat (first.width, >, 0.5);
  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    {
      LoomGridRect place;

      if (!loom_lens_is_available (lens, run, loom_view_state_get_view (state)->array))
        continue;
      gtk_widget_activate_action (GTK_WIDGET (pane), "picture.lens", "s",
                                  loom_lens_get_name (lens));
      g_assert_cmpint (loom_picture_get_view (loom_grid_view_get_picture (grid_of (pane)))->lens,
                       ==, lens);
      place = find_place (pane, width, height);
      assert_equal_places (&place, &first);
      lines++;
    }
  g_assert_cmpuint (lines, >, 4);
}

static void
set_text_size (int percent)
{
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024 * percent / 100, NULL);
}

/* Threads write as they like and leave numbers of all sizes: sentences and legends differ a lot. */
static LoomRun *
make_odd_run (void)
{
  LoomShape shape = SHAPE_2D (23, 41);
  g_autofree float *values = g_new0 (float, 23 * 41);
  Fixture fixture;

  for (guint i = 0; i < 23 * 41; i++)
    values[i] = i % 7 == 0 ? (float) NAN : -1e-20f * (float) i;
  fixture_begin (&fixture, LOOM_SCALAR_F32, 1, &shape, values);
  fixture_launch (&fixture, LOOM_DIM3 (96, 2, 1), LOOM_DIM3 (9, 9, 1));
  fixture.domain = g_new0 (guint8, 23 * 41);
  fixture.array->compared = 23 * 41;
  fixture.array->mismatches = 23;
  for (guint i = 0; i < 23 * 41; i++)
    {
      fixture.domain[i] = i % 3 > 0;
      fixture.reads[i] = i;
      if (i % 5 > 0)
        fixture_write (&fixture, i, i * 13 % 15000);
    }
  return fixture_end (&fixture);
}

static void
test_stays_when_the_lens_changes (void)
{
  static const int sizes[][2] = { { 430, 420 }, { 540, 450 }, { 640, 560 }, { 1200, 640 } };
  g_autoptr (LoomRun) triangle = fixture_triangle (16, TRUE), large = fixture_triangle (100, FALSE);
  g_autoptr (LoomRun) odd = make_odd_run ();
  LoomRun *runs[] = { triangle, large, odd };

  for (int percent = 100; percent <= 200; percent += 50)
    for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
      {
        LoomPicturePane *pane;

        set_text_size (percent);
        pane = new_pane (runs[i]);
        for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
          assert_lenses_keep_the_place (pane, sizes[s][0], sizes[s][1]);
        g_assert_finalize_object (pane);
      }
  set_text_size (100);
}

/* The longest sentence is there in full, and a shorter one in its room. */
static void
test_caption_keeps_room (void)
{
  static const char * const texts[] = {
    "short", "a sentence that takes three or four lines where there is not much room for it", NULL
  };
  GtkWidget *caption = g_object_ref_sink (g_object_new (LOOM_TYPE_CAPTION, NULL));
  int before, with_room, least, said;

  gtk_widget_measure (caption, GTK_ORIENTATION_VERTICAL, 160, NULL, &before, NULL, NULL);
  loom_caption_set_text (LOOM_CAPTION (caption), "short");
  loom_caption_set_room (LOOM_CAPTION (caption), texts);
  g_assert_cmpstr (loom_caption_get_text (LOOM_CAPTION (caption)), ==, "short");
  gtk_widget_measure (caption, GTK_ORIENTATION_VERTICAL, 160, NULL, &with_room, NULL, NULL);
  g_assert_cmpint (with_room, >=, before * 3);
  gtk_widget_measure (caption, GTK_ORIENTATION_VERTICAL, 160, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, before * 2);
  g_assert_cmpint (least, >, before);
  loom_caption_set_text (LOOM_CAPTION (caption), texts[1]);
  g_assert_cmpstr (loom_caption_get_text (LOOM_CAPTION (caption)), ==, texts[1]);
  gtk_widget_measure (caption, GTK_ORIENTATION_VERTICAL, 160, NULL, &said, NULL, NULL);
  g_assert_cmpint (said, ==, with_room);

  /* what took height once keeps it, until another run is shown */
  gtk_widget_size_allocate (caption, &(GtkAllocation) { 0, 0, 160, with_room }, -1);
  loom_caption_set_room (LOOM_CAPTION (caption), (const char *[]) { "short", NULL });
  loom_caption_set_text (LOOM_CAPTION (caption), "short");
  loom_caption_set_room (LOOM_CAPTION (caption), (const char *[]) { NULL });
  gtk_widget_measure (caption, GTK_ORIENTATION_VERTICAL, 160, NULL, &said, NULL, NULL);
  g_assert_cmpint (said, ==, with_room);
  loom_caption_set_picture (LOOM_CAPTION (caption), NULL);
  gtk_widget_measure (caption, GTK_ORIENTATION_VERTICAL, 160, NULL, &said, NULL, NULL);
  g_assert_cmpint (said, <, with_room);

  loom_caption_set_text (LOOM_CAPTION (caption), "nobody thought of this");
  g_assert_cmpstr (loom_caption_get_text (LOOM_CAPTION (caption)), ==, "nobody thought of this");
  loom_caption_set_room (LOOM_CAPTION (caption), (const char *[]) { NULL });
  gtk_widget_measure (caption, GTK_ORIENTATION_VERTICAL, 400, NULL, &said, NULL, NULL);
  g_assert_cmpint (said, ==, before);
  g_assert_finalize_object (caption);
}

/* Each lens says what room was kept for. */
static void
test_every_sentence_has_room (void)
{
  g_autoptr (LoomRun) run = make_odd_run ();
  LoomView view;

  loom_view_init (&view, run);
  for (view.lens = 0; view.lens < LOOM_N_LENSES; view.lens++)
    {
      g_autoptr (LoomPicture) picture = loom_picture_new (run, &view);
      g_auto (GStrv) sentences = loom_picture_list_sentences (picture, NULL);

      for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
        {
          LoomView other = view;
          g_autoptr (LoomPicture) through = NULL;
          g_autofree char *sentence = NULL;

          other.lens = lens;
          through = loom_picture_new (run, &other);
          sentence = loom_picture_dup_sentence (through);
          g_assert_true (g_strv_contains ((const char * const *) sentences, sentence));
        }
    }
}

/* Words in the picture are as large as the desktop wants them; the array makes room. */
static void
test_text_follows_the_desktop (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  LoomPicturePane *pane = new_pane (run);
  const LoomGridRect usual = find_place (pane, 900, 600);
  LoomMargins before, after;
  double room;
  LoomGridRect larger;

  loom_picture_get_margins (loom_grid_view_get_picture (grid_of (pane)), &before);
  room = loom_picture_get_legend_room (loom_grid_view_get_picture (grid_of (pane)));
  set_text_size (200);
  larger = find_place (pane, 900, 601);
  loom_picture_get_margins (loom_grid_view_get_picture (grid_of (pane)), &after);
  g_assert_cmpfloat (after.top, ==, before.top * 2);
  g_assert_cmpfloat (after.left, >, before.left * 1.8);
  g_assert_cmpfloat (loom_picture_get_legend_room (loom_grid_view_get_picture (grid_of (pane))),
                     >, room * 1.8);
  g_assert_cmpfloat (larger.width, <, usual.width);
  set_text_size (100);
  larger = find_place (pane, 900, 600);
  assert_equal_places (&larger, &usual);
  g_assert_finalize_object (pane);
}

/* What stands around the cells keeps its size and place, and what they show has all of the rest; a
 * cell that is zoomed at stays where it is; back at the whole picture all is as it was. */
static void
test_zoom_is_of_the_cells_alone (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  LoomPicturePane *pane = new_pane (run);
  const LoomGridRect whole = find_place (pane, 900, 600);
  LoomGridView *grid = grid_of (pane);
  const double left = grid->left, top = grid->top, legend = grid->legend;
  LoomGridRect before, after, area, cells;

  _loom_grid_view_set_cursor (grid, 4, 5);
  for (guint i = 0; i < 8; i++)
    {
      loom_grid_geometry_get_cell (&grid->geometry, 4, 5, &before);
      gtk_widget_activate_action (GTK_WIDGET (grid), "picture.zoom-in", NULL);
      loom_grid_geometry_get_cell (&grid->geometry, 4, 5, &after);
      if (i > 2)                /* before that the edges of the picture are met */
        {
          g_assert_cmpfloat_with_epsilon (after.x + after.width / 2, before.x + before.width / 2,
                                          0.1);
          g_assert_cmpfloat_with_epsilon (after.y + after.height / 2, before.y + before.height / 2,
                                          0.1);
        }
      g_assert_cmpfloat (grid->left, ==, left);
      g_assert_cmpfloat (grid->top, ==, top);
      g_assert_cmpfloat (grid->legend, ==, legend);
    }
  loom_grid_geometry_get_shown (&grid->geometry, &area, &cells);
  g_assert_cmpfloat (area.width, ==, grid->geometry.width);
  g_assert_cmpfloat (area.height, ==, grid->geometry.height);
  gtk_widget_activate_action (GTK_WIDGET (grid), "picture.zoom-fit", NULL);
  after = find_place (pane, 900, 600);
  assert_equal_places (&after, &whole);
  g_assert_finalize_object (pane);
}

/* In a small window with large text, two lines of what is said are seen. */
static void
test_caption_leaves_the_picture_room (void)
{
  g_autoptr (LoomRun) run = make_odd_run ();
  LoomPicturePane *pane = new_pane (run);
  int whole, least, natural;
  GtkWidget *caption = find_type (GTK_WIDGET (pane), LOOM_TYPE_CAPTION);

  set_text_size (200);
  gtk_widget_measure (GTK_WIDGET (pane), GTK_ORIENTATION_VERTICAL, 520, &least, &natural, NULL,
                      NULL);
  gtk_widget_measure (caption, GTK_ORIENTATION_VERTICAL, 300, NULL, &whole, NULL, NULL);
  g_assert_cmpint (whole, >, 120);
  g_assert_cmpint (least, <=, 380);
  g_assert_cmpint (natural, >=, least + whole / 2);
  set_text_size (100);
  g_assert_finalize_object (pane);
}

/* The colour at a place of what a window shows. */
static LoomColor
get_pixel (GtkWidget *window,
           double     x,
           double     y)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  g_autoptr (GskRenderNode) node = NULL;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GdkTexture) texture = NULL;
  g_autofree guint32 *pixels = NULL;
  const int width = gtk_widget_get_width (window), height = gtk_widget_get_height (window);

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  pixels = g_new (guint32, width * height);
  gdk_texture_download (texture, (guchar *) pixels, width * sizeof *pixels);
  return pixels[(int) y * width + (int) x];
}

/* Words that step back stand out from what they are on: a block, which is ink all over. */
static void
assert_readable (GtkWidget  *window,
                 const char *background)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = gtk_label_new ("\342\226\210\342\226\210\342\226\210");
  graphene_rect_t bounds;
  LoomColor ink, paper;

  gtk_widget_add_css_class (box, background);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (label, GTK_ALIGN_CENTER);
  gtk_widget_set_vexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_test_widget_wait_for_draw (window);
  g_assert_true (gtk_widget_compute_bounds (label, window, &bounds));
  ink = get_pixel (window, bounds.origin.x + bounds.size.width / 2,
                   bounds.origin.y + bounds.size.height / 2);
  paper = get_pixel (window, bounds.origin.x - 12, bounds.origin.y + bounds.size.height / 2);
  g_test_message ("%s: %06x on %06x is %.2f:1", background, ink & 0xffffff, paper & 0xffffff,
                  loom_color_contrast (ink, paper));
  g_assert_cmpfloat (loom_color_contrast (ink, paper), >=, 4.5);
}

static void
test_hints_can_be_read (void)
{
  static const char * const backgrounds[] = { "background", "view", "card", "sidebar" };
  GtkWidget *window = gtk_window_new ();
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();
  AdwStyleManager *style = adw_style_manager_get_default ();

  gtk_css_provider_load_from_resource (provider, LOOM_RESOURCE_PATH "/style.css");
  gtk_style_context_add_provider_for_display (gtk_widget_get_display (window),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 200);
  gtk_window_present (GTK_WINDOW (window));
  for (AdwColorScheme scheme = ADW_COLOR_SCHEME_FORCE_LIGHT;
       scheme <= ADW_COLOR_SCHEME_FORCE_DARK; scheme += 3)
    {
      adw_style_manager_set_color_scheme (style, scheme);
      for (guint i = 0; i < G_N_ELEMENTS (backgrounds); i++)
        assert_readable (window, backgrounds[i]);
    }
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_DEFAULT);
  gtk_style_context_remove_provider_for_display (gtk_widget_get_display (window),
                                                 GTK_STYLE_PROVIDER (provider));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *catalogues = loom_paths_find_catalogues ();

  gtk_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, catalogues);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  adw_init ();
  /* in German, words are longer: that they are German must be true, or the test tells nothing */
  if (g_getenv ("LOOM_TEST_GERMAN") != NULL)
    g_assert_cmpstr (loom_lens_get_title (LOOM_LENS_VALUE), ==, "Wert");
  g_test_add_func ("/app/picture-place/stays-when-the-lens-changes",
                   test_stays_when_the_lens_changes);
  g_test_add_func ("/app/picture-place/caption-keeps-room", test_caption_keeps_room);
  g_test_add_func ("/app/picture-place/every-sentence-has-room", test_every_sentence_has_room);
  g_test_add_func ("/app/picture-place/text-follows-the-desktop", test_text_follows_the_desktop);
  g_test_add_func ("/app/picture-place/zoom-is-of-the-cells-alone",
                   test_zoom_is_of_the_cells_alone);
  g_test_add_func ("/app/picture-place/caption-leaves-the-picture-room",
                   test_caption_leaves_the_picture_room);
  g_test_add_func ("/app/picture-place/hints-can-be-read", test_hints_can_be_read);
  return g_test_run ();
}
