/* loom-raw-window.c: asks what a file of bytes holds
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-raw-window.h"

#include "loom-action.h"
#include "loom-arithmetic.h"
#include "loom-class.h"
#include "loom-connect.h"
#include "loom-field-note.h"
#include "loom-format.h"
#include "loom-input.h"
#include "loom-launch.h"
#include "loom-page.h"
#include "loom-raw-preview.h"
#include "loom-resources.h"
#include "loom-template.h"
#include "loom-typeset.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* So much of the file is looked at. */
#define MOST_BYTES (8 << 20)

/* In pixels. */
#define PICTURE_SIZE 192

struct _LoomRawWindow
{
  AdwWindow       parent_instance;

  LoomSession    *session;
  GFile          *file;
  GCancellable   *loading;      /* or NULL */
  GBytes         *start;        /* of the file; NULL: not read yet */
  guint64         size;         /* of all of it */
  char           *own_type;     /* of the array that is chosen */

  GtkButton      *use;
  GtkLabel       *about;
  AdwComboRow    *array;
  AdwComboRow    *type;
  AdwComboRow    *order;
  AdwEntryRow    *shape;
  LoomFieldNote  *note;
  GtkPicture     *picture;
  GtkLabel       *numbers;

  guint           is_copied : 1;
  guint           is_typed : 1;         /* the shape, by the user */
  guint           updating : 1;
};

G_DEFINE_FINAL_TYPE (LoomRawWindow, loom_raw_window, ADW_TYPE_WINDOW)

/* What a thread reads. */
typedef struct
{
  GBytes  *start;
  guint64  size;
} Beginning;

static void
beginning_free (Beginning *self)
{
  g_clear_pointer (&self->start, g_bytes_unref);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Beginning, beginning_free)

static const char *
get_selected (AdwComboRow *row)
{
  GtkStringObject *object = adw_combo_row_get_selected_item (row);

  return object != NULL ? gtk_string_object_get_string (object) : NULL;
}

static gboolean
is_big_endian (LoomRawWindow *self)
{
  return adw_combo_row_get_selected (self->order) == 1;
}

/* The argument that is chosen; NULL while there is none any more. */
static const LoomPlanArg *
find_argument (LoomRawWindow *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  const char *name = get_selected (self->array);

  for (guint i = 0; plan != NULL && name != NULL && i < plan->args->len; i++)
    {
      const LoomPlanArg *argument = g_ptr_array_index (plan->args, i);

      if (g_str_equal (argument->name, name))
        return argument;
    }
  return NULL;
}

/* The type that is chosen: a struct is known as the array's own alone. */
static gboolean
get_type (LoomRawWindow *self,
          LoomType      *type)
{
  const LoomPlanArg *argument = find_argument (self);
  const char *name = get_selected (self->type);

  if (argument == NULL || name == NULL)
    return FALSE;
  if (g_strcmp0 (name, self->own_type) != 0)
    return loom_type_parse (name, type, NULL);
  *type = argument->type;
  return TRUE;
}

static gboolean
get_shape (LoomRawWindow  *self,
           const LoomType *type,
           LoomShape      *shape,
           GError        **error)
{
  g_autofree char *text
      = loom_arithmetic_dup_list (gtk_editable_get_text (GTK_EDITABLE (self->shape)), NULL, 1,
                                  G_MAXINT64, error);

  return text != NULL && loom_shape_parse (text, shape, error) &&
         loom_input_check_raw (self->size, type, shape, error);
}

static void
show_look (LoomRawWindow   *self,
           const LoomType  *type,
           const LoomShape *shape)
{
  const LoomRawLook look = { self->start, *type, *shape, is_big_endian (self),
                             loom_session_get_view (self->session)->colormap };
  g_autoptr (GdkTexture) texture = loom_raw_look_draw (&look, PICTURE_SIZE);
  g_autofree char *numbers = loom_raw_look_dup_numbers (&look);

  gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (texture));
  gtk_label_set_label (self->numbers, numbers);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Picture of the cells"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  numbers, -1);
}

static void
show_fit (LoomRawWindow   *self,
          const LoomShape *shape,
          const GError    *error)
{
  g_autofree char *text = NULL, *count = NULL;
  guint64 cells = 0;

  if (error == NULL)
    {
      loom_shape_cells (shape, &cells);
      count = loom_typeset_count (cells);
      /* Translators: %s: how many cells an array has */
      text = g_strdup_printf (_("%s cells: all of the file"), count);
      loom_field_note_set_text (self->note, text);
    }
  loom_field_note_set_reason (self->note, error != NULL ? error->message : NULL);
  loom_widget_set_css_class (self->shape, "error", error != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->shape), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  error != NULL ? error->message : text, -1);
}

/* With a shape that does not fit the picture stays that of the last one that did. */
static void
update (LoomRawWindow *self)
{
  g_autoptr (GError) error = NULL;
  LoomShape shape;
  LoomType type;
  gboolean fits = FALSE;

  if (self->updating || self->start == NULL)
    return;
  if (get_type (self, &type))
    {
      fits = get_shape (self, &type, &shape, &error);
      show_fit (self, &shape, error);
    }
  if (fits)
    show_look (self, &type, &shape);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "raw.use", fits);
}

/* As long as nobody has typed a shape, it is what the size of the file tells. */
static void
guess_shape (LoomRawWindow *self)
{
  const LoomPlanArg *argument = find_argument (self);
  g_autofree char *text = NULL;
  LoomShape shape;
  LoomType type;

  if (self->is_typed || self->start == NULL || argument == NULL || !get_type (self, &type))
    return;
  shape = loom_input_guess_shape (MAX (self->size / type.size, 1), &argument->shape);
  text = loom_shape_format (&shape);
  self->updating = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->shape), text);
  self->updating = FALSE;
}

static void
type_cb (LoomRawWindow *self)
{
  if (self->updating)
    return;
  guess_shape (self);
  update (self);
}

static void
shape_cb (LoomRawWindow *self)
{
  if (self->updating)
    return;
  self->is_typed = TRUE;
  update (self);
}

/* Its own type first, then all others that a number can have. */
static void
list_types (LoomRawWindow     *self,
            const LoomPlanArg *argument)
{
  g_autoptr (GtkStringList) types = gtk_string_list_new (NULL);

  g_free (self->own_type);
  self->own_type = loom_type_format (&argument->type);
  gtk_string_list_append (types, self->own_type);
  for (guint scalar = LOOM_SCALAR_BYTES + 1; scalar < LOOM_N_SCALARS; scalar++)
    if (!g_str_equal (loom_scalar_get_name (scalar), self->own_type))
      gtk_string_list_append (types, loom_scalar_get_name (scalar));
  self->updating = TRUE;
  adw_combo_row_set_model (self->type, G_LIST_MODEL (types));
  adw_combo_row_set_selected (self->type, 0);
  self->updating = FALSE;
}

static void
array_cb (LoomRawWindow *self)
{
  const LoomPlanArg *argument = self->updating ? NULL : find_argument (self);

  if (argument == NULL)
    return;
  list_types (self, argument);
  type_cb (self);
}

static void
use_action (LoomRawWindow *self)
{
  const char *type = get_selected (self->type);
  g_autofree char *shape = NULL;
  LoomRawChoice choice = { get_selected (self->array), NULL, NULL, is_big_endian (self) };
  LoomShape parsed;
  LoomType cells;

  if (!get_type (self, &cells) || !get_shape (self, &cells, &parsed, NULL))
    return;
  shape = loom_shape_format (&parsed);
  choice.shape = shape;
  if (g_strcmp0 (type, self->own_type) != 0)
    choice.type = type;
  g_signal_emit_by_name (self, "chosen", &choice);
  gtk_window_close (GTK_WINDOW (self));
}

/* Return in the field is the button. */
static void
activated_cb (LoomRawWindow *self)
{
  use_action (self);
}

static void
read_thread (GTask        *task,
             gpointer      source,
             gpointer      file,
             GCancellable *cancellable)
{
  g_autoptr (Beginning) beginning = g_new0 (Beginning, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, &error);
  g_autoptr (GFileInfo) info = NULL;

  if (stream != NULL)
    info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, cancellable,
                                           &error);
  if (info != NULL)
    {
      gsize read = 0;
      guint8 *data;

      beginning->size = (guint64) g_file_info_get_size (info);
      data = g_malloc (MIN (beginning->size, MOST_BYTES) + 1);
      if (g_input_stream_read_all (G_INPUT_STREAM (stream), data,
                                   (gsize) MIN (beginning->size, MOST_BYTES), &read, cancellable,
                                   &error))
        beginning->start = g_bytes_new_take (g_steal_pointer (&data), read);
      g_free (data);
    }
  if (beginning->start != NULL)
    g_task_return_pointer (task, g_steal_pointer (&beginning), (GDestroyNotify) beginning_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
show_about (LoomRawWindow *self)
{
  g_autofree char *basename = g_file_get_basename (self->file);
  g_autofree char *name = g_filename_display_name (basename);
  g_autofree char *count = loom_typeset_count (self->size), *text = NULL, *copied = NULL;

  /* Translators: a file, and its bytes */
  text = g_strdup_printf (_("“%1$s” has %2$s bytes."), name, count);
  copied = g_strconcat (text, " ", _("It is copied into the folder of the document, which reads "
                                     "files only from there."), NULL);
  gtk_label_set_label (self->about, self->is_copied ? copied : text);
}

/* The window may be gone, or this be cancelled. */
static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (LoomRawWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (Beginning) beginning = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->loading)
    return;
  g_clear_object (&self->loading);
  if (beginning == NULL)
    {
      gtk_label_set_label (self->about, error->message);
      loom_widget_set_css_class (self->about, "error", TRUE);
      return;
    }
  self->start = g_steal_pointer (&beginning->start);
  self->size = beginning->size;
  show_about (self);
  guess_shape (self);
  update (self);
}

static void
start_reading (LoomRawWindow *self)
{
  g_autoptr (GTask) task = NULL;

  self->loading = g_cancellable_new ();
  task = g_task_new (NULL, self->loading, read_cb, g_object_ref (self));
  g_task_set_source_tag (task, start_reading);
  g_task_set_task_data (task, g_object_ref (self->file), g_object_unref);
  g_task_run_in_thread (task, read_thread);
}

static void
list_arrays (LoomRawWindow *self,
             const char    *array)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint selected = 0;

  for (guint i = 0; plan != NULL && i < plan->args->len; i++)
    {
      const LoomPlanArg *argument = g_ptr_array_index (plan->args, i);

      if (!loom_plan_arg_has_memory (argument))
        continue;
      if (g_strcmp0 (argument->name, array) == 0)
        selected = g_list_model_get_n_items (G_LIST_MODEL (names));
      gtk_string_list_append (names, argument->name);
    }
  self->updating = TRUE;
  adw_combo_row_set_model (self->array, G_LIST_MODEL (names));
  adw_combo_row_set_selected (self->array, selected);
  self->updating = FALSE;
  array_cb (self);
}

static void
loom_raw_window_dispose (GObject *object)
{
  LoomRawWindow *self = LOOM_RAW_WINDOW (object);

  loom_cancel (&self->loading);
  self->updating = TRUE;
  loom_template_dispose (object);
}

static void
loom_raw_window_finalize (GObject *object)
{
  LoomRawWindow *self = LOOM_RAW_WINDOW (object);

  g_clear_object (&self->session);
  g_clear_object (&self->file);
  g_clear_pointer (&self->start, g_bytes_unref);
  g_free (self->own_type);

  G_OBJECT_CLASS (loom_raw_window_parent_class)->finalize (object);
}

static void
loom_raw_window_class_init (LoomRawWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "raw.use", NULL, G_CALLBACK (use_action) },
  };

  loom_page_class_init (klass, "loom-raw-window.ui");
  G_OBJECT_CLASS (klass)->dispose = loom_raw_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = loom_raw_window_finalize;
  g_type_ensure (LOOM_TYPE_FIELD_NOTE);
  LOOM_SIGNAL_NEW (klass, "chosen", 1, G_TYPE_POINTER);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  loom_action_bind (klass, "<Control>Return", "raw.use");
  gtk_widget_class_bind_template_child (widget_class, LoomRawWindow, use);
  gtk_widget_class_bind_template_child (widget_class, LoomRawWindow, about);
  gtk_widget_class_bind_template_child (widget_class, LoomRawWindow, array);
  gtk_widget_class_bind_template_child (widget_class, LoomRawWindow, type);
  gtk_widget_class_bind_template_child (widget_class, LoomRawWindow, order);
  gtk_widget_class_bind_template_child (widget_class, LoomRawWindow, shape);
  gtk_widget_class_bind_template_child (widget_class, LoomRawWindow, note);
  gtk_widget_class_bind_template_child (widget_class, LoomRawWindow, picture);
  gtk_widget_class_bind_template_child (widget_class, LoomRawWindow, numbers);
  gtk_widget_class_bind_template_callback (widget_class, array_cb);
  gtk_widget_class_bind_template_callback (widget_class, type_cb);
  gtk_widget_class_bind_template_callback (widget_class, shape_cb);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
}

static void
loom_raw_window_init (LoomRawWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * loom_raw_window_new:
 * @parent: the window that it belongs to
 * @session: whose arrays there are
 * @file: of bytes
 * @array: (nullable): the array that is chosen first
 * @is_copied: whether the file is copied into the document's folder
 *
 * Asks what a file holds.
 *
 * Returns: (transfer none): a window, owned by GTK
 */
LoomRawWindow *
loom_raw_window_new (GtkWindow   *parent,
                     LoomSession *session,
                     GFile       *file,
                     const char  *array,
                     gboolean     is_copied)
{
  LoomRawWindow *self = LOOM_RAW_WINDOW (loom_page_new (LOOM_TYPE_RAW_WINDOW, parent));

  self->session = g_object_ref (session);
  self->file = g_object_ref (file);
  self->is_copied = is_copied;
  gtk_button_set_label (self->use, is_copied ? _("Copy and _Use") : _("_Use"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "raw.use", FALSE);
  loom_field_note_set_text (self->note, "");
  list_arrays (self, array);
  start_reading (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->array));
  return self;
}

/**
 * loom_raw_choice_apply:
 * @session: whose settings say it
 * @name: of the file, from the document's folder on
 * @error: return location; %LOOM_ERROR_DOCUMENT
 *
 * Writes what was chosen, as one step.
 */
gboolean
loom_raw_choice_apply (const LoomRawChoice *self,
                       LoomSession         *session,
                       const char          *name,
                       GError             **error)
{
  g_autofree char *source = loom_input_name_raw (name, self->is_big_endian);
  g_autofree char *fill = g_strconcat ("file:", source, NULL);
  gboolean is_written;

  loom_session_begin_edits (session);
  is_written = (self->type == NULL
                || loom_launch_edit (session, self->array, "type", self->type, error)) &&
               loom_launch_edit (session, self->array, "shape", self->shape, error) &&
               loom_launch_edit (session, self->array, "fill", fill, error);
  loom_session_end_edits (session);
  return is_written;
}
