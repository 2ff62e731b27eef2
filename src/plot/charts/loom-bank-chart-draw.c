/* loom-bank-chart-draw.c: what each bank of shared memory does in which pass, drawn
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-bank-chart-private.h"

#include "loom-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* These grow with the words. */
#define LEFT 30                 /* for the numbers of passes */
#define RIGHT 6
#define HEAD 36                 /* for the numbers of banks, and how many words each is asked for */
#define CELL_HEIGHT 20
#define LEAST_WIDTH 15          /* of a cell */
#define PHASE_GAP 8
#define BELOW 28                /* for the legend */
#define LABEL_SIZE 10
#define GAP 1.5                 /* around a cell */

/* Both carry white words, on light and on dark. */
#define FIRST 0xff1a5fb4        /* what needs no pass more */
#define AGAIN 0xffc64600
#define ON_CELL 0xffffffff

/**
 * loom_bank_chart_measure:
 * @width: (out): the least that it takes
 * @height: (out): what it takes
 */
void
loom_bank_chart_measure (const LoomBankChart *self,
                         double               text_scale,
                         double              *width,
                         double              *height)
{
  *width = (LEFT + RIGHT + LOOM_BANKS * LEAST_WIDTH) * text_scale;
  *height = (HEAD + BELOW + self->n_passes * CELL_HEIGHT +
             (MAX (self->n_phases, 1) - 1) * PHASE_GAP) * text_scale;
}

/**
 * loom_bank_chart_get_cell:
 * @cell: (out): where it is
 */
void
loom_bank_chart_get_cell (const LoomBankChart *self,
                          double               width,
                          double               text_scale,
                          const LoomBankPlace *place,
                          cairo_rectangle_t   *cell)
{
  const double across = (width - (LEFT + RIGHT) * text_scale) / LOOM_BANKS;

  *cell = (cairo_rectangle_t) {
    LEFT * text_scale + place->bank * across,
    (HEAD + place->pass * CELL_HEIGHT + self->phases[place->pass] * PHASE_GAP) * text_scale,
    across, CELL_HEIGHT * text_scale,
  };
}

/**
 * loom_bank_chart_find:
 * @place: (out): the cell at a point
 *
 * Returns: whether there is one
 */
gboolean
loom_bank_chart_find (const LoomBankChart *self,
                      double               width,
                      double               text_scale,
                      double               x,
                      double               y,
                      LoomBankPlace       *place)
{
  const double across = (width - (LEFT + RIGHT) * text_scale) / LOOM_BANKS;

  place->bank = (gint) floor ((x - LEFT * text_scale) / across);
  for (place->pass = 0; place->pass < (gint) self->n_passes; place->pass++)
    {
      cairo_rectangle_t cell;

      loom_bank_chart_get_cell (self, width, text_scale, place, &cell);
      if (y >= cell.y && y < cell.y + cell.height)
        return place->bank >= 0 && place->bank < LOOM_BANKS;
    }
  return FALSE;
}

static void
fill_cell (cairo_t                 *cr,
           const cairo_rectangle_t *cell,
           double                   inset)
{
  cairo_rectangle (cr, cell->x + inset, cell->y + inset, MAX (cell->width - 2 * inset, 1),
                   MAX (cell->height - 2 * inset, 1));
}

/* A lane, or how many share the word, which has a frame then. */
static void
draw_word (const LoomBankChart     *self,
           cairo_t                 *cr,
           const cairo_rectangle_t *cell,
           double                   text_scale,
           const LoomBankWord      *word)
{
  const guint n = (guint) __builtin_popcount (word->lanes);
  const LoomText text = { .size = LABEL_SIZE * text_scale, .x_align = 0.5, .y_align = 0.5,
                          .room = cell->width - 4 * GAP, .color = ON_CELL };
  g_autofree char *label = n > 1 ? g_strdup_printf ("%u×", n)
                                 : g_strdup_printf ("%d", __builtin_ctz (word->lanes | 1u << 31));

  loom_text_color (cr, _loom_bank_chart_is_conflict (self, word) ? AGAIN : FIRST, 1);
  fill_cell (cr, cell, GAP);
  cairo_fill (cr);
  if (n > 1)
    {
      loom_text_color (cr, ON_CELL, 0.8);
      cairo_set_line_width (cr, 1);
      fill_cell (cr, cell, GAP + 1.5);
      cairo_stroke (cr);
    }
  loom_text_draw (cr, &text, cell->x + cell->width / 2, cell->y + cell->height / 2, label);
}

static void
draw_cells (const LoomBankChart *self,
            cairo_t             *cr,
            double               width,
            gboolean             dark,
            double               text_scale)
{
  LoomBankPlace place;
  cairo_rectangle_t cell;

  loom_text_color (cr, loom_text_ink (dark), 0.06);
  for (place.pass = 0; place.pass < (gint) self->n_passes; place.pass++)
    for (place.bank = 0; place.bank < LOOM_BANKS; place.bank++)
      {
        loom_bank_chart_get_cell (self, width, text_scale, &place, &cell);
        fill_cell (cr, &cell, GAP);
      }
  cairo_fill (cr);
  for (guint i = 0; i < self->words->len; i++)
    {
      const LoomBankWord *word = &g_array_index (self->words, LoomBankWord, i);

      place = (LoomBankPlace) { word->bank, word->pass };
      loom_bank_chart_get_cell (self, width, text_scale, &place, &cell);
      draw_word (self, cr, &cell, text_scale, word);
    }
}

/* Its number, and how many words it is asked for at once; the one that all others wait for stands
 * out. */
static void
draw_bank (const LoomBankChart *self,
           cairo_t             *cr,
           double               width,
           gboolean             dark,
           double               text_scale,
           guint                bank)
{
  const gboolean is_busiest = self->degrees[bank] > 1 &&
                              self->degrees[bank] == self->degrees[self->busiest];
  LoomText text = { .size = LABEL_SIZE * text_scale, .x_align = 0.5, .y_align = 0.5,
                    .bold = is_busiest, .color = loom_text_ink (dark) };
  g_autofree char *number = g_strdup_printf ("%u", bank);
  g_autofree char *degree = g_strdup_printf ("×%u", self->degrees[bank]);
  cairo_rectangle_t cell;

  loom_bank_chart_get_cell (self, width, text_scale, &(LoomBankPlace) { (gint) bank, 0 }, &cell);
  text.room = cell.width - GAP;
  if (is_busiest)
    {
      loom_text_color (cr, AGAIN, 1);
      cairo_rectangle (cr, cell.x + GAP, (HEAD - 17) * text_scale, cell.width - 2 * GAP,
                       15 * text_scale);
      cairo_fill (cr);
    }
  loom_text_draw (cr, &text, cell.x + cell.width / 2, 9 * text_scale, number);
  if (self->degrees[bank] == 0)
    return;
  text.color = is_busiest ? ON_CELL : loom_text_dim_ink (dark);
  loom_text_draw (cr, &text, cell.x + cell.width / 2, (HEAD - 9.5) * text_scale, degree);
}

static void
draw_passes (const LoomBankChart *self,
             cairo_t             *cr,
             double               width,
             gboolean             dark,
             double               text_scale)
{
  const LoomText text = { .size = LABEL_SIZE * text_scale, .x_align = 1, .y_align = 0.5,
                          .color = loom_text_dim_ink (dark) };

  for (guint pass = 0; pass < self->n_passes; pass++)
    {
      g_autofree char *number = g_strdup_printf ("%u", pass + 1);
      cairo_rectangle_t cell;

      loom_bank_chart_get_cell (self, width, text_scale, &(LoomBankPlace) { 0, (gint) pass },
                                &cell);
      loom_text_draw (cr, &text, cell.x - 6 * text_scale, cell.y + cell.height / 2, number);
    }
}

static void
draw_legend (const LoomBankChart *self,
             cairo_t             *cr,
             gboolean             dark,
             double               text_scale)
{
  const struct { LoomColor color; gboolean is_framed; const char *text; } rows[] = {
    { FIRST, FALSE, _("a lane’s word") },
    { FIRST, TRUE, _("one word for several lanes") },
    { AGAIN, FALSE, _("a pass more: the bank had another word before") },
  };
  const LoomText text = { .size = LABEL_SIZE * text_scale, .y_align = 0.5,
                          .color = loom_text_ink (dark) };
  const double side = 11 * text_scale;
  double x = LEFT * text_scale, width, height, y;

  loom_bank_chart_measure (self, text_scale, &width, &y);
  y -= 11 * text_scale;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const cairo_rectangle_t square = { x, y - side / 2, side, side };

      loom_text_color (cr, rows[i].color, 1);
      fill_cell (cr, &square, 0);
      cairo_fill (cr);
      if (rows[i].is_framed)
        {
          loom_text_color (cr, ON_CELL, 0.9);
          cairo_set_line_width (cr, 1);
          fill_cell (cr, &square, 2);
          cairo_stroke (cr);
        }
      loom_text_draw (cr, &text, x + side + 5 * text_scale, y, rows[i].text);
      loom_text_measure (cr, &text, rows[i].text, &width, &height);
      x += side + width + 21 * text_scale;
    }
}

static void
draw_mark (const LoomBankChart *self,
           cairo_t             *cr,
           double               width,
           gboolean             dark,
           double               text_scale,
           const LoomBankPlace *marked)
{
  cairo_rectangle_t cell;

  loom_bank_chart_get_cell (self, width, text_scale, marked, &cell);
  loom_text_color (cr, dark ? 0xff000000 : 0xffffffff, 1);
  cairo_set_line_width (cr, 4);
  fill_cell (cr, &cell, 0.5);
  cairo_stroke_preserve (cr);
  loom_text_color (cr, loom_text_ink (dark), 1);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

/**
 * loom_bank_chart_draw:
 * @width: at least what loom_bank_chart_measure() says
 * @text_scale: how large words are
 * @marked: (nullable): a cell that stands out
 */
void
loom_bank_chart_draw (const LoomBankChart *self,
                      cairo_t             *cr,
                      double               width,
                      gboolean             dark,
                      double               text_scale,
                      const LoomBankPlace *marked)
{
  cairo_save (cr);
  for (guint bank = 0; bank < LOOM_BANKS; bank++)
    draw_bank (self, cr, width, dark, text_scale, bank);
  draw_passes (self, cr, width, dark, text_scale);
  draw_cells (self, cr, width, dark, text_scale);
  draw_legend (self, cr, dark, text_scale);
  if (marked != NULL && marked->pass < (gint) self->n_passes)
    draw_mark (self, cr, width, dark, text_scale, marked);
  cairo_restore (cr);
}
