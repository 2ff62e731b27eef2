/* loom-template-window.c: chooses the arguments of a kernel that is a template
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-pages.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-field-row.h"
#include "loom-format.h"
#include "loom-launch.h"
#include "loom-page.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* In pixels: a longer list of choices is scrolled. */
#define MOST_HEIGHT 320

struct _LoomTemplateWindow
{
  AdwWindow            parent_instance;

  LoomSession         *session;
  LoomRunController   *controller;
  LoomKernelTemplate  *template;
  GPtrArray           *fields;      /* (element-type LoomField), borrowed; NULL: nobody is asked */
  GCancellable        *trying;      /* or NULL */
  char                *instance;    /* that is being tried */

  AdwPreferencesGroup *group;
  GtkLabel            *preview;
  GtkLabel            *message;
  GtkSpinner          *spinner;

  guint                updating : 1;
};

G_DEFINE_FINAL_TYPE (LoomTemplateWindow, loom_template_window, ADW_TYPE_WINDOW)

/* What stands in the fields, for core: "" where nobody is asked. */
static GStrv
list_arguments (LoomTemplateWindow *self)
{
  g_autoptr (GStrvBuilder) arguments = g_strv_builder_new ();

  for (guint i = 0; i < self->fields->len; i++)
    {
      LoomField *field = g_ptr_array_index (self->fields, i);

      g_strv_builder_add (arguments, field != NULL ? loom_field_get_text (field) : "");
    }

  return g_strv_builder_end (arguments);
}

static guint
get_index (LoomTemplateWindow *self,
           LoomField          *field)
{
  guint index = 0;

  g_ptr_array_find (self->fields, field, &index);
  return index;
}

static void
try_cb (LoomTemplateWindow  *self,
        gboolean             apply,
        GError             **error,
        LoomField           *field)
{
  g_auto (GStrv) arguments = list_arguments (self);

  loom_kernel_template_check_argument (self->template, (const char * const *) arguments,
                                       get_index (self, field), error);
}

/* What may stand in one field can hang on another one: a value has the type that is chosen. */
static void
check_field (LoomTemplateWindow *self,
             LoomField          *field,
             const char * const *arguments)
{
  g_autoptr (GError) error = NULL;

  if (loom_field_is_typed (field))
    loom_field_type (field, loom_field_get_text (field), FALSE);
  else if (!loom_kernel_template_check_argument (self->template, arguments,
                                                 get_index (self, field), &error))
    loom_field_set_fault (field, error->message);
  else
    loom_field_set_fault (field, NULL);
}

static void
show_message (LoomTemplateWindow *self,
              const char         *text)
{
  g_autofree char *sentence = text != NULL ? loom_format_sentence (text) : g_strdup ("");

  gtk_label_set_label (self->message, sentence);
}

/* The field may be scrolled away. */
static void
show_refusal (LoomTemplateWindow *self,
              const char * const *arguments)
{
  for (guint i = 0; i < self->fields->len; i++)
    {
      const LoomTemplateParam *param = g_ptr_array_index (self->template->params, i);
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      if (loom_kernel_template_check_argument (self->template, arguments, i, &error))
        continue;
      text = g_strdup_printf ("%s: %s", param->name, error->message);
      show_message (self, *param->name != '\0' ? text : error->message);
      return;
    }
}

static void
update (LoomTemplateWindow *self)
{
  g_auto (GStrv) arguments = list_arguments (self);
  g_autofree char *instance = NULL;
  g_autofree char *line = NULL;

  if (self->updating)
    return;
  self->updating = TRUE;
  for (guint i = 0; i < self->fields->len; i++)
    {
      LoomField *field = g_ptr_array_index (self->fields, i);

      if (field != NULL)
        check_field (self, field, (const char * const *) arguments);
    }
  self->updating = FALSE;

  instance = loom_kernel_template_dup_instance (self->template, (const char * const *) arguments,
                                                NULL);
  if (instance == NULL)
    show_refusal (self, (const char * const *) arguments);
  line = g_strconcat ("kernel=", instance != NULL ? instance : "…", NULL);
  gtk_label_set_label (self->preview, line);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "template.choose",
                                 instance != NULL && self->trying == NULL);
  gtk_spinner_set_spinning (self->spinner, self->trying != NULL);
}

/* What is typed now has not been tried yet. */
static void
changed_cb (LoomTemplateWindow *self)
{
  loom_cancel (&self->trying);
  show_message (self, NULL);
  update (self);
}

static gboolean
is_said_of (LoomCompiled         *compiled,
            const LoomDiagnostic *diagnostic)
{
  for (guint i = 0; compiled != NULL && i < compiled->diagnostics->len; i++)
    {
      const LoomDiagnostic *other = g_ptr_array_index (compiled->diagnostics, i);

      if (g_strcmp0 (other->text, diagnostic->text) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Why an instance can't be had: the first error that the text does not have without it. */
static char *
dup_reason (LoomTemplateWindow *self,
            LoomCompiled       *tried)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);

  for (guint i = 0; i < tried->diagnostics->len; i++)
    {
      const LoomDiagnostic *diagnostic = g_ptr_array_index (tried->diagnostics, i);

      if (diagnostic->severity != LOOM_SEVERITY_ERROR || is_said_of (compiled, diagnostic))
        continue;
      if (diagnostic->line == 0)
        return g_strdup (diagnostic->text);
      if (diagnostic->file != NULL)
        /* Translators: what the compiler says, and of which line of which file. */
        return g_strdup_printf (_("%1$s, line %2$u: %3$s"), diagnostic->file, diagnostic->line,
                                diagnostic->text);
      /* Translators: what the compiler says, and of which line. */
      return g_strdup_printf (_("Line %1$u: %2$s"), diagnostic->line, diagnostic->text);
    }

  return NULL;
}

static void
focus_first (LoomTemplateWindow *self)
{
  for (guint i = 0; i < self->fields->len; i++)
    {
      LoomField *field = g_ptr_array_index (self->fields, i);

      if (field == NULL)
        continue;
      gtk_widget_grab_focus (GTK_WIDGET (field));
      return;
    }
}

static void
tried_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (LoomTemplateWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) tried
      = loom_run_controller_try_kernel_finish (LOOM_RUN_CONTROLLER (source), result, &error);
  g_autofree char *reason = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->trying);
  reason = tried != NULL ? dup_reason (self, tried) : g_strdup (error->message);
  if (reason == NULL && loom_launch_edit (self->session, NULL, "kernel", self->instance, &error))
    {
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  show_message (self, reason != NULL ? reason : error->message);
  update (self);
  focus_first (self);
}

static void
choose_action (LoomTemplateWindow *self)
{
  g_auto (GStrv) arguments = list_arguments (self);
  char *instance = loom_kernel_template_dup_instance (self->template,
                                                      (const char * const *) arguments, NULL);

  g_free (self->instance);
  self->instance = instance;
  self->trying = g_cancellable_new ();
  show_message (self, NULL);
  update (self);
  loom_run_controller_try_kernel_async (self->controller, self->instance, self->trying, tried_cb,
                                        g_object_ref (self));
}

static void
activate_cb (LoomTemplateWindow *self)
{
  loom_action_activate (GTK_WIDGET (self), "template.choose", NULL);
}

/* Types that the source declares, then those that most kernels work with. */
static GStrv
list_types (LoomTemplateWindow *self)
{
  static const char * const common[] = {
    "float", "double", "int", "unsigned int", "short", "unsigned char", "long long",
    "unsigned long long", "bool", "float2", "float4",
  };
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  g_autoptr (GStrvBuilder) types = g_strv_builder_new ();

  for (guint i = 0; compiled != NULL && i < compiled->types->len; i++)
    g_strv_builder_add (types, g_ptr_array_index (compiled->types, i));
  for (guint i = 0; i < G_N_ELEMENTS (common); i++)
    g_strv_builder_add (types, common[i]);
  return g_strv_builder_end (types);
}

/* What a field is for, in the words of the source as far as it has some. */
static char *
dup_hint (const LoomTemplateParam *param)
{
  if (param->is_pack && param->kind == LOOM_TEMPLATE_TYPE)
    return g_strdup (_("Any number of types, with commas between them"));
  if (param->is_pack)
    return g_strdup_printf (_("Any number of values of type %s, with commas between them"),
                            param->type);
  if (param->fallback != NULL && param->kind == LOOM_TEMPLATE_VALUE)
    return g_strdup_printf (_("A value of type %1$s; left empty: %2$s"), param->type,
                            param->fallback);
  if (param->fallback != NULL)
    return g_strdup_printf (_("Left empty: %s"), param->fallback);
  if (param->kind == LOOM_TEMPLATE_VALUE)
    return g_strdup_printf (_("A value of type %s"), param->type);
  return g_strdup (param->kind == LOOM_TEMPLATE_TYPE ? _("A type") : _("The name of a template"));
}

/* The list of a button types into its field, which has the keyboard afterwards. */
static void
activated_cb (LoomField     *field,
              GtkListBoxRow *row)
{
  GtkLabel *label = GTK_LABEL (gtk_list_box_row_get_child (row));
  g_autofree char *choice = g_strdup (gtk_label_get_label (label));

  gtk_popover_popdown (
      GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (row), GTK_TYPE_POPOVER)));
  gtk_widget_grab_focus (GTK_WIDGET (field));
  loom_field_type (field, choice, TRUE);
}

static GtkWidget *
create_list (LoomField *field,
             GStrv      choices)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  for (guint i = 0; choices[i] != NULL; i++)
    {
      GtkWidget *label = gtk_label_new (choices[i]);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_list_box_append (GTK_LIST_BOX (list), label);
    }
  loom_connect (list, "row-activated", activated_cb, field);
  return list;
}

/* A button that opens a list of what is often typed into a field. A choice is typed there, and
 * applied. */
static GtkWidget *
choice_button_new (LoomField  *field,
                   const char *label,
                   GStrv       choices)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  g_object_set (scroller,
                "hscrollbar-policy", GTK_POLICY_NEVER,
                "propagate-natural-height", TRUE,
                "propagate-natural-width", TRUE,
                "max-content-height", MOST_HEIGHT,
                "child", create_list (field, choices),
                NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_widget_add_css_class (popover, "menu");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_widget_set_tooltip_text (button, label);
  loom_widget_set_spoken_name (button, label);
  return button;
}

static void
add_choices (LoomTemplateWindow      *self,
             LoomFieldRow            *row,
             const LoomTemplateParam *param)
{
  static const char * const truths[] = { "true", "false", NULL };
  g_auto (GStrv) choices = NULL;
  g_autofree char *label = NULL;

  if (param->is_pack)
    return;
  if (param->kind == LOOM_TEMPLATE_TYPE)
    choices = list_types (self);
  else if (g_strcmp0 (param->type, "bool") == 0)
    choices = g_strdupv ((char **) truths);
  else
    return;
  label = g_strdup_printf (_("Choices for %s"), param->name);
  g_object_set (row, "suffix",
                choice_button_new (loom_field_row_get_field (row), label, choices), NULL);
}

/* A parameter without a name that the template fills itself is its own matter. */
static void
add_param (LoomTemplateWindow *self,
           guint               index,
           const char         *argument)
{
  const LoomTemplateParam *param = g_ptr_array_index (self->template->params, index);
  g_autofree char *hint = dup_hint (param);
  g_autofree char *title = NULL;
  LoomFieldRow *row;
  LoomField *field;

  if (*param->name == '\0' && param->fallback != NULL)
    {
      g_ptr_array_add (self->fields, NULL);
      return;
    }
  title = *param->name != '\0' ? g_strdup (param->name)
                               : g_strdup_printf (_("Parameter %u"), index + 1);
  row = g_object_new (LOOM_TYPE_FIELD_ROW, "hint", hint, NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  field = loom_field_row_get_field (row);
  loom_field_show (field, argument);
  loom_connect (field, "try", try_cb, self);
  loom_connect (field, "changed", changed_cb, self);
  loom_connect (field, "activate", activate_cb, self);
  add_choices (self, row, param);
  adw_preferences_group_add (self->group, GTK_WIDGET (row));
  g_ptr_array_add (self->fields, field);
}

/* Begins with the instance that is chosen now, if it is one of this template. */
static void
add_params (LoomTemplateWindow *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  const char *chosen
      = plan != NULL ? plan->kernel : loom_launch_get (self->session, NULL, "kernel");
  g_auto (GStrv) arguments
      = chosen != NULL ? loom_kernel_template_read_instance (self->template, chosen) : NULL;

  for (guint i = 0; i < self->template->params->len; i++)
    {
      g_autofree char *guess = loom_kernel_template_dup_guess (self->template, i);

      add_param (self, i, arguments != NULL ? arguments[i] : guess);
    }
}

/* What is being tried keeps the window until it is answered: it ends when the window closes. */
static void
loom_template_window_unrealize (GtkWidget *widget)
{
  loom_cancel (&LOOM_TEMPLATE_WINDOW (widget)->trying);

  GTK_WIDGET_CLASS (loom_template_window_parent_class)->unrealize (widget);
}

static void
loom_template_window_finalize (GObject *object)
{
  LoomTemplateWindow *self = LOOM_TEMPLATE_WINDOW (object);

  g_clear_object (&self->session);
  g_clear_object (&self->controller);
  g_ptr_array_unref (self->fields);
  g_clear_pointer (&self->template, loom_kernel_template_free);
  g_free (self->instance);

  G_OBJECT_CLASS (loom_template_window_parent_class)->finalize (object);
}

static void
loom_template_window_class_init (LoomTemplateWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "template.choose", NULL, G_CALLBACK (choose_action) },
  };

  G_OBJECT_CLASS (klass)->finalize = loom_template_window_finalize;
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  loom_page_class_init (klass, "loom-template-window.ui");
  widget_class->unrealize = loom_template_window_unrealize;
  gtk_widget_class_bind_template_child (widget_class, LoomTemplateWindow, group);
  gtk_widget_class_bind_template_child (widget_class, LoomTemplateWindow, preview);
  gtk_widget_class_bind_template_child (widget_class, LoomTemplateWindow, message);
  gtk_widget_class_bind_template_child (widget_class, LoomTemplateWindow, spinner);
}

static void
loom_template_window_init (LoomTemplateWindow *self)
{
  self->fields = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * loom_template_window_new:
 * @parent: (nullable): the window that it belongs to
 * @session: whose settings are to name an instance
 * @controller: what tries it
 * @template: what has to be instantiated; copied
 *
 * Returns: (transfer none): a window that asks, owned by GTK
 */
GtkWindow *
loom_template_window_new (GtkWindow                *parent,
                          LoomSession              *session,
                          LoomRunController        *controller,
                          const LoomKernelTemplate *template)
{
  LoomTemplateWindow *self
      = LOOM_TEMPLATE_WINDOW (loom_page_new (LOOM_TYPE_TEMPLATE_WINDOW, parent));
  g_autofree char *title = loom_kernel_template_dup_title (template);
  g_autofree char *markup = g_markup_escape_text (title, -1);

  self->session = g_object_ref (session);
  self->controller = g_object_ref (controller);
  self->template = loom_kernel_template_new (template->name, template->line, template->declared);
  adw_preferences_group_set_title (self->group, markup);
  add_params (self);
  update (self);
  focus_first (self);
  return GTK_WINDOW (self);
}
