/* loom-argument-row.c: an array or struct that a kernel is given
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-rows.h"

#include "loom-arithmetic.h"
#include "loom-array-chooser.h"
#include "loom-array-file.h"
#include "loom-connect.h"
#include "loom-field-row.h"
#include "loom-folder.h"
#include "loom-formula.h"
#include "loom-launch.h"
#include "loom-raw-window.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _LoomArgumentRow
{
  AdwExpanderRow        parent_instance;

  LoomSession          *session;
  char                 *name;
  LoomType              type;
  int                   shown_fill;     /* what holds, whatever is being chosen; -1: nothing yet */
  char                 *shown_detail;
  GtkFileChooserNative *chooser;
  char                 *raw_name;       /* of the file that was asked about last, or NULL */

  LoomFieldRow         *shape;
  GtkWidget            *reset_shape;
  AdwComboRow          *fill;
  LoomFieldRow         *detail;
  GtkWidget            *choose_file;

  guint                 choice_is_faulty : 1;
  guint                 updating : 1;
};

/* In the order of the combo row. start: what is written when the user picks it; NULL: once there is
 * a text. */
static const struct
{
  LoomFillKind  kind;
  const char   *title;
  const char   *detail;         /* title of the field for the rest of the value; NULL: none */
  const char   *hint;
  const char   *prefix;         /* of the value in the settings */
  const char   *start;
} fills[] = {
  { LOOM_FILL_ZEROS, N_("Zeros"), NULL, NULL, "zeros", "zeros" },
  { LOOM_FILL_ONES, N_("Ones"), NULL, NULL, "ones", "ones" },
  { LOOM_FILL_IOTA, N_("Counting up"), NULL, NULL, "iota", "iota" },
  { LOOM_FILL_POISON, N_("Nothing (poison)"), NULL, NULL, "poison", "poison" },
  { LOOM_FILL_RANDOM, N_("Random"), N_("Seed"), N_("A whole number"), "random(", "random(1)" },
  { LOOM_FILL_VALUES, N_("Values"), N_("Values"), N_("Numbers, with commas"),
    "values:", NULL },
  { LOOM_FILL_FILE, N_("File"), N_("File"),
    N_("A .npy, .npz, .csv, .png or raw file in the document’s folder"),
    "file:", NULL },
  { LOOM_FILL_EXPR, N_("Formula"), N_("Formula"), N_("CUDA C in x, y, z, cols, rows …"),
    "expr:", "expr:x + y" },
};

G_DEFINE_FINAL_TYPE (LoomArgumentRow, loom_argument_row, ADW_TYPE_EXPANDER_ROW)

static void
try_shape_cb (LoomArgumentRow  *self,
              gboolean          apply,
              GError          **error,
              LoomField        *field)
{
  g_autofree char *value
      = loom_arithmetic_dup_list (loom_field_get_text (field), NULL, 1, G_MAXINT64, error);
  LoomShape shape;

  if (value != NULL && loom_shape_parse (value, &shape, error)
      && loom_launch_try (self->session, self->name, "shape", value, apply, error)
      && apply)
    loom_field_show (field, value);
}

static void
reset_shape_cb (LoomArgumentRow *self)
{
  loom_launch_edit (self->session, self->name, "shape", NULL, NULL);
  loom_field_revert (loom_field_row_get_field (self->shape));
}

/* What was typed, as the settings have it. */
static char *
dup_detail_value (LoomArgumentRow  *self,
                  LoomFillKind      kind,
                  const char       *text,
                  GError          **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autoptr (GFile) folder = NULL;
  guint64 seed;

  if (kind == LOOM_FILL_RANDOM)
    return loom_arithmetic_evaluate (stripped, 0, G_MAXUINT64, &seed, error)
               ? g_strdup_printf ("%" G_GUINT64_FORMAT, seed) : NULL;
  if (*stripped == '\0')
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT, _("there is nothing here"));
  if (kind != LOOM_FILL_FILE)
    return g_steal_pointer (&stripped);

  folder = loom_session_dup_folder (self->session);
  return loom_folder_dup_name (folder != NULL ? g_file_peek_path (folder) : NULL, stripped);
}

static gboolean
check_fill (LoomArgumentRow  *self,
            const char       *value,
            GError          **error)
{
  LoomFill fill = { 0 };
  gboolean good = loom_fill_parse (value, &fill, error)
                  && loom_formula_check_fill (&fill, &self->type, error);

  loom_fill_clear (&fill);
  return good;
}

static void
try_detail_cb (LoomArgumentRow  *self,
               gboolean          apply,
               GError          **error,
               LoomField        *field)
{
  const guint selected = adw_combo_row_get_selected (self->fill);
  g_autofree char *detail = NULL, *value = NULL;

  if (selected >= G_N_ELEMENTS (fills))
    return;
  detail = dup_detail_value (self, fills[selected].kind, loom_field_get_text (field), error);
  if (detail == NULL)
    return;

  value = g_strconcat (fills[selected].prefix, detail,
                       fills[selected].kind == LOOM_FILL_RANDOM ? ")" : NULL, NULL);
  if (check_fill (self, value, error)
      && loom_launch_try (self->session, self->name, "fill", value, apply, error) && apply)
    loom_field_show (field, detail);
}

static void
update_detail (LoomArgumentRow *self)
{
  const guint selected = adw_combo_row_get_selected (self->fill);
  const gboolean has_detail = selected < G_N_ELEMENTS (fills) && fills[selected].detail != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->detail), has_detail);
  if (!has_detail)
    return;
  gtk_widget_set_visible (self->choose_file, fills[selected].kind == LOOM_FILL_FILE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->detail), _(fills[selected].detail));
  loom_field_row_set_hint (self->detail, _(fills[selected].hint));
}

/* What can't be chosen says why where it was chosen. */
static void
show_choice_error (LoomArgumentRow *self,
                   const char      *reason)
{
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->fill), reason != NULL ? reason : "");
  loom_widget_set_css_class (self->fill, "error", reason != NULL);
}

/* A fill that needs a text is chosen, but does not hold before there is one. */
static void
fill_cb (LoomArgumentRow *self)
{
  const guint selected = adw_combo_row_get_selected (self->fill);
  g_autoptr (GError) error = NULL;

  if (self->updating || selected >= G_N_ELEMENTS (fills))
    return;
  update_detail (self);
  loom_field_show (loom_field_row_get_field (self->detail),
                   (int) selected == self->shown_fill ? self->shown_detail : "");
  if (fills[selected].start == NULL)
    gtk_widget_grab_focus (GTK_WIDGET (loom_field_row_get_field (self->detail)));
  else if ((int) selected != self->shown_fill)
    loom_launch_try (self->session, self->name, "fill", fills[selected].start, TRUE,
                              &error);
  show_choice_error (self, error != NULL ? error->message : NULL);
}

static void
raw_chosen_cb (LoomArgumentRow     *self,
               const LoomRawChoice *choice,
               LoomRawWindow       *window)
{
  g_autoptr (GError) error = NULL;

  if (!loom_raw_choice_apply (choice, self->session, self->raw_name, &error))
    show_choice_error (self, error->message);
}

/* A file of bytes beneath the document's folder: nothing in it says what it holds. */
static gboolean
ask_what_it_holds (LoomArgumentRow *self,
                   GFile           *file)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);
  g_autofree char *name = NULL;
  LoomRawWindow *window;

  if (folder == NULL || loom_session_get_plan (self->session) == NULL ||
      loom_array_format_of (g_file_peek_path (file)) != LOOM_ARRAY_FORMAT_RAW)
    return FALSE;
  name = loom_folder_dup_name (g_file_peek_path (folder), g_file_peek_path (file));
  if (g_path_is_absolute (name))
    return FALSE;
  g_free (self->raw_name);
  self->raw_name = g_steal_pointer (&name);
  window = loom_raw_window_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                self->session, file, self->name, FALSE);
  loom_connect (window, "chosen", raw_chosen_cb, self);
  gtk_window_present (GTK_WINDOW (window));
  return TRUE;
}

static void
take_file (GtkWidget    *widget,
           GFile        *file,
           const GError *error)
{
  LoomArgumentRow *self = LOOM_ARGUMENT_ROW (widget);

  if (gtk_widget_get_root (widget) == NULL)
    return;                     /* the row has gone meanwhile */
  if (error != NULL)
    show_choice_error (self, error->message);
  else if (!ask_what_it_holds (self, file))
    loom_array_chooser_type (file, loom_field_row_get_field (self->detail));
}

static void
chosen_cb (LoomArgumentRow *self,
           int              response)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);

  loom_array_chooser_take (chooser, response, GTK_WIDGET (self), self->session, take_file);
}

static void
choose_file_cb (LoomArgumentRow *self)
{
  g_clear_object (&self->chooser);
  self->chooser = loom_array_chooser_new (GTK_WIDGET (self), self->session);
  loom_connect (self->chooser, "response", chosen_cb, self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
loom_argument_row_constructed (GObject *object)
{
  LoomArgumentRow *self = LOOM_ARGUMENT_ROW (object);

  G_OBJECT_CLASS (loom_argument_row_parent_class)->constructed (object);

  loom_connect (loom_field_row_get_field (self->shape), "try", try_shape_cb, self);
  loom_connect (loom_field_row_get_field (self->detail), "try", try_detail_cb, self);
}

static void
loom_argument_row_dispose (GObject *object)
{
  LoomArgumentRow *self = LOOM_ARGUMENT_ROW (object);

  g_clear_object (&self->chooser);
  g_clear_object (&self->session);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->shown_detail, g_free);
  g_clear_pointer (&self->raw_name, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_ARGUMENT_ROW);

  G_OBJECT_CLASS (loom_argument_row_parent_class)->dispose (object);
}

static void
loom_argument_row_class_init (LoomArgumentRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = loom_argument_row_constructed;
  G_OBJECT_CLASS (klass)->dispose = loom_argument_row_dispose;
  g_type_ensure (LOOM_TYPE_FIELD_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-argument-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentRow, shape);
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentRow, reset_shape);
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentRow, choose_file);
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentRow, fill);
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentRow, detail);
  gtk_widget_class_bind_template_callback (widget_class, reset_shape_cb);
  gtk_widget_class_bind_template_callback (widget_class, fill_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_file_cb);
}

static void
loom_argument_row_init (LoomArgumentRow *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  self->updating = TRUE;
  self->shown_fill = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (fills); i++)
    gtk_string_list_append (titles, _(fills[i].title));
  adw_combo_row_set_model (self->fill, G_LIST_MODEL (titles));
  self->updating = FALSE;
}

GtkWidget *
loom_argument_row_new (LoomSession *session)
{
  LoomArgumentRow *self = g_object_new (LOOM_TYPE_ARGUMENT_ROW, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}

static guint
find_fill (LoomFillKind kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (fills); i++)
    if (fills[i].kind == kind)
      return i;
  return 0;
}

static char *
dup_detail (const LoomFill *fill)
{
  if (fill->kind == LOOM_FILL_RANDOM)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, fill->number);
  return g_strdup (fill->text != NULL ? fill->text : "");
}

static char *
dup_shape (const LoomShape *shape)
{
  if (shape->rank == 3)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT,
                            shape->planes, shape->rows, shape->cols);
  if (shape->rank == 2)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT, shape->rows, shape->cols);
  return g_strdup_printf ("%" G_GUINT64_FORMAT, shape->cols);
}

/* What the numbers of a shape are, in the order in which they are typed. */
static const char *
get_shape_title (const LoomShape *shape)
{
  if (shape->rank == 3)
    return _("Shape (planes, rows, columns)");
  if (shape->rank == 2)
    return _("Shape (rows, columns)");
  return _("Shape (elements)");
}

static void
show_fill (LoomArgumentRow *self,
           const LoomFill  *fill)
{
  const guint index = find_fill (fill->kind);
  g_autofree char *detail = dup_detail (fill);

  if ((int) index == self->shown_fill && g_strcmp0 (detail, self->shown_detail) == 0)
    return;

  self->shown_fill = (int) index;
  g_free (self->shown_detail);
  self->shown_detail = g_strdup (detail);
  self->updating = TRUE;
  adw_combo_row_set_selected (self->fill, index);
  self->updating = FALSE;
  update_detail (self);
  loom_field_show (loom_field_row_get_field (self->detail), detail);
  show_choice_error (self, NULL);
}

/* The plan may be older than the settings by a compilation. */
static void
show_shape (LoomArgumentRow   *self,
            LoomPlan          *plan,
            const LoomPlanArg *argument)
{
  g_autofree char *guess = loom_plan_dup_guess (plan, self->name, "shape");
  const char *written = loom_launch_get (self->session, self->name, "shape");
  LoomShape shape;
  g_autofree char *text = NULL;

  if (written == NULL || !loom_shape_parse (written, &shape, NULL))
    shape = argument->shape;
  text = loom_shape_format (&shape);
  gtk_widget_set_visible (GTK_WIDGET (self->shape), argument->kind == LOOM_PARAM_ARRAY);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->shape), get_shape_title (&shape));
  loom_field_row_set_hint (self->shape,
                           guess != NULL ? guess : _("Whole numbers, with commas"));
  loom_field_show (loom_field_row_get_field (self->shape), text);
  gtk_widget_set_sensitive (self->reset_shape, written != NULL);
}

/* What the kernel gets of it: "texture (clamp linear) of float32", or the type alone. */
static char *
dup_kind (const LoomPlanArg *argument,
          const char        *cells)
{
  g_autofree char *how = loom_texture_format (&argument->texture);

  if (argument->texture.kind == LOOM_TEXTURE_SAMPLED)
    /* Translators: 1 settings of a texture, as written, 2 the type of its cells */
    return g_strdup_printf (_("texture (%1$s) of %2$s"), how, cells);
  if (argument->texture.kind == LOOM_TEXTURE_SURFACE && argument->texture.is_layered)
    return g_strdup_printf (_("layered surface of %s"), cells);
  if (argument->texture.kind == LOOM_TEXTURE_SURFACE)
    return g_strdup_printf (_("surface of %s"), cells);
  return g_strdup (cells);
}

/**
 * loom_argument_row_set_argument:
 * @plan: the launch that has it
 * @argument: the argument, bound
 *
 * Shows an argument. As long as it is what it was, what is being chosen or typed stays.
 */
void
loom_argument_row_set_argument (LoomArgumentRow   *self,
                                LoomPlan          *plan,
                                const LoomPlanArg *argument)
{
  g_autofree char *cells = loom_type_format (&argument->type);
  g_autofree char *type = dup_kind (argument, cells);
  g_autofree char *extent = dup_shape (&argument->shape);
  g_autofree char *subtitle = NULL;

  g_return_if_fail (LOOM_IS_ARGUMENT_ROW (self));

  g_free (self->name);
  self->name = g_strdup (argument->name);
  self->type = argument->type;
  if (loom_plan_arg_is_null (argument))
    subtitle = g_strdup ("null");
  else if (argument->same >= 0)
    /* Translators: type of an array, and the argument that is the same array. */
    subtitle = g_strdup_printf (_("%1$s, the same array as %2$s"), type,
                                loom_launch_get (self->session, self->name, "same"));
  else
    /* Translators: type, shape and fill of an array: "float32, 16 × 16, Zeros". */
    subtitle = g_strdup_printf (_("%1$s, %2$s, %3$s"), type, extent,
                                _(fills[find_fill (argument->fill.kind)].title));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self),
                                 argument->owner >= 0 ? strchr (argument->name, '.') + 1
                                                      : argument->name);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), subtitle);

  show_fill (self, &argument->fill);
  show_shape (self, plan, argument);
  adw_expander_row_set_enable_expansion (ADW_EXPANDER_ROW (self),
                                         argument->kind == LOOM_PARAM_ARRAY && argument->same < 0);
}

/**
 * loom_argument_row_update_fault:
 *
 * Marks a shape or a fill because of which nothing runs: the shape as it is written, also where no
 * plan has it, the fill where it was typed or else where it was chosen.
 */
void
loom_argument_row_update_fault (LoomArgumentRow *self)
{
  LoomField *shape, *detail;
  const char *fault;

  g_return_if_fail (LOOM_IS_ARGUMENT_ROW (self));

  shape = loom_field_row_get_field (self->shape);
  detail = loom_field_row_get_field (self->detail);
  fault = loom_launch_get_fault (self->session, self->name, "shape");
  if (fault != NULL)
    loom_field_show (shape, loom_launch_get (self->session, self->name, "shape"));
  loom_field_set_fault (shape, fault);

  fault = loom_launch_get_fault (self->session, self->name, "fill");
  loom_field_set_fault (detail, fault);
  if (gtk_widget_get_visible (GTK_WIDGET (self->detail)))
    fault = NULL;
  if (fault != NULL || self->choice_is_faulty)
    show_choice_error (self, fault);
  self->choice_is_faulty = fault != NULL;
}
