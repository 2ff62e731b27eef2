/* loom-launch-panel-place.c: what is seen of the panel: advice below the fields, the row that is
 * typed into, and all of why a field is refused
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-panel-private.h"

#include "loom-connect.h"
#include "loom-fix.h"
#include "loom-format.h"
#include "loom-launch-rows.h"

#include <math.h>

/* The most of the panel that advice takes; what is longer is scrolled. */
#define MOST_PERCENT 45

/* Between it and the field that it is about. */
#define GAP 6
/* What a row of advice is made of, in its data. */
#define KEY "loom-advice"

/* -- Advice -- */

static void
fix_cb (LoomLaunchPanel *self,
        guint            index,
        LoomAdviceRow   *row)
{
  const LoomLaunchFix *fix = loom_advice_row_get_fix (row, index);

  loom_fix_apply_to_launch (self->session, fix, GTK_WIDGET (self));
}

static void
add_row (LoomLaunchPanel *self,
         GtkWidget       *row,
         int              position)
{
  loom_connect (row, "fix", fix_cb, self);
  gtk_list_box_insert (self->advice, row, position);
}

/* Why there is no launch. */
static void
add_error (LoomLaunchPanel *self,
           const GError    *error)
{
  const LoomLimits *limits = &loom_session_get_choices (self->session)->limits;
  GPtrArray *fixes = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_launch_fix_free);
  LoomLaunchFix *fix = loom_launch_fix_new (&self->launch, limits, error->code);
  g_autofree char *sentence = loom_format_sentence (error->message);

  if (fix != NULL)
    g_ptr_array_add (fixes, fix);
  add_row (self, loom_advice_row_new (LOOM_SEVERITY_ERROR, sentence, fixes, NULL), 0);
}

/* All that the row of an advice is made of. */
static char *
dup_key (LoomLaunchPanel  *self,
         const LoomAdvice *advice)
{
  const char *dismissed = loom_launch_get (self->session, NULL, "dismissed");

  return g_strdup_printf ("%d %u %s=%s %s\n%s", advice->code, advice->line,
                          advice->key != NULL ? advice->key : "",
                          advice->value != NULL ? advice->value : "", advice->text,
                          dismissed != NULL ? dismissed : "");
}

static GStrv
dup_keys (LoomLaunchPanel *self,
          const GPtrArray *advice)
{
  const guint n = advice != NULL ? advice->len : 0;
  GStrv keys = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    keys[i] = dup_key (self, g_ptr_array_index (advice, i));
  return keys;
}

/* NULL: it says why there is no launch. */
static const char *
get_key (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), KEY);
}

static void
add_advice (LoomLaunchPanel  *self,
            const LoomAdvice *advice,
            const char       *key,
            int               position)
{
  g_autofree char *sentence = loom_format_sentence (advice->text);
  GtkWidget *row = loom_advice_row_new (
      loom_advice_is_wrong (advice) ? LOOM_SEVERITY_WARNING : LOOM_SEVERITY_NOTE, sentence,
      loom_launch_list_mends (advice), loom_launch_fix_new_dismissal (self->session, advice));

  g_object_set_data_full (G_OBJECT (row), KEY, g_strdup (key), g_free);
  add_row (self, row, position);
}

/* A button that was pressed goes with its row: the keys go to the start of the panel, as if one had
 * just come to it, for GTK would take them out of it. */
static void
leave_row (LoomLaunchPanel *self,
           GtkListBoxRow   *row)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (row)))
    return;
  gtk_root_set_focus (root, NULL);
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
remove_others (LoomLaunchPanel *self,
               GStrv            keys)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->advice, i)) != NULL; )
    {
      if (get_key (row) != NULL && g_strv_contains ((const char *const *) keys, get_key (row)))
        {
          i++;
          continue;
        }
      leave_row (self, row);
      gtk_list_box_remove (self->advice, GTK_WIDGET (row));
    }
}

/* What is still said keeps its row, since somebody may just press a button in it. */
static void
fill_advice (LoomLaunchPanel *self)
{
  g_autoptr (GPtrArray) advice = loom_launch_list_advice (self->session);
  g_auto (GStrv) keys = dup_keys (self, advice);
  const GError *error = loom_session_get_error (self->session);
  int position = 0;

  remove_others (self, keys);

  /* that the runner is lost, or that nothing can compile, is no matter of the launch: the first has
   * a banner of its own, the second a page */
  if (error != NULL && error->domain == LOOM_ERROR && error->code != LOOM_ERROR_RUNNER
      && error->code != LOOM_ERROR_BACKEND)
    {
      add_error (self, error);
      position = 1;
    }
  for (guint i = 0; keys[i] != NULL; i++, position++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->advice, position);

      if (row == NULL || !g_str_equal (get_key (row), keys[i]))
        add_advice (self, g_ptr_array_index (advice, i), keys[i], position);
    }
}

static void
set_spare (LoomLaunchPanel *self,
           int              spare)
{
  if (spare == self->spare)
    return;
  gtk_widget_set_margin_bottom (self->content,
                                gtk_widget_get_margin_bottom (self->content) - self->spare + spare);
  self->spare = spare;
}

/* How much has to follow the content so that a page of a height shows it from where it does now. */
static int
count_spare (LoomLaunchPanel *self,
             int              page)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  const double end = gtk_adjustment_get_upper (adjustment) - self->spare;

  return MAX ((int) ceil (gtk_adjustment_get_value (adjustment) + page - end), 0);
}

/* What was needed to keep the content in place goes as one scrolls back. */
static void
scrolled_cb (LoomLaunchPanel *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  set_spare (self, MIN (self->spare,
                        count_spare (self, (int) gtk_adjustment_get_page_size (adjustment))));
}

/* A scrolled window would ask for the height that its rows have in one line each. */
static int
measure_room (LoomLaunchPanel *self)
{
  const int most = gtk_widget_get_height (self->root) * MOST_PERCENT / 100;
  int height = 0;

  if (gtk_widget_get_visible (self->advice_room))
    gtk_widget_measure (GTK_WIDGET (self->advice), GTK_ORIENTATION_VERTICAL,
                        gtk_widget_get_width (self->root), NULL, &height, NULL, NULL);
  return MIN (height, most);
}

/* As the room gets smaller the page above it grows, and would pull down what is scrolled to its
 * end: there must be enough behind it. */
static void
place_advice (LoomLaunchPanel *self)
{
  const int height = measure_room (self);

  set_spare (self, MAX (self->spare,
                        count_spare (self, gtk_widget_get_height (self->root) - height)));
  gtk_widget_set_size_request (self->advice_room, -1, height);
}

/* What is written may be wrong as well: with words that only a compiler refuses, or in the editor.
 * That is said where it can be mended, too. */
void
_loom_launch_panel_update_faults (LoomLaunchPanel *self)
{
  loom_dim3_row_set_fault (self->range, loom_launch_get_fault (self->session, NULL, "range"));
  loom_dim3_row_set_fault (self->block, loom_launch_get_fault (self->session, NULL, "block"));
  loom_dim3_row_set_fault (self->grid, loom_launch_get_fault (self->session, NULL, "grid"));
  loom_field_set_fault (LOOM_FIELD (self->shared),
                        loom_launch_get_fault (self->session, NULL, "shared"));
  loom_expect_group_update_fault (self->expected);
  loom_options_group_update_fault (self->compiler);
  for (guint i = 0; i < self->argument_rows->len; i++)
    {
      gpointer row = g_ptr_array_index (self->argument_rows, i);

      if (LOOM_IS_SCALAR_ROW (row))
        loom_scalar_row_update_fault (row);
      else if (LOOM_IS_STRUCT_ROW (row))
        loom_struct_row_update_fault (row);
      else
        loom_argument_row_update_fault (row);
    }
}

/* Advice has a room of its own below the fields, so that these stay where they are while it comes
 * and goes. */
void
_loom_launch_panel_update_advice (LoomLaunchPanel *self)
{
  fill_advice (self);
  gtk_widget_set_visible (self->advice_room,
                          gtk_widget_get_first_child (GTK_WIDGET (self->advice)) != NULL);
  if (gtk_widget_get_width (self->root) > 0)
    place_advice (self);
}

/* -- All of why a field is refused -- */

/* The field that is typed into, or NULL. A button that is pressed must not go away below the
 * pointer because more of its row can be seen. */
LoomField *
_loom_launch_panel_find_field (LoomLaunchPanel *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *field = focus != NULL ? gtk_widget_get_ancestor (focus, LOOM_TYPE_FIELD) : NULL;

  return field != NULL && gtk_widget_is_ancestor (field, self->content) ? LOOM_FIELD (field) : NULL;
}

static LoomFieldNote *
find_note (LoomField *field)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (field), ADW_TYPE_PREFERENCES_ROW);

  return LOOM_IS_DIM3_ROW (row) ? loom_dim3_row_get_note (LOOM_DIM3_ROW (row))
                                : loom_field_row_get_note (LOOM_FIELD_ROW (row));
}

/* Below the field, or above it where the panel ends. Nothing but the words is there: a press goes
 * to what they cover. */
static gboolean
place_cb (LoomLaunchPanel *self,
          GtkWidget       *child,
          GdkRectangle    *place)
{
  const int height = gtk_widget_get_height (self->root);
  LoomField *field = _loom_launch_panel_find_field (self);
  graphene_rect_t bounds;
  int natural, top;

  if (field == NULL || !gtk_widget_compute_bounds (GTK_WIDGET (field), self->root, &bounds))
    return FALSE;
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (self->root), NULL,
                      &natural, NULL, NULL);
  top = (int) (bounds.origin.y + bounds.size.height) + GAP;
  if (top + natural > height)
    top = MAX ((int) bounds.origin.y - GAP - natural, 0);
  *place = (GdkRectangle) { 0, top, gtk_widget_get_width (self->root), natural };
  return TRUE;
}

/* A note that can't hold a reason is helped out as long as somebody types there; what is wrong with
 * what is written has all of its words among the advice. */
static void
update_reason (LoomLaunchPanel *self)
{
  LoomField *field = _loom_launch_panel_find_field (self);
  const gboolean is_cut = field != NULL && loom_field_is_refused (field)
                          && loom_field_note_is_cut (find_note (field));

  g_signal_group_set_target (self->typed, field);
  if (is_cut)
    gtk_label_set_label (self->reason, loom_field_get_reason (field));
  gtk_widget_set_visible (GTK_WIDGET (self->reason), is_cut);
  gtk_widget_queue_allocate (GTK_WIDGET (self->overlay));
}

/* -- The row that is typed into is seen whole, with what is said below it -- */

/* Not gtk_adjustment_clamp_page(), which a scrolling under way would go on over. */
static void
scroll_to (LoomLaunchPanel *self,
           double           top,
           double           height)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  const double value = gtk_adjustment_get_value (adjustment);
  const double lowest = top + height - gtk_adjustment_get_page_size (adjustment);

  if (value < lowest || value > top)
    gtk_adjustment_set_value (adjustment, MIN (MAX (value, lowest), top));
}

/* By its place in the content: what GTK has just scrolled by is not seen in the window's places
 * before the next frame. */
static void
show_row (LoomLaunchPanel *self)
{
  LoomField *field = _loom_launch_panel_find_field (self);
  GtkWidget *row = NULL;
  graphene_rect_t bounds;

  if (field != NULL)
    row = gtk_widget_get_ancestor (GTK_WIDGET (field), ADW_TYPE_PREFERENCES_ROW);
  if (row != NULL && gtk_widget_compute_bounds (row, self->content, &bounds))
    scroll_to (self, gtk_widget_get_margin_top (self->content) + bounds.origin.y,
               bounds.size.height);
  update_reason (self);
}

/* A scrolled window shows what has the focus, which is the entry alone; after it has done so. */
static void
queue_show_row (LoomLaunchPanel *self)
{
  loom_call_later (&self->show_row_id, G_PRIORITY_LOW, 0, G_CALLBACK (show_row), self);
}

/* A row that is unfolded to show what is wrong in it gets its place only now, and advice that comes
 * leaves less of the page. */
static void
resized_cb (LoomLaunchPanel *self)
{
  LoomField *field = _loom_launch_panel_find_field (self);

  if (field != NULL && loom_field_get_reason (field) != NULL)
    queue_show_row (self);
}

static void
root_cb (LoomLaunchPanel *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (root != NULL)
    g_signal_connect_object (root, "notify::focus-widget", G_CALLBACK (queue_show_row), self,
                             G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

/* Also one that is folded away; one that is hidden belongs to nothing that holds. */
static LoomField *
find_refused (GtkWidget *widget)
{
  LoomField *found = NULL;

  if (!gtk_widget_get_visible (widget))
    return NULL;
  if (LOOM_IS_FIELD (widget))
    return loom_field_is_refused (LOOM_FIELD (widget)) ? LOOM_FIELD (widget) : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_refused (child);
  return found;
}

/**
 * loom_launch_panel_has_refused:
 *
 * Returns: whether something else stands in a field than what would run, because it is wrong
 */
gboolean
loom_launch_panel_has_refused (LoomLaunchPanel *self)
{
  g_return_val_if_fail (LOOM_IS_LAUNCH_PANEL (self), FALSE);

  return find_refused (self->content) != NULL;
}

/**
 * loom_launch_panel_focus_refused:
 *
 * Puts the keyboard into it, where what is wrong with it is seen and read out; it stays where it is
 * if that is such a field.
 */
void
loom_launch_panel_focus_refused (LoomLaunchPanel *self)
{
  LoomField *field;
  GtkWidget *folded;

  g_return_if_fail (LOOM_IS_LAUNCH_PANEL (self));

  field = _loom_launch_panel_find_field (self);
  if (field == NULL || !loom_field_is_refused (field))
    field = find_refused (self->content);
  g_return_if_fail (field != NULL);
  folded = gtk_widget_get_ancestor (GTK_WIDGET (field), ADW_TYPE_EXPANDER_ROW);
  if (folded != NULL)
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (folded), TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (field));
}

void
_loom_launch_panel_init_place (LoomLaunchPanel *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  loom_connect (adjustment, "value-changed", scrolled_cb, self);
  loom_connect (adjustment, "notify::page-size", _loom_launch_panel_queue_update, self);
  g_signal_connect (self, "notify::root", G_CALLBACK (root_cb), NULL);
  loom_connect (adjustment, "notify::upper", resized_cb, self);
  loom_connect (adjustment, "notify::page-size", resized_cb, self);
  self->typed = g_signal_group_new (LOOM_TYPE_FIELD);
  g_signal_group_connect_swapped (self->typed, "reason-changed", G_CALLBACK (update_reason), self);
  loom_connect (self->overlay, "get-child-position", place_cb, self);
  loom_connect (adjustment, "value-changed",
                gtk_widget_queue_allocate, self->overlay);
}
