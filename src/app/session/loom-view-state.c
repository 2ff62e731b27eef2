/* loom-view-state.c: how the runs of a session are looked at
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-view-state.h"

#include "loom-class.h"
#include "loom-view-settings.h"

#include <string.h>

typedef enum
{
  KEY_ARRAY,
  KEY_LENS,
  KEY_COLORMAP,
  KEY_LIMITS,
  KEY_SCALE,
  KEY_ORIGIN,
  KEY_PLANE,
  KEY_STYLE,
  KEY_MEMBER,
  N_KEYS
} Key;

#define BIT(key) (1u << (key))
#define FIELD(field) G_STRUCT_OFFSET (LoomView, field), sizeof (((LoomView *) NULL)->field)

/* What `[view]` can say, and where a view has it. */
static const struct
{
  const char *name;
  gsize       offset, size;
} keys[N_KEYS] = {
  [KEY_ARRAY] = { "array", FIELD (array) },
  [KEY_LENS] = { "lens", FIELD (lens) },
  [KEY_COLORMAP] = { "colormap", FIELD (colormap) },
  [KEY_LIMITS] = { "limits", FIELD (limits) },
  [KEY_SCALE] = { "scale", FIELD (logarithmic) },
  [KEY_ORIGIN] = { "origin", FIELD (origin_lower) },
  [KEY_PLANE] = { "plane", FIELD (plane) },
  [KEY_STYLE] = { "style", FIELD (pystencils) },
  [KEY_MEMBER] = { "member", FIELD (member) },
};

struct _LoomViewState
{
  GObject       parent_instance;

  LoomRun      *given;          /* by the session, or NULL */
  LoomRun      *run;            /* that is shown: what was given, or a variation of it */
  guint         moment;         /* of the given run's steps */
  LoomView      view;           /* what is wanted; a picture may have to fall back */
  LoomCell      pin;
  LoomSite      thread;
  gboolean      has_pin;
  gboolean      painting;
  gboolean      has_thread;

  LoomDocument *document;       /* as it is now, or NULL */
  char         *settings[N_KEYS];       /* what its [view] says */
  char         *replaced[N_KEYS];       /* what it said of a key when that was chosen by hand */
  guint         unwritten;      /* bits of keys: chosen by hand, not in the text yet */
  gboolean      keeps_lens;     /* it was chosen, or the document names it: a new run keeps it */
  gboolean      awaits_lens;
  LoomLens      awaited;        /* chosen, and the runs so far have nothing to see through it */
  gboolean      is_new;         /* the document: the next run is its first */
  gboolean      has_result;     /* behind the arrays of the run: that of an expression */
  gboolean      is_compared;    /* the run is a variation that has differences from another */
  gboolean      is_behind;      /* the session's run is a later one, without a picture */
};

enum {
  PROP_0,
  PROP_VIEW,
  PROP_PIN,
  PROP_THREAD,
  PROP_PAINTING,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomViewState, loom_view_state, G_TYPE_OBJECT)

static GParamSpec *properties [N_PROPS];

static void
loom_view_state_finalize (GObject *object)
{
  LoomViewState *self = LOOM_VIEW_STATE (object);

  g_clear_pointer (&self->given, loom_run_unref);
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_pointer (&self->document, loom_document_unref);
  for (guint key = 0; key < N_KEYS; key++)
    {
      g_free (self->settings[key]);
      g_free (self->replaced[key]);
    }

  G_OBJECT_CLASS (loom_view_state_parent_class)->finalize (object);
}

static void
loom_view_state_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  LoomViewState *self = LOOM_VIEW_STATE (object);
  gconstpointer pointer = &self->view;

  if (prop_id == PROP_PAINTING)
    {
      g_value_set_boolean (value, self->painting);
      return;
    }
  if (prop_id == PROP_PIN)
    pointer = loom_view_state_get_pin (self);
  else if (prop_id == PROP_THREAD)
    pointer = loom_view_state_get_thread (self);
  g_value_set_pointer (value, (gpointer) pointer);
}

static void
loom_view_state_class_init (LoomViewStateClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = loom_view_state_finalize;
  object_class->get_property = loom_view_state_get_property;
  properties[PROP_VIEW] = g_param_spec_pointer ("view", NULL, NULL, flags);
  properties[PROP_PIN] = g_param_spec_pointer ("pin", NULL, NULL, flags);
  properties[PROP_THREAD] = g_param_spec_pointer ("thread", NULL, NULL, flags);
  properties[PROP_PAINTING] = g_param_spec_boolean ("painting", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  LOOM_SIGNAL_NEW (klass, "painted", 2, G_TYPE_POINTER, G_TYPE_POINTER);
}

static void
loom_view_state_init (LoomViewState *self)
{
  loom_view_init (&self->view, NULL);
}

static LoomRunArray *
get_array (LoomRun *run,
           guint    array)
{
  return run != NULL && array < run->arrays->len ? g_ptr_array_index (run->arrays, array) : NULL;
}

/* The view that a run begins with: what the document says, else the lens that tells most; what was
 * chosen by hand stays as long as the run has it. */
static LoomView
find_first_view (LoomViewState *self,
                 LoomRun       *run,
                 gboolean       is_new)
{
  const LoomRunArray *last = get_array (self->run, self->view.array),
                     *next = get_array (run, self->view.array);
  LoomView view = self->view, fresh;

  loom_view_init (&fresh, run);
  fresh.borders = view.borders;
  fresh.colormap = view.colormap;
  if (!is_new)
    {
      fresh.origin_lower = view.origin_lower;
      fresh.pystencils = view.pystencils;
    }
  if (is_new || last == NULL || next == NULL || g_strcmp0 (last->name, next->name) != 0)
    {
      self->keeps_lens = self->document != NULL
                         && loom_document_get_value (self->document, "view", "lens") != NULL;
      if (self->document != NULL)
        loom_view_apply_settings (&fresh, run, self->document);
      return fresh;
    }
  if (self->keeps_lens && loom_lens_is_available (view.lens, run, view.array))
    return view;
  if (fresh.array == view.array || !loom_lens_is_available (view.lens, run, view.array))
    view.lens = fresh.lens;
  return view;
}

/**
 * loom_view_state_begin_document:
 *
 * The next document is another one: how the last one was looked at is over, though its run is shown
 * until there is one of the new.
 */
void
loom_view_state_begin_document (LoomViewState *self)
{
  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  self->is_new = TRUE;
  self->awaits_lens = FALSE;
  self->unwritten = 0;
}

/* Which keys have come, gone or changed since the last text, as bits. */
static guint
find_edited_keys (LoomViewState *self)
{
  guint edited = 0;

  for (guint key = 0; key < N_KEYS; key++)
    {
      const char *value = loom_document_get_value (self->document, "view", keys[key].name);

      if (g_strcmp0 (value, self->settings[key]) == 0)
        continue;
      g_free (self->settings[key]);
      self->settings[key] = g_strdup (value);
      edited |= BIT (key);
    }
  return edited;
}

static void
copy_key (LoomView       *to,
          const LoomView *from,
          Key             key)
{
  memcpy (G_STRUCT_MEMBER_P (to, keys[key].offset), G_STRUCT_MEMBER_P (from, keys[key].offset),
          keys[key].size);
}

/* What the text says. What it says no longer is as with a new run; a word that is not whole yet
 * changes nothing. */
static LoomView
read_settings (LoomViewState *self)
{
  static const Key fresh_keys[]
      = { KEY_ARRAY, KEY_LENS, KEY_LIMITS, KEY_SCALE, KEY_PLANE, KEY_MEMBER };
  LoomView fresh, view = self->view;

  loom_view_init (&fresh, self->run);
  for (guint i = 0; i < G_N_ELEMENTS (fresh_keys); i++)
    if (self->settings[fresh_keys[i]] == NULL)
      copy_key (&view, &fresh, fresh_keys[i]);
  view.pystencils = view.origin_lower = FALSE;
  loom_view_apply_settings (&view, self->run, self->document);
  return view;
}

/**
 * loom_view_state_take_document:
 * @document: the document as it is now
 *
 * Follows the lines of `[view]` that have changed. What else was chosen by hand stays.
 */
void
loom_view_state_take_document (LoomViewState *self,
                               LoomDocument  *document)
{
  LoomView said, view = self->view;
  guint edited;

  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  g_clear_pointer (&self->document, loom_document_unref);
  self->document = loom_document_ref (document);
  edited = find_edited_keys (self);
  /* the first run of another document takes all of its settings */
  if (edited == 0 || self->run == NULL || self->is_new)
    return;
  if (edited & BIT (KEY_LENS))
    self->keeps_lens = self->settings[KEY_LENS] != NULL;
  if (edited & BIT (KEY_ARRAY))
    edited |= BIT (KEY_MEMBER);
  if (edited & BIT (KEY_STYLE))
    edited |= BIT (KEY_ORIGIN);
  said = read_settings (self);
  for (guint key = 0; key < N_KEYS; key++)
    if (edited & BIT (key))
      copy_key (&view, &said, key);
  loom_view_state_set_view (self, &view);
}

static void
replace_run (LoomViewState *self,
             LoomRun       *run)
{
  g_clear_pointer (&self->run, loom_run_unref);
  self->run = run;
  self->is_compared = FALSE;
}

/* What is shown is of the run itself again. */
static void
drop_differences (LoomViewState *self)
{
  if (self->is_compared)
    replace_run (self, loom_run_ref (self->run->original));
}

/**
 * loom_view_state_get_moment_number:
 * @number: (out): of the moment that is shown
 *
 * Returns: whether it is another one than the end
 */
gboolean
loom_view_state_get_moment_number (LoomViewState *self,
                                   guint64       *number)
{
  g_return_val_if_fail (LOOM_IS_VIEW_STATE (self), FALSE);

  if (self->given == NULL || self->moment + 1 >= loom_view_state_count_moments (self))
    return FALSE;
  *number = g_array_index (self->given->frames, LoomRunFrame, self->moment).moment;
  return TRUE;
}

/* Of the run that was given, as it was at the moment that was chosen. */
static LoomRun *
new_shown_run (LoomViewState *self)
{
  if (self->given == NULL)
    return NULL;
  return self->moment + 1 >= loom_view_state_count_moments (self)
         ? loom_run_ref (self->given) : loom_run_new_frame (self->given, self->moment);
}

/* A key of the view is chosen by hand, whatever the document says. */
static void
mark_chosen (LoomViewState *self,
             Key            key)
{
  self->unwritten |= BIT (key);
  g_free (self->replaced[key]);
  self->replaced[key] = g_strdup (self->settings[key]);
}

/* The first run that has something to see through the lens that somebody waits for. */
static void
take_awaited_lens (LoomViewState *self,
                   LoomRun       *run)
{
  if (!self->awaits_lens || !loom_lens_is_available (self->awaited, run, self->view.array))
    return;
  self->view.lens = self->awaited;
  self->awaits_lens = FALSE;
  self->keeps_lens = TRUE;
  mark_chosen (self, KEY_LENS);
}

/**
 * loom_view_state_take_run:
 * @run: (nullable): the run of the session
 * @is_stale: whether it is not one of the document as it is
 *
 * Shows another run, the same way as the last one where that is possible. A fault may take all that
 * was on a GPU with it: then the run before it stays, as the last that has a picture.
 */
void
loom_view_state_take_run (LoomViewState *self,
                          LoomRun       *run,
                          gboolean       is_stale)
{
  const gboolean is_new = self->is_new;
  guint64 number = 0;
  const gboolean has_number = !is_new && loom_view_state_get_moment_number (self, &number);
  gboolean is_behind;

  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  is_behind = run != NULL && run->trap != NULL && run->arrays->len == 0 && self->run != NULL
              && self->run->arrays->len > 0;
  if (is_behind == self->is_behind && (is_behind || run == self->given))
    return;
  self->is_behind = is_behind;
  if (!is_behind && run != self->given)
    {
      if (run != NULL)
        {
          /* a late result of the last document is stale, and not what was waited for */
          self->is_new = is_new && is_stale;
          self->view = find_first_view (self, run, is_new);
          take_awaited_lens (self, run);
        }
      self->has_result = FALSE;
      g_clear_pointer (&self->given, loom_run_unref);
      self->given = run != NULL ? loom_run_ref (run) : NULL;
      /* a moment that is looked at stays in the next run, where that has it */
      self->moment = MAX (loom_view_state_count_moments (self), 1) - 1;
      for (guint i = 0; has_number && self->given != NULL && i < self->given->frames->len; i++)
        if (g_array_index (self->given->frames, LoomRunFrame, i).moment == number)
          self->moment = i;
      replace_run (self, new_shown_run (self));
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

LoomRun *
loom_view_state_get_run (LoomViewState *self)
{
  g_return_val_if_fail (LOOM_IS_VIEW_STATE (self), NULL);

  return self->run;
}

/**
 * loom_view_state_count_moments:
 *
 * Returns: how many moments of the run's steps can be shown; 0 if there are none to choose from
 */
guint
loom_view_state_count_moments (LoomViewState *self)
{
  const GArray *frames;

  g_return_val_if_fail (LOOM_IS_VIEW_STATE (self), 0);

  if (self->given == NULL || self->given->frames->len == 0)
    return 0;
  frames = self->given->frames;
  return frames->len + (g_array_index (frames, LoomRunFrame, frames->len - 1).moment <
                        self->given->moments);
}

guint
loom_view_state_get_moment (LoomViewState *self)
{
  g_return_val_if_fail (LOOM_IS_VIEW_STATE (self), 0);

  return self->moment;
}

/**
 * loom_view_state_set_moment:
 * @moment: an index; one beyond the last is the last
 *
 * Shows what the arrays held at a moment of the steps. What an expression came to is left.
 */
void
loom_view_state_set_moment (LoomViewState *self,
                            guint          moment)
{
  const guint n = loom_view_state_count_moments (self);

  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  if (n == 0 || MIN (moment, n - 1) == self->moment)
    return;
  self->moment = MIN (moment, n - 1);
  if (self->view.array >= self->given->arrays->len)
    self->view.array = MAX (self->given->main_array, 0);
  self->has_result = FALSE;
  replace_run (self, new_shown_run (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

/**
 * loom_view_state_is_behind:
 *
 * Returns: whether the run that is shown is an earlier one, since the last left nothing to show
 */
gboolean
loom_view_state_is_behind (LoomViewState *self)
{
  g_return_val_if_fail (LOOM_IS_VIEW_STATE (self), FALSE);

  return self->is_behind;
}

/**
 * loom_view_state_get_struct_type:
 *
 * Returns: (transfer none) (nullable): the type of the cells that are shown, if they have members
 */
const LoomType *
loom_view_state_get_struct_type (LoomViewState *self)
{
  const LoomRunArray *array;
  const LoomType *type;

  g_return_val_if_fail (LOOM_IS_VIEW_STATE (self), NULL);

  array = get_array (self->run, self->view.array);
  type = array != NULL ? loom_array_get_cell_type (array->array) : NULL;
  return type != NULL && loom_type_count_components (type) > 1
         && *loom_type_get_component (type, 0).name != '\0' ? type : NULL;
}

const LoomView *
loom_view_state_get_view (LoomViewState *self)
{
  g_return_val_if_fail (LOOM_IS_VIEW_STATE (self), NULL);

  return &self->view;
}

/**
 * loom_view_state_set_view:
 * @view: how to look at the run
 *
 * Looks at the run another way, which nobody has chosen for the document.
 */
void
loom_view_state_set_view (LoomViewState  *self,
                          const LoomView *view)
{
  g_return_if_fail (LOOM_IS_VIEW_STATE (self));
  g_return_if_fail (view != NULL);

  if (loom_view_equal (&self->view, view))
    return;
  self->view = *view;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

/**
 * loom_view_state_show_result:
 * @name: what it is called in the list of arrays
 * @array: what an expression came to
 *
 * Shows an array beside those of the run, in place of one that was shown so before, until there is
 * another run.
 */
void
loom_view_state_show_result (LoomViewState *self,
                             const char    *name,
                             LoomArray     *array)
{
  g_autoptr (LoomRun) last = NULL;

  g_return_if_fail (LOOM_IS_VIEW_STATE (self) && name != NULL && array != NULL);

  drop_differences (self);
  last = g_steal_pointer (&self->run);
  if (last == NULL)
    self->run = loom_run_new ();
  else
    self->run = loom_run_new_variation (self->has_result && last->original != NULL ? last->original
                                                                                   : last);
  g_ptr_array_add (self->run->arrays, loom_run_array_new (name, array));
  self->has_result = TRUE;
  self->view.array = self->run->arrays->len - 1;
  self->view.lens = LOOM_LENS_VALUE;
  self->view.plane = 0;
  self->view.member = 0;
  loom_view_state_set_pin (self, NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

static void
look_through (LoomViewState *self,
              LoomLens       lens)
{
  self->view.lens = lens;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

/**
 * loom_view_state_show_differences:
 * @run: a variation of the run that is shown, with its differences from another
 * @lens: how to look at it
 *
 * Shows what differs in another run, until another run or moment is shown.
 */
void
loom_view_state_show_differences (LoomViewState *self,
                                  LoomRun       *run,
                                  LoomLens       lens)
{
  g_return_if_fail (LOOM_IS_VIEW_STATE (self));
  g_return_if_fail (run != NULL && run->original == self->run);

  replace_run (self, loom_run_ref (run));
  self->is_compared = TRUE;
  look_through (self, lens);
}

/**
 * loom_view_state_hide_differences:
 * @lens: how to look at the run instead
 *
 * Shows the run as it was before.
 */
void
loom_view_state_hide_differences (LoomViewState *self,
                                  LoomLens       lens)
{
  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  drop_differences (self);
  look_through (self, lens);
}

/**
 * loom_view_state_choose:
 * @view: how a person wants to look at the run
 *
 * Looks at the run that way. It is written when the document is saved: a look from another side is
 * no edit, and a key pressed to undo means the last edit.
 */
void
loom_view_state_choose (LoomViewState  *self,
                        const LoomView *view)
{
  g_return_if_fail (LOOM_IS_VIEW_STATE (self));
  g_return_if_fail (view != NULL);

  for (guint key = 0; key < N_KEYS; key++)
    if (memcmp (G_STRUCT_MEMBER_P (view, keys[key].offset),
                G_STRUCT_MEMBER_P (&self->view, keys[key].offset), keys[key].size) != 0)
      mark_chosen (self, key);
  loom_view_state_set_view (self, view);
}

/**
 * loom_view_state_choose_lens:
 * @lens: a lens that is available
 *
 * Looks at the array that is shown through a lens, which further runs keep.
 */
void
loom_view_state_choose_lens (LoomViewState *self,
                             LoomLens       lens)
{
  LoomView view;

  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  view = self->view;
  view.lens = lens;
  self->keeps_lens = TRUE;
  self->awaits_lens = FALSE;
  loom_view_state_choose (self, &view);
}

/**
 * loom_view_state_await_lens:
 * @lens: a lens with nothing to see yet
 *
 * Looks at the array through a lens as soon as there is a run with something to see, unless another
 * one is chosen before.
 */
void
loom_view_state_await_lens (LoomViewState *self,
                            LoomLens       lens)
{
  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  self->awaits_lens = TRUE;
  self->awaited = lens;
}

/**
 * loom_view_state_choose_member:
 * @member: which number of each cell
 *
 * Shows the values of a member, through the lens for values where it is available.
 */
void
loom_view_state_choose_member (LoomViewState *self,
                               guint          member)
{
  LoomView view;

  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  view = self->view;
  view.member = member;
  if (loom_lens_is_available (LOOM_LENS_VALUE, self->run, view.array))
    {
      self->keeps_lens = TRUE;
      view.lens = LOOM_LENS_VALUE;
    }
  loom_view_state_choose (self, &view);
}

static char *
dup_value (LoomViewState *self,
           Key            key)
{
  const LoomView *view = &self->view;
  const LoomRunArray *array = get_array (self->run, view->array);
  g_autofree char *limits = NULL;
  const LoomType *type;

  switch (key)
    {
    case KEY_ARRAY:
      return array != NULL ? g_strdup (array->name) : NULL;
    case KEY_LENS:
      return g_strdup (loom_lens_get_name (view->lens));
    case KEY_COLORMAP:
      return g_strdup (loom_colormap_get_name (view->colormap));
    case KEY_LIMITS:
      limits = loom_color_limits_format (&view->limits);
      return *limits != '\0' ? g_steal_pointer (&limits) : NULL;
    case KEY_SCALE:
      return view->logarithmic ? g_strdup ("log") : NULL;
    case KEY_ORIGIN:
      return g_strdup (view->origin_lower ? "lower" : "upper");
    case KEY_PLANE:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, view->plane);
    case KEY_STYLE:
      /* there is one style that has a name; without it the pictures are the program's own */
      return view->pystencils ? g_strdup ("pystencils") : NULL;
    case KEY_MEMBER:
      type = loom_view_state_get_struct_type (self);
      return type != NULL ? g_strdup (loom_type_get_component (type, view->member).name) : NULL;
    case N_KEYS:
    default:
      g_return_val_if_reached (NULL);
    }
}

/* What somebody has typed since then counts more; what the console shows the document has no word
 * for. */
static gboolean
is_to_write (LoomViewState *self,
             Key            key,
             const char    *value)
{
  const gboolean is_result = self->has_result && self->view.array + 1 == self->run->arrays->len;

  return (self->unwritten & BIT (key)) != 0 && !(key == KEY_ARRAY && is_result)
         && g_strcmp0 (self->settings[key], self->replaced[key]) == 0
         && g_strcmp0 (self->settings[key], value) != 0;
}

static char *
dup_text_with_view (LoomViewState *self,
                    const char    *old)
{
  char *text = g_strdup (old);

  for (guint key = 0; key < N_KEYS; key++)
    {
      g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
      g_autofree char *value = dup_value (self, key);
      g_autofree char *before = NULL;
      LoomTextEdit edit = { 0 };

      if (!is_to_write (self, key, value)
          || !loom_document_edit (document, "view", keys[key].name, value, &edit, NULL))
        continue;
      before = text;
      text = loom_text_edit_apply (&edit, before);
      loom_text_edit_clear (&edit);
    }
  return text;
}

/**
 * loom_view_state_write:
 * @text: that of its document
 *
 * Writes what was chosen by hand. A document without settings gains none by being looked at.
 *
 * Returns: (transfer full) (nullable): the text that says so; %NULL if there is nothing to write
 */
char *
loom_view_state_write (LoomViewState *self,
                       const char    *text)
{
  char *written;

  g_return_val_if_fail (LOOM_IS_VIEW_STATE (self), NULL);

  if (self->unwritten == 0 || !loom_document_has_block (self->document))
    return NULL;
  written = dup_text_with_view (self, text);
  self->unwritten = 0;
  return written;
}

/**
 * loom_view_state_get_pin:
 *
 * Returns: (transfer none) (nullable): the cell that was clicked to stay selected
 */
const LoomCell *
loom_view_state_get_pin (LoomViewState *self)
{
  g_return_val_if_fail (LOOM_IS_VIEW_STATE (self), NULL);

  return self->has_pin ? &self->pin : NULL;
}

/**
 * loom_view_state_set_pin:
 * @cell: (nullable): the cell that stays selected, in place of a thread
 */
void
loom_view_state_set_pin (LoomViewState  *self,
                         const LoomCell *cell)
{
  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  if (cell != NULL)
    loom_view_state_set_thread (self, NULL);
  if (cell == NULL ? !self->has_pin
                   : self->has_pin && memcmp (cell, &self->pin, sizeof *cell) == 0)
    return;
  if (cell != NULL)
    self->pin = *cell;
  self->has_pin = cell != NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PIN]);
}

/**
 * loom_view_state_get_thread:
 *
 * Returns: (transfer none) (nullable): the thread of the run that is selected
 */
const LoomSite *
loom_view_state_get_thread (LoomViewState *self)
{
  g_return_val_if_fail (LOOM_IS_VIEW_STATE (self), NULL);

  return self->has_thread ? &self->thread : NULL;
}

/**
 * loom_view_state_set_thread:
 * @thread: (nullable): a thread of the run, selected in place of a cell
 */
void
loom_view_state_set_thread (LoomViewState  *self,
                            const LoomSite *thread)
{
  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  if (thread == NULL ? !self->has_thread
                     : self->has_thread && loom_dim3_equal (&thread->block, &self->thread.block) &&
                       loom_dim3_equal (&thread->thread, &self->thread.thread))
    return;
  if (thread != NULL)
    {
      loom_view_state_set_pin (self, NULL);
      self->thread = *thread;
    }
  self->has_thread = thread != NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_THREAD]);
}

gboolean
loom_view_state_get_painting (LoomViewState *self)
{
  g_return_val_if_fail (LOOM_IS_VIEW_STATE (self), FALSE);

  return self->painting;
}

/**
 * loom_view_state_set_painting:
 * @painting: whether a cell of the array that is shown is painted where it would be selected
 */
void
loom_view_state_set_painting (LoomViewState *self,
                              gboolean       painting)
{
  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  if (self->painting == painting)
    return;
  self->painting = painting;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAINTING]);
}

/**
 * loom_view_state_paint:
 * @from: the cell that was marked first
 * @to: the last one, in the opposite corner
 *
 * Tells whoever lets cells be painted of some.
 */
void
loom_view_state_paint (LoomViewState  *self,
                       const LoomCell *from,
                       const LoomCell *to)
{
  g_return_if_fail (LOOM_IS_VIEW_STATE (self));

  g_signal_emit_by_name (self, "painted", from, to);
}
