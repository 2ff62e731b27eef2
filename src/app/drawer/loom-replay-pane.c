/* loom-replay-pane.c: a thread, step by step
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-format.h"
#include "loom-lane-strip.h"
#include "loom-replay-lanes.h"
#include "loom-replay-registers.h"
#include "loom-replay-shared.h"
#include "loom-replay-text.h"
#include "loom-replayer.h"
#include "loom-resources.h"
#include "loom-typeset.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

#define PLAY_MS 150             /* from step to step */

struct _LoomReplayPane
{
  LoomPane             parent_instance;

  LoomSession         *session;
  LoomReplayer        *replayer;        /* the session's */
  GtkStack            *stack;
  GtkLabel            *why;
  GtkButton           *begin;
  GtkButton           *play;
  GtkScale            *scale;
  GtkLabel            *step;
  GtkLabel            *place;
  GtkLabel            *instruction;
  LoomLaneStrip       *strip;
  GtkColumnView       *register_view;
  GtkColumnView       *lane_view;
  GtkEntry            *watch;
  GtkLabel            *watch_error;
  GtkStack            *memory;
  GtkLabel            *missing; /* why there is no shared memory yet */
  GtkTextView         *shared_view;
  LoomReplayRegisters *registers;
  LoomReplayLanes     *lanes;
  LoomReplayShared    *shared;
  GPtrArray           *parameters;      /* (element-type utf8) names of the kernel's */
  LoomRun             *run;     /* whose thread is shown, or NULL */
  LoomSite             thread;
  guint                playing; /* source, or 0 */
  guint                pointing;        /* likewise */
  gboolean             is_awaited;      /* the focus comes here once there is something to step
                                           through */
};

G_DEFINE_FINAL_TYPE (LoomReplayPane, loom_replay_pane, LOOM_TYPE_PANE)

/* -- What is shown -- */

static const char *
get_obstacle (LoomReplayPane *self)
{
  if (loom_replayer_get_error (self->replayer) != NULL)
    return loom_replayer_get_error (self->replayer);
  if (loom_replayer_get_run (self->replayer) != NULL)
    return _("Asking the simulator…");
  return _("Here a thread is replayed, step by step: choose one in the picture, or in the page "
           "Cell one that wrote the pinned cell.");
}

/* The text of a line of the document. */
static char *
dup_source_line (LoomReplayPane *self,
                 guint           line)
{
  const char *text = loom_session_get_text (self->session);

  for (guint i = 1; i < line && text != NULL; i++)
    {
      text = strchr (text, '\n');
      text = text != NULL ? text + 1 : NULL;
    }
  return text != NULL && line > 0 ? g_strstrip (g_strndup (text, strcspn (text, "\n"))) : NULL;
}

static char *
dup_place (LoomReplayPane             *self,
           const LoomTraceInstruction *instruction)
{
  const LoomSite *thread = loom_replayer_get_thread (self->replayer);
  g_autofree char *who = g_strdup_printf (
      /* Translators: a thread of a block, by their indices */
      _("thread (%1$u, %2$u, %3$u) of block (%4$u, %5$u, %6$u)"), thread->thread.x,
      thread->thread.y, thread->thread.z, thread->block.x, thread->block.y, thread->block.z);
  g_autofree char *source = instruction->file == NULL ? dup_source_line (self, instruction->line)
                                                      : NULL;
  g_autofree char *place = NULL;

  if (instruction->line == 0)
    return g_steal_pointer (&who);
  /* Translators: 1 a thread, 2 a line's number, 3 the file that it is in or its text */
  place = g_strdup_printf (_("%1$s, line %2$u: %3$s"), who, instruction->line,
                           source != NULL ? source : instruction->file);
  return loom_replayer_get_run (self->replayer)->backend.kind == LOOM_BACKEND_SIMULATOR
             ? g_steal_pointer (&place)
             : g_strconcat (place, _("; as the simulator runs it"), NULL);
}

static void
show_step (LoomReplayPane *self)
{
  g_autofree char *at = loom_typeset_count (loom_replayer_get_at (self->replayer));
  g_autofree char *total = loom_typeset_count (loom_replayer_get_total (self->replayer));
  /* Translators: which step of a thread is shown, and how many it made */
  g_autofree char *text = g_strdup_printf (_("Step %1$s of %2$s"), at, total);

  gtk_label_set_label (self->step, text);
  gtk_range_set_range (GTK_RANGE (self->scale), 1,
                       (double) MAX (loom_replayer_get_total (self->replayer), 2));
  gtk_range_set_value (GTK_RANGE (self->scale), (double) loom_replayer_get_at (self->replayer));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  text, -1);
}

static void
show_memory (LoomReplayPane        *self,
             const LoomReplayState *state)
{
  const char *error = loom_replayer_get_error (self->replayer);
  const gboolean is_waiting = !state->replay->target.warp;

  gtk_label_set_label (self->missing, error != NULL ? error
                                                    : _("Asking the simulator for the other lanes "
                                                        "and shared memory…"));
  /* What is there stays until it is known what it has become. */
  if (is_waiting && error == NULL &&
      g_strcmp0 (gtk_stack_get_visible_child_name (self->memory), "words") == 0)
    return;
  gtk_stack_set_visible_child_name (self->memory, is_waiting                ? "waiting"
                                                  : state->shared->len == 0 ? "none"
                                                                            : "words");
  if (!is_waiting && state->shared->len > 0)
    loom_replay_shared_update (self->shared, state);
}

static guint
get_lane (LoomReplayPane *self,
          const LoomDim3 *block)
{
  const LoomDim3 *thread = &self->thread.thread;

  return ((thread->z * block->y + thread->y) * block->x + thread->x) % LOOM_WARP_LANES;
}

static void
point_at_line (LoomReplayPane *self)
{
  const LoomTraceInstruction *instruction = loom_replayer_get_instruction (self->replayer);

  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && instruction != NULL)
    loom_line_link_set_marked (loom_session_get_line_link (self->session),
                               instruction->file == NULL ? instruction->line : 0);
}

/* Names of the kernel's parameters; a thread that was not shown yet begins with no registers. */
static void
follow_thread (LoomReplayPane *self)
{
  LoomRun *run = loom_replayer_get_run (self->replayer);
  LoomPlan *plan = loom_session_get_plan (self->session);
  const LoomSite *thread = loom_replayer_get_thread (self->replayer);

  if (run == self->run && loom_dim3_equal (&thread->block, &self->thread.block) &&
      loom_dim3_equal (&thread->thread, &self->thread.thread))
    return;
  g_clear_pointer (&self->run, loom_run_unref);
  self->run = loom_run_ref (run);
  self->thread = *thread;
  g_ptr_array_set_size (self->parameters, 0);
  for (guint i = 0; plan != NULL && i < plan->args->len; i++)
    g_ptr_array_add (self->parameters, g_strdup (((LoomPlanArg *) plan->args->pdata[i])->name));
  loom_replay_registers_clear (self->registers);
  gtk_stack_set_visible_child_name (self->memory, "waiting");
}

/* The instruction, and what the thread's registers hold that it wrote. */
static char *
dup_instruction (const LoomTraceInstruction *instruction,
                 const LoomReplayState      *state,
                 guint                       lane)
{
  const GPtrArray *registers = state->replay->registers;
  GString *text = g_string_new (instruction->text);

  for (guint i = 0; i < registers->len; i++)
    if (loom_replay_state_is_changed (state, i, lane))
      {
        const LoomReplayRegister *reg = registers->pdata[i];
        g_autofree char *value = loom_replay_format_value (
            reg, loom_replay_state_get_value (state, i, lane));

        g_string_append_printf (text, "  →  %s = %s", reg->name, value);
      }
  return g_string_free (text, FALSE);
}

static void
show_state (LoomReplayPane        *self,
            const LoomReplayState *state)
{
  const LoomReplayPlace *place = loom_replayer_get_place (self->replayer);
  const LoomTraceInstruction *instruction = loom_replayer_get_instruction (self->replayer);
  g_autofree char *where = NULL, *what = NULL;
  guint lane;

  follow_thread (self);
  lane = get_lane (self, &self->run->block);
  where = dup_place (self, instruction);
  what = dup_instruction (instruction, state, lane);
  gtk_label_set_label (self->place, where);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->place), where);
  gtk_label_set_label (self->instruction, what);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->instruction), what);
  show_step (self);
  loom_lane_strip_set_place (self->strip, place, lane);
  loom_replay_registers_update (self->registers, state, lane, self->parameters);
  loom_replay_lanes_update (self->lanes, state, place, &self->run->block, self->parameters);
  show_memory (self, state);
  point_at_line (self);
}

static void
stop (LoomReplayPane *self)
{
  g_clear_handle_id (&self->playing, g_source_remove);
  gtk_button_set_icon_name (self->play, "media-playback-start-symbolic");
}

static void
changed_cb (LoomReplayPane *self)
{
  const LoomReplayState *state = loom_replayer_get_state (self->replayer);

  if (state != NULL)
    {
      show_state (self, state);
      gtk_stack_set_visible_child_name (self->stack, "replay");
      if (self->is_awaited)
        gtk_widget_grab_focus (GTK_WIDGET (self->scale));
      self->is_awaited = FALSE;
      return;
    }
  stop (self);
  if (loom_replayer_get_run (self->replayer) == NULL)
    g_clear_pointer (&self->run, loom_run_unref);
  gtk_label_set_label (self->why, get_obstacle (self));
  gtk_widget_set_visible (GTK_WIDGET (self->begin),
                          loom_replayer_get_run (self->replayer) == NULL &&
                          loom_session_get_run (self->session) != NULL);
  gtk_stack_set_visible_child_name (self->stack, "empty");
}

static void
run_cb (LoomReplayPane *self)
{
  if (loom_replayer_get_run (self->replayer) != loom_session_get_run (self->session))
    loom_replayer_forget (self->replayer);
  changed_cb (self);
}

/* -- Going from step to step -- */

typedef enum
{
  GO_BACK, GO_FORWARD, GO_LINE_BACK, GO_LINE_FORWARD, GO_FIRST, GO_LAST, GO_TO_CURSOR,
} Go;

static void
go_action (LoomReplayPane *self,
           Go              where)
{
  LoomReplayer *replayer = self->replayer;
  const guint64 at = loom_replayer_get_at (replayer);
  LoomLineLink *link = loom_session_get_line_link (self->session);

  stop (self);
  switch (where)
    {
    case GO_BACK:
      loom_replayer_seek (replayer, at - 1);
      break;
    case GO_FORWARD:
      loom_replayer_seek (replayer, at + 1);
      break;
    case GO_LINE_BACK:
      loom_replayer_seek (replayer, loom_replayer_find_previous_line (replayer));
      break;
    case GO_LINE_FORWARD:
      loom_replayer_seek (replayer, loom_replayer_find_next_line (replayer));
      break;
    case GO_FIRST:
      loom_replayer_seek (replayer, 1);
      break;
    case GO_LAST:
      loom_replayer_seek (replayer, G_MAXUINT64);
      break;
    case GO_TO_CURSOR:
      loom_replayer_seek (replayer,
                          loom_replayer_find_line (replayer, loom_line_link_get_cursor (link)));
      break;
    }
}

static gboolean
play_cb (gpointer data)
{
  LoomReplayPane *self = data;
  const guint64 at = loom_replayer_get_at (self->replayer);

  loom_replayer_seek (self->replayer, at + 1);
  if (loom_replayer_get_at (self->replayer) != at)
    return G_SOURCE_CONTINUE;
  stop (self);
  return G_SOURCE_REMOVE;
}

static void
play_action (LoomReplayPane *self)
{
  if (self->playing != 0)
    {
      stop (self);
      return;
    }
  self->playing = g_timeout_add (PLAY_MS, play_cb, self);
  gtk_button_set_icon_name (self->play, "media-playback-pause-symbolic");
}

/* Only what the user does with the scale, in whole steps. */
static gboolean
scrub_cb (LoomReplayPane *self,
          GtkScrollType   scroll,
          double          value)
{
  stop (self);
  loom_replayer_seek (self->replayer, (guint64) CLAMP (value + 0.5, 1, (double) G_MAXINT64));
  return TRUE;
}

/* To the line in the source. */
static void
show_line_action (LoomReplayPane *self)
{
  const LoomTraceInstruction *instruction = loom_replayer_get_instruction (self->replayer);

  if (instruction != NULL && instruction->line > 0)
    loom_action_activate (GTK_WIDGET (self), "win.show-place", "(su)",
                          instruction->file != NULL ? instruction->file : "", instruction->line);
}

/* Where text is entered, lists have rows to go to, or a button is pressed. */
static gboolean
has_own_keys (GtkWidget *focus,
              guint      keyval)
{
  return focus == NULL || GTK_IS_TEXT (focus) || GTK_IS_TEXT_VIEW (focus) ||
         gtk_widget_get_ancestor (focus, GTK_TYPE_COLUMN_VIEW) != NULL ||
         (GTK_IS_BUTTON (focus) && (keyval == GDK_KEY_space || keyval == GDK_KEY_Return ||
                                    keyval == GDK_KEY_KP_Enter));
}

/* Else keys hold in the whole page. */
static gboolean
key_cb (LoomReplayPane *self,
        guint           keyval,
        guint           keycode,
        GdkModifierType modifiers)
{
  static const struct { guint keyval; const char *action; } keys[] = {
    { GDK_KEY_space, "replay.play" },        { GDK_KEY_Left, "replay.back" },
    { GDK_KEY_Right, "replay.forward" },     { GDK_KEY_Up, "replay.line-back" },
    { GDK_KEY_Down, "replay.line-forward" }, { GDK_KEY_Home, "replay.first" },
    { GDK_KEY_End, "replay.last" },          { GDK_KEY_Return, "replay.show-line" },
    { GDK_KEY_KP_Enter, "replay.show-line" }, { GDK_KEY_c, "replay.to-cursor" },
  };
  const GdkModifierType held = modifiers & gtk_accelerator_get_default_mod_mask ();

  if (held != 0 || has_own_keys (gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self))),
                                 keyval))
    return GDK_EVENT_PROPAGATE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].keyval == keyval)
      {
        loom_action_activate (GTK_WIDGET (self), keys[i].action, NULL);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

/* -- Watching -- */

static void
watch (LoomReplayPane *self,
       const char     *expression)
{
  g_autoptr (GError) error = NULL;
  const gboolean is_watched = loom_replay_lanes_watch (self->lanes, expression, &error);

  gtk_label_set_label (self->watch_error, is_watched ? "" : error->message);
  gtk_widget_set_visible (GTK_WIDGET (self->watch_error), !is_watched);
  loom_widget_set_css_class (self->watch, "error", !is_watched);
  if (is_watched)
    gtk_editable_set_text (GTK_EDITABLE (self->watch), "");
}

static void
watch_cb (LoomReplayPane *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->watch));

  if (*text != '\0')
    watch (self, text);
}

/* A register that is activated is watched over all lanes. */
static void
register_cb (LoomReplayPane *self,
             guint           position)
{
  const char *name = loom_replay_registers_get_name (self->registers, position);

  if (name != NULL)
    watch (self, *name == '%' ? name + 1 : name);
}

static void
unwatch_action (LoomReplayPane *self)
{
  loom_replay_lanes_unwatch (self->lanes);
}

/* -- The pane -- */

static void
point (LoomReplayPane *self)
{
  const gboolean is_mapped = gtk_widget_get_mapped (GTK_WIDGET (self));

  loom_replayer_set_watched (self->replayer, is_mapped);
  if (is_mapped)
    point_at_line (self);
  else
    loom_line_link_set_marked (loom_session_get_line_link (self->session), 0);
}

/* Not while widgets are being placed: source and picture would have to be placed anew. */
static void
map_cb (LoomReplayPane *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    stop (self);
  loom_call_later (&self->pointing, G_PRIORITY_DEFAULT_IDLE, 0, G_CALLBACK (point), self);
}

static void
loom_replay_pane_set_session (LoomPane    *pane,
                              LoomSession *session)
{
  LoomReplayPane *self = LOOM_REPLAY_PANE (pane);

  self->session = session;
  self->replayer = loom_session_get_replayer (session);
  loom_connect (session, "notify::run", run_cb, self);
  loom_connect (self->replayer, "changed", changed_cb, self);
  g_signal_connect_after (self, "map", G_CALLBACK (map_cb), NULL);
  g_signal_connect_after (self, "unmap", G_CALLBACK (map_cb), NULL);
  changed_cb (self);
}

static gboolean
loom_replay_pane_grab_focus (GtkWidget *widget)
{
  LoomReplayPane *self = LOOM_REPLAY_PANE (widget);

  self->is_awaited = loom_replayer_get_state (self->replayer) == NULL;
  return !self->is_awaited && gtk_widget_grab_focus (GTK_WIDGET (self->scale));
}

static void
loom_replay_pane_dispose (GObject *object)
{
  LoomReplayPane *self = LOOM_REPLAY_PANE (object);

  g_clear_handle_id (&self->playing, g_source_remove);
  g_clear_handle_id (&self->pointing, g_source_remove);
  g_clear_object (&self->registers);
  g_clear_object (&self->lanes);
  g_clear_object (&self->shared);
  g_clear_pointer (&self->parameters, g_ptr_array_unref);
  g_clear_pointer (&self->run, loom_run_unref);

  G_OBJECT_CLASS (loom_replay_pane_parent_class)->dispose (object);
}

static void
loom_replay_pane_class_init (LoomReplayPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "replay.play", NULL, G_CALLBACK (play_action) },
    { "replay.back", NULL, G_CALLBACK (go_action), GO_BACK },
    { "replay.forward", NULL, G_CALLBACK (go_action), GO_FORWARD },
    { "replay.line-back", NULL, G_CALLBACK (go_action), GO_LINE_BACK },
    { "replay.line-forward", NULL, G_CALLBACK (go_action), GO_LINE_FORWARD },
    { "replay.first", NULL, G_CALLBACK (go_action), GO_FIRST },
    { "replay.last", NULL, G_CALLBACK (go_action), GO_LAST },
    { "replay.to-cursor", NULL, G_CALLBACK (go_action), GO_TO_CURSOR },
    { "replay.show-line", NULL, G_CALLBACK (show_line_action) },
    { "replay.unwatch", NULL, G_CALLBACK (unwatch_action) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_replay_pane_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = loom_replay_pane_grab_focus;
  LOOM_PANE_CLASS (klass)->set_session = loom_replay_pane_set_session;

  g_type_ensure (LOOM_TYPE_LANE_STRIP);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-replay-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, begin);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, play);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, scale);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, step);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, place);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, instruction);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, strip);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, register_view);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, lane_view);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, watch);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, watch_error);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, memory);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, missing);
  gtk_widget_class_bind_template_child (widget_class, LoomReplayPane, shared_view);
  gtk_widget_class_bind_template_callback (widget_class, scrub_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_bind_template_callback (widget_class, watch_cb);
  gtk_widget_class_bind_template_callback (widget_class, register_cb);
}

static void
loom_replay_pane_init (LoomReplayPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->parameters = g_ptr_array_new_with_free_func (g_free);
  self->registers = loom_replay_registers_new (self->register_view);
  self->lanes = loom_replay_lanes_new (self->lane_view);
  self->shared = loom_replay_shared_new (self->shared_view);
}
