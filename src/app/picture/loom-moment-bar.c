/* loom-moment-bar.c: goes through the moments of a run with steps
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-moment-bar.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Moments a second while it plays, and how long it takes at most and at least to go through all. */
#define MOMENTS_PER_SECOND 30.0
#define MOST_SECONDS 20.0
#define LEAST_SECONDS 3.0

struct _LoomMomentBar
{
  GtkWidget      parent_instance;

  GtkButton     *play;
  GtkScale      *scale;
  GtkAdjustment *adjustment;
  GtkLabel      *place, *kept;
  GtkToggleButton *pin;

  LoomSession   *session;
  LoomViewState *state;         /* of it */
  LoomPins       pins;          /* that the document has */
  guint          tick;          /* 0: it does not play */
  gint64         begun;         /* frame time at which it began to play, in µs; 0: not yet */
  guint          first;         /* moment that it began with */
  gboolean       updating;      /* the bar follows the state, not the state the bar */
};

G_DEFINE_FINAL_TYPE (LoomMomentBar, loom_moment_bar, GTK_TYPE_WIDGET)

/* The number of the moment that is shown, among all that there were. */
static guint64
get_moment (LoomMomentBar *self,
            guint          index)
{
  const LoomRun *run = loom_view_state_get_run (self->state);

  return index < run->frames->len ? g_array_index (run->frames, LoomRunFrame, index).moment
                                  : run->moments;
}

/* NULL: the end. */
static const LoomRunFrame *
get_frame (LoomMomentBar *self)
{
  const LoomRun *run = loom_view_state_get_run (self->state);
  const guint moment = loom_view_state_get_moment (self->state);

  return run != NULL && moment < run->frames->len
         ? &g_array_index (run->frames, LoomRunFrame, moment) : NULL;
}

/* What was done last before the moment. */
static char *
dup_place (LoomMomentBar *self)
{
  const LoomRun *run = loom_view_state_get_run (self->state);
  const LoomRunFrame *frame = get_frame (self);
  const LoomRunStep *step;

  if (frame == NULL || frame->moment == run->moments)
    /* Translators: of all that was done step by step */
    return g_strdup (_("At the end"));
  if (frame->moment == 0)
    return g_strdup (_("Before the first step"));
  step = run->steps->pdata[frame->step];
  if (step->kind == LOOM_STATEMENT_REPEAT)
    /* Translators: the round of a loop, of so many rounds; and where the loop stands */
    return g_strdup_printf (_("After round %1$llu of %2$llu (line %3$u)"),
                            (unsigned long long) frame->round + 1,
                            (unsigned long long) step->times, step->line);
  /* Translators: a step, as it is written, and where */
  return g_strdup_printf (_("After “%1$s” (line %2$u)"), step->text, step->line);
}

/* How much of the run is there, and what that takes. */
static char *
dup_kept (LoomMomentBar *self)
{
  const LoomRun *run = loom_view_state_get_run (self->state);
  const guint n = loom_view_state_count_moments (self->state);
  g_autofree char *size = NULL;
  guint64 bytes = 0;

  for (guint i = 0; i < run->arrays->len; i++)
    {
      const LoomRunArray *array = run->arrays->pdata[i];

      if (array->frames != NULL)
        bytes += g_bytes_get_size (loom_array_get_bytes (array->array)) * run->frames->len;
    }
  size = g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
  if (self->pins.n > 0)
    /* Translators: as without pins, and how many moments are kept whatever is left out */
    return g_strdup_printf (ngettext ("%1$u of %2$llu moments, %3$s; %4$u pinned",
                                      "%1$u of %2$llu moments, %3$s; %4$u pinned", self->pins.n),
                            n, (unsigned long long) run->moments + 1, size, self->pins.n);
  /* Translators: how many moments of a run can be looked at, of how many there were, and the memory
   * that they take */
  return g_strdup_printf (_("%1$u of %2$llu moments, %3$s"), n,
                          (unsigned long long) run->moments + 1, size);
}

static void
show_pin (LoomMomentBar *self)
{
  const guint index = loom_view_state_get_moment (self->state);
  const gboolean pinned = loom_pins_contain (&self->pins, get_moment (self, index));

  gtk_toggle_button_set_active (self->pin, pinned);
  loom_widget_set_tooltip (self->pin,
                           pinned ? _("Pinned: it is kept when others are left out (P)")
                                  : _("Pin: keep it when others are left out (P)"));
}

static void
stop (LoomMomentBar *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  gtk_button_set_icon_name (self->play, "media-playback-start-symbolic");
  loom_widget_set_spoken_name (self->play, _("Play"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->play), _("Play (Space)"));
}

static void
follow (LoomMomentBar *self)
{
  const guint n = loom_view_state_count_moments (self->state);
  g_autofree char *place = NULL, *kept = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), n > 1);
  if (n <= 1)
    {
      stop (self);
      return;
    }
  place = dup_place (self);
  kept = dup_kept (self);
  self->updating = TRUE;
  gtk_adjustment_set_upper (self->adjustment, n - 1);
  gtk_adjustment_set_value (self->adjustment, loom_view_state_get_moment (self->state));
  self->updating = FALSE;
  gtk_label_set_label (self->place, place);
  gtk_label_set_label (self->kept, kept);
  show_pin (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  place, -1);
}

/* What the document pins, and which run there is, changes less often than the moment. */
static void
update_pins (LoomMomentBar *self)
{
  LoomDocument *document = loom_session_get_document (self->session);
  const char *text
      = document != NULL ? loom_document_get_value (document, "launch", "pin") : NULL;

  loom_pins_parse (text, &self->pins, NULL);
  /* A mark on the scale at each pinned moment that is there. */
  gtk_scale_clear_marks (self->scale);
  for (guint i = 0; i < loom_view_state_count_moments (self->state); i++)
    if (loom_pins_contain (&self->pins, get_moment (self, i)))
      gtk_scale_add_mark (self->scale, i, GTK_POS_TOP, NULL);
  follow (self);
}

static void
value_changed_cb (LoomMomentBar *self)
{
  if (self->updating)
    return;
  stop (self);
  loom_view_state_set_moment (self->state, (guint) lround (gtk_adjustment_get_value
                                                             (self->adjustment)));
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LoomMomentBar *self = LOOM_MOMENT_BAR (widget);
  const guint n = loom_view_state_count_moments (self->state);
  const gint64 now = gdk_frame_clock_get_frame_time (clock);
  const double seconds = CLAMP (n / MOMENTS_PER_SECOND, LEAST_SECONDS, MOST_SECONDS);
  double moment;

  if (self->begun == 0)
    self->begun = now;
  moment = self->first + (now - self->begun) / 1e6 / seconds * (n - 1);
  loom_view_state_set_moment (self->state, (guint) MIN (moment, n - 1));
  if (moment < n - 1)
    return G_SOURCE_CONTINUE;

  self->tick = 0;
  stop (self);
  return G_SOURCE_REMOVE;
}

static void
play_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  loom_moment_bar_play (LOOM_MOMENT_BAR (widget));
}

static void
pin_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  loom_moment_bar_pin (LOOM_MOMENT_BAR (widget));
}

static void
step_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  loom_moment_bar_step (LOOM_MOMENT_BAR (widget), g_variant_get_int32 (parameter));
}

static void
loom_moment_bar_dispose (GObject *object)
{
  LoomMomentBar *self = LOOM_MOMENT_BAR (object);
  GtkWidget *child;

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_object (&self->state);
  g_clear_object (&self->session);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (loom_moment_bar_parent_class)->dispose (object);
}

static void
loom_moment_bar_class_init (LoomMomentBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_moment_bar_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-moment-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomMomentBar, play);
  gtk_widget_class_bind_template_child (widget_class, LoomMomentBar, scale);
  gtk_widget_class_bind_template_child (widget_class, LoomMomentBar, adjustment);
  gtk_widget_class_bind_template_child (widget_class, LoomMomentBar, place);
  gtk_widget_class_bind_template_child (widget_class, LoomMomentBar, kept);
  gtk_widget_class_bind_template_child (widget_class, LoomMomentBar, pin);
  gtk_widget_class_bind_template_callback (widget_class, value_changed_cb);
  gtk_widget_class_install_action (widget_class, "moment.play", NULL, play_action);
  gtk_widget_class_install_action (widget_class, "moment.step", "i", step_action);
  gtk_widget_class_install_action (widget_class, "moment.pin", NULL, pin_action);
  loom_action_bind (widget_class, "space", "moment.play");
  loom_action_bind (widget_class, "p", "moment.pin");
}

static void
say_limit (LoomMomentBar *self)
{
  const guint64 bytes = (guint64) LOOM_DEFAULT_HISTORY_MIB << 20;
  g_autofree char *size = g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *text
      /* Translators: of the moments of a run; %s is a size of memory */
      = g_strdup_printf (_("No more than %s are kept: where a run has more, moments between the "
                           "first and the last are left out evenly, but none that is pinned"),
                         size);

  gtk_widget_set_tooltip_text (GTK_WIDGET (self->kept), text);
}

static void
loom_moment_bar_init (LoomMomentBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  say_limit (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  stop (self);
}

/**
 * loom_moment_bar_set_session:
 * @session: whose moments it goes through, and whose document has the pins
 */
void
loom_moment_bar_set_session (LoomMomentBar *self,
                             LoomSession   *session)
{
  g_return_if_fail (LOOM_IS_MOMENT_BAR (self) && LOOM_IS_SESSION (session));

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->state != NULL)
    g_signal_handlers_disconnect_by_data (self->state, self);
  g_set_object (&self->session, session);
  g_set_object (&self->state, loom_session_get_view_state (session));
  loom_connect (self->state, "notify::view", follow, self);
  loom_connect_each (session, G_CALLBACK (update_pins), self, "notify::document", "notify::run",
                     NULL);
  update_pins (self);
}

/**
 * loom_moment_bar_pin:
 *
 * Pins the moment that is shown, or lets go of it: a setting of the document.
 */
void
loom_moment_bar_pin (LoomMomentBar *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  LoomPins pins;

  g_return_if_fail (LOOM_IS_MOMENT_BAR (self));

  if (loom_view_state_count_moments (self->state) <= 1)
    return;
  stop (self);
  loom_session_flush (self->session);
  pins = self->pins;
  if (loom_pins_toggle (&pins, get_moment (self, loom_view_state_get_moment (self->state)), &error))
    {
      text = loom_pins_format (&pins);
      loom_session_edit (self->session, "launch", "pin", pins.n > 0 ? text : NULL, &error);
    }
  show_pin (self);
  if (error != NULL)
    gtk_label_set_label (self->place, error->message);
}

/**
 * loom_moment_bar_play:
 *
 * Plays from the moment that is shown, from the first where that is the last; or pauses.
 */
void
loom_moment_bar_play (LoomMomentBar *self)
{
  guint n;

  g_return_if_fail (LOOM_IS_MOMENT_BAR (self));

  n = loom_view_state_count_moments (self->state);
  if (self->tick != 0 || n <= 1)
    {
      stop (self);
      return;
    }
  if (loom_view_state_get_moment (self->state) + 1 == n)
    loom_view_state_set_moment (self->state, 0);
  self->first = loom_view_state_get_moment (self->state);
  self->begun = 0;
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  gtk_button_set_icon_name (self->play, "media-playback-pause-symbolic");
  loom_widget_set_spoken_name (self->play, _("Pause"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->play), _("Pause (Space)"));
}

/**
 * loom_moment_bar_step:
 * @steps: how many moments forwards; negative: backwards
 *
 * Goes to another moment, and plays no longer.
 */
void
loom_moment_bar_step (LoomMomentBar *self,
                      int            steps)
{
  gint64 moment;

  g_return_if_fail (LOOM_IS_MOMENT_BAR (self));

  stop (self);
  moment = (gint64) loom_view_state_get_moment (self->state) + steps;
  loom_view_state_set_moment (self->state, (guint) CLAMP (moment, 0, G_MAXINT32));
}
