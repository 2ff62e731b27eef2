/* loom-form-window.c: a new kernel from what it is to compute
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-pages.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-editor-pane-private.h"
#include "loom-field-note.h"
#include "loom-form-preview.h"
#include "loom-form-texts.h"
#include "loom-format.h"
#include "loom-generator.h"
#include "loom-page.h"
#include "loom-resources.h"
#include "loom-template.h"
#include "loom-text-row.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define KEEP_DELAY_MS 500       /* what was typed is kept so long after a key */
#define MARGIN 18               /* around the fields of a form */

/* A part of a form, and where it is typed or chosen. */
typedef struct
{
  LoomForm       form;
  LoomPart       part;
  GtkWidget     *row;           /* an entry row, one of several lines, or a combo row of choices */
  LoomFieldNote *note;
} Field;

struct _LoomFormWindow
{
  AdwWindow       parent_instance;

  GSettings      *settings;     /* where what was typed is kept */
  guint           keep_id;
  GArray         *fields;       /* (element-type Field) */
  char           *document;     /* of the form that is shown, or NULL */
  char           *name;         /* of its kernel */
  char           *reason;       /* why there is no document, or NULL */
  char           *warning;      /* about it, or NULL */

  LoomDefinition  before[LOOM_N_FORMS];         /* what stood there before somebody started over */
  gboolean        has_before[LOOM_N_FORMS];

  GtkStack       *pages;
  GtkLabel       *start_over;   /* what its button would do */
  GtkSourceView  *preview;
  LoomFormPreview *picture;
  GtkInscription *message;      /* of one height, so that the picture stays where it is */

  LoomForm        shown;        /* in the picture */

  guint           is_whole : 1; /* all fields are there, from the first page on to the end */
};

G_DEFINE_FINAL_TYPE (LoomFormWindow, loom_form_window, ADW_TYPE_WINDOW)

static const char * const titles[LOOM_N_FORMS] = {
  [LOOM_FORM_ELEMENTWISE] = N_("Elementwise"),
  [LOOM_FORM_REDUCTION] = N_("Reduction"),
  [LOOM_FORM_STENCIL] = N_("Stencil"),
  [LOOM_FORM_RAW] = N_("Raw"),
};

static LoomForm
get_form (LoomFormWindow *self)
{
  LoomForm form = LOOM_FORM_ELEMENTWISE;

  loom_form_from_name (gtk_stack_get_visible_child_name (self->pages), &form);
  return form;
}

static const char *
get_text (const Field *field)
{
  if (ADW_IS_COMBO_ROW (field->row))
    return loom_part_get_choices (field->part)[adw_combo_row_get_selected (
      ADW_COMBO_ROW (field->row))];
  if (LOOM_IS_TEXT_ROW (field->row))
    return loom_text_row_get_text (LOOM_TEXT_ROW (field->row));
  return gtk_editable_get_text (GTK_EDITABLE (field->row));
}

static void
collect (LoomFormWindow *self,
         LoomDefinition *definition)
{
  definition->form = get_form (self);
  for (guint i = 0; i < self->fields->len; i++)
    {
      const Field *field = &g_array_index (self->fields, Field, i);

      if (field->form == definition->form)
        loom_definition_set_part (definition, field->part, get_text (field));
    }
}

/* The reason at the field of a part; none at all others. */
static void
show_reason (LoomFormWindow *self,
             LoomPart        part,
             const char     *text)
{
  const LoomForm form = get_form (self);

  for (guint i = 0; i < self->fields->len; i++)
    {
      const Field *field = &g_array_index (self->fields, Field, i);
      const gboolean is_wrong = text != NULL && field->form == form && field->part == part;
      g_autofree char *reason = is_wrong ? loom_format_sentence (text) : NULL;

      loom_field_note_set_reason (field->note, reason);
      loom_widget_set_css_class (field->row, "error", is_wrong);
      gtk_accessible_update_state (GTK_ACCESSIBLE (field->row), GTK_ACCESSIBLE_STATE_INVALID,
                                   is_wrong ? GTK_ACCESSIBLE_INVALID_TRUE
                                            : GTK_ACCESSIBLE_INVALID_FALSE, -1);
    }
}

/* What may have no room at its field as a whole, or is about no field: what is wrong alone, else
 * what is to be known of the form, and then of what came of it. */
static char *
dup_message (LoomFormWindow *self,
             gboolean       *is_error)
{
  LoomSeverity severity = LOOM_SEVERITY_ERROR;
  g_autofree char *problem = loom_form_preview_dup_problem (self->picture, &severity);
  const char *text;

  *is_error = self->reason != NULL || (problem != NULL && severity == LOOM_SEVERITY_ERROR);
  if (!*is_error && problem != NULL && self->warning != NULL)
    {
      g_autofree char *warning = loom_format_sentence (self->warning);
      g_autofree char *sentence = loom_format_sentence (problem);

      return g_strdup_printf ("%s\n%s", warning, sentence);
    }
  text = self->reason != NULL ? self->reason : problem != NULL ? problem : self->warning;
  return text != NULL ? loom_format_sentence (text) : NULL;
}

/* What the compiler says of a person's code is said at its field. */
static void
show_compiler_error (LoomFormWindow *self)
{
  const guint line = loom_form_preview_get_error_line (self->picture);
  g_auto (LoomDefinition) definition = { 0, };
  LoomSeverity severity;
  g_autofree char *problem = loom_form_preview_dup_problem (self->picture, &severity);
  LoomPart part;

  collect (self, &definition);
  if (line > 0 && loom_generator_find_part (&definition, line, &part))
    show_reason (self, part, problem);
  else
    show_reason (self, LOOM_N_PARTS, NULL);
}

static void
update_message (LoomFormWindow *self)
{
  g_autofree char *sentence = NULL;
  gboolean is_error;

  if (!self->is_whole)
    return;
  if (self->reason == NULL)
    show_compiler_error (self);
  sentence = dup_message (self, &is_error);

  gtk_inscription_set_text (self->message, sentence);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->message), sentence);
  loom_widget_set_css_class (self->message, "error", is_error);
  loom_widget_set_css_class (self->message, "warning", !is_error);
}

static void
replace (char       **field,
         const char  *text)
{
  g_free (*field);
  *field = g_strdup (text);
}

static void
show_document (LoomFormWindow *self,
               LoomForm        form)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->preview), self->document != NULL);
  if (self->document != NULL)
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->preview)),
                              self->document, -1);
  if (self->document == NULL || form == self->shown)
    {
      loom_form_preview_set_text (self->picture, self->document);
      return;
    }
  self->shown = form;
  loom_form_preview_open (self->picture, self->document);
}

static void
keep (LoomFormWindow *self)
{
  g_auto (LoomDefinition) definition = { 0, };

  g_clear_handle_id (&self->keep_id, g_source_remove);
  collect (self, &definition);
  loom_form_keep (self->settings, &definition);
}

/* A form that is as it begins can be brought back to what it was before that. */
static void
update_start_over (LoomFormWindow       *self,
                   const LoomDefinition *definition)
{
  GtkWidget *button = gtk_widget_get_parent (GTK_WIDGET (self->start_over));
  const gboolean is_beginning = loom_form_is_beginning (definition);
  const gboolean brings_back = is_beginning && self->has_before[definition->form];

  gtk_label_set_label (self->start_over, brings_back ? _("_Bring Back") : _("Start _Over"));
  loom_widget_set_spoken_name (button, gtk_label_get_text (self->start_over));
  gtk_widget_set_tooltip_text (button,
                               brings_back ? _("Put back what was typed in this form")
                                           : _("Put back what this form begins with"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "form.start-over",
                                 brings_back || !is_beginning);
}

/* While a part is wrong, the last good source and picture stay, but can't be created. */
static void
update (LoomFormWindow *self)
{
  g_auto (LoomDefinition) definition = { 0, };
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  LoomPartPlace place = { 0, };
  const char *name;

  if (!self->is_whole)
    return;
  collect (self, &definition);
  g_free (self->document);
  self->document = loom_generator_write (&definition, warnings, &place, &error);
  name = loom_definition_get_part (&definition, LOOM_PART_NAME);
  replace (&self->name, *name != '\0' ? name : loom_form_get_name (definition.form));

  replace (&self->reason, error != NULL ? error->message : NULL);
  replace (&self->warning, warnings->len > 0 ? warnings->pdata[0] : NULL);
  show_reason (self, place.part, self->reason);
  show_document (self, definition.form);
  update_message (self);
  update_start_over (self, &definition);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "form.create", self->document != NULL);
  loom_call_later (&self->keep_id, G_PRIORITY_DEFAULT, KEEP_DELAY_MS, G_CALLBACK (keep), self);
}

static void
create_action (LoomFormWindow *self)
{
  loom_action_activate (GTK_WIDGET (self), "app.new-document", "(ssb)", self->name, self->document,
                        TRUE);
  gtk_window_close (GTK_WINDOW (self));
}

/* Return in a field is the button, as far as that can be pressed. */
static void
activated_cb (LoomFormWindow *self)
{
  if (self->document != NULL)
    loom_action_activate (GTK_WIDGET (self), "form.create", NULL);
}

/* A field is seen with the note below it, which the viewport, left to itself, would not show. */
static void
show_focus (LoomFormWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkScrolledWindow *page = GTK_SCROLLED_WINDOW (gtk_stack_get_visible_child (self->pages));
  GtkWidget *group = NULL, *box;
  graphene_rect_t bounds;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (page)))
    group = gtk_widget_get_ancestor (focus, ADW_TYPE_PREFERENCES_GROUP);
  if (group == NULL)
    return;
  box = gtk_widget_get_parent (group);
  if (gtk_widget_compute_bounds (group, box, &bounds))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (page),
                               bounds.origin.y + MARGIN,
                               bounds.origin.y + bounds.size.height + MARGIN);
}

static GtkWidget *
create_choices (LoomFormWindow *self,
                LoomPart        part)
{
  const char * const *choices = loom_part_get_choices (part);
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  GtkWidget *row = adw_combo_row_new ();

  for (guint i = 0; choices[i] != NULL; i++)
    gtk_string_list_append (list, loom_part_get_choice_title (part, i));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  loom_connect (row, "notify::selected", update, self);
  return row;
}

static GtkWidget *
create_row (LoomFormWindow *self,
            LoomPart        part)
{
  GtkWidget *row;

  if (loom_part_get_choices (part) != NULL)
    return create_choices (self, part);
  if (loom_part_has_lines (part))
    {
      row = loom_text_row_new (loom_part_get_label (part));
      loom_text_row_set_help (LOOM_TEXT_ROW (row), loom_part_get_help (part));
    }
  else
    {
      row = adw_entry_row_new ();
      loom_connect (row, "entry-activated", activated_cb, self);
    }
  loom_connect (row, "changed", update, self);
  return row;
}

static void
set_text (const Field *field,
          const char  *text)
{
  const char * const *choices = loom_part_get_choices (field->part);

  for (guint i = 0; choices != NULL && choices[i] != NULL; i++)
    if (strcmp (choices[i], text) == 0)
      adw_combo_row_set_selected (ADW_COMBO_ROW (field->row), i);
  if (choices != NULL)
    return;
  if (LOOM_IS_TEXT_ROW (field->row))
    loom_text_row_set_text (LOOM_TEXT_ROW (field->row), text);
  else
    gtk_editable_set_text (GTK_EDITABLE (field->row), text);
}

/* All fields of a form at once, and one picture of it. */
static void
fill (LoomFormWindow       *self,
      const LoomDefinition *definition)
{
  const gboolean was_whole = self->is_whole;

  self->is_whole = FALSE;
  for (guint i = 0; i < self->fields->len; i++)
    {
      const Field *field = &g_array_index (self->fields, Field, i);

      if (field->form == definition->form)
        set_text (field, loom_definition_get_part (definition, field->part));
    }
  self->is_whole = was_whole;
  update (self);
}

static void
start_over_action (LoomFormWindow *self)
{
  const LoomForm form = get_form (self);
  g_auto (LoomDefinition) now = { 0, }, next = { .form = form };

  collect (self, &now);
  if (loom_form_is_beginning (&now))
    {
      loom_definition_copy (&self->before[form], &next);
    }
  else
    {
      loom_definition_clear (&self->before[form]);
      loom_definition_copy (&now, &self->before[form]);
      self->has_before[form] = TRUE;
      for (guint part = 0; part < LOOM_N_PARTS; part++)
        loom_definition_set_part (&next, part, loom_form_get_beginning (form, part));
    }
  fill (self, &next);
}

/* The field, and below it what it is for or why it is wrong. Each has a list of its own, since Tab
 * leaves a list rather than going on to its next row. */
static void
add_field (LoomFormWindow *self,
           GtkBox         *box,
           LoomForm        form,
           LoomPart        part)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  Field field = { form, part, create_row (self, part),
                  g_object_new (LOOM_TYPE_FIELD_NOTE, "margin-start", 12, "margin-end", 12,
                                "margin-top", 3, NULL) };

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (field.row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (field.row), loom_part_get_label (part));
  loom_field_note_set_text (field.note, loom_part_get_help (part));
  gtk_accessible_update_property (GTK_ACCESSIBLE (field.row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  loom_part_get_help (part), -1);
  adw_preferences_group_add (group, field.row);
  adw_preferences_group_add (group, GTK_WIDGET (field.note));
  gtk_box_append (box, GTK_WIDGET (group));
  g_array_append_val (self->fields, field);
}

static void
add_page (LoomFormWindow *self,
          LoomForm        form)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  GtkWidget *viewport = gtk_viewport_new (NULL, NULL);

  for (guint part = 0; part < LOOM_N_PARTS; part++)
    {
      if (part == LOOM_PART_SHAPE)
        gtk_box_append (GTK_BOX (box), loom_label_new (_("Arrays and launch"), "heading", 0));
      if (loom_form_has_part (form, part))
        add_field (self, GTK_BOX (box), form, part);
    }
  gtk_widget_set_margin_start (box, MARGIN);
  gtk_widget_set_margin_end (box, MARGIN);
  gtk_widget_set_margin_top (box, MARGIN);
  gtk_widget_set_margin_bottom (box, MARGIN);
  g_object_set (viewport, "child", box, "vscroll-policy", GTK_SCROLL_NATURAL, "scroll-to-focus",
                FALSE, NULL);
  /* a scrolled window that never scrolls would ask for as much as the longest note */
  gtk_stack_add_titled (self->pages,
                        g_object_new (GTK_TYPE_SCROLLED_WINDOW, "child", viewport,
                                      "hscrollbar-policy", GTK_POLICY_EXTERNAL, NULL),
                        loom_form_get_name (form), _(titles[form]));
}

static void
update_scheme (LoomFormWindow *self)
{
  gtk_source_buffer_set_style_scheme (
    GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->preview))),
    _loom_editor_get_scheme ());
}

static void
loom_form_window_dispose (GObject *object)
{
  LoomFormWindow *self = LOOM_FORM_WINDOW (object);

  if (self->keep_id != 0)
    keep (self);
  self->is_whole = FALSE;
  loom_template_dispose (object);
}

static void
loom_form_window_finalize (GObject *object)
{
  LoomFormWindow *self = LOOM_FORM_WINDOW (object);

  g_object_unref (self->settings);
  g_array_unref (self->fields);
  for (guint form = 0; form < LOOM_N_FORMS; form++)
    loom_definition_clear (&self->before[form]);
  g_free (self->document);
  g_free (self->name);
  g_free (self->reason);
  g_free (self->warning);
  G_OBJECT_CLASS (loom_form_window_parent_class)->finalize (object);
}

static void
loom_form_window_class_init (LoomFormWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "form.create", NULL, G_CALLBACK (create_action) },
    { "form.start-over", NULL, G_CALLBACK (start_over_action) },
  };

  G_OBJECT_CLASS (klass)->finalize = loom_form_window_finalize;
  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  g_type_ensure (LOOM_TYPE_FORM_PREVIEW);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  loom_page_class_init (klass, "loom-form-window.ui");
  G_OBJECT_CLASS (klass)->dispose = loom_form_window_dispose;
  gtk_widget_class_bind_template_child (widget_class, LoomFormWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, LoomFormWindow, start_over);
  gtk_widget_class_bind_template_child (widget_class, LoomFormWindow, preview);
  gtk_widget_class_bind_template_child (widget_class, LoomFormWindow, picture);
  gtk_widget_class_bind_template_child (widget_class, LoomFormWindow, message);
}

/* Where Return begins another line, and so does Ctrl+Return once it has come to the text: it is
 * taken on its way there. */
static void
add_key (LoomFormWindow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Return, GDK_CONTROL_MASK),
                        gtk_named_action_new ("form.create")));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static void
loom_form_window_init (LoomFormWindow *self)
{
  self->fields = g_array_new (FALSE, FALSE, sizeof (Field));
  gtk_widget_init_template (GTK_WIDGET (self));
  add_key (self);
  gtk_source_buffer_set_language (
    GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->preview))),
    _loom_editor_get_language ());
  loom_connect (adw_style_manager_get_default (), "notify::dark", update_scheme, self);
  update_scheme (self);
  for (guint form = 0; form < LOOM_N_FORMS; form++)
    add_page (self, form);
  loom_connect (self->pages, "notify::visible-child", update, self);
  loom_connect (self, "notify::focus-widget", show_focus, self);
  loom_connect (self->picture, "problem-changed", update_message, self);
  self->shown = LOOM_N_FORMS;
}

static void
recall (LoomFormWindow *self)
{
  const LoomForm form = loom_form_get_kept (self->settings);

  for (guint i = 0; i < LOOM_N_FORMS; i++)
    {
      g_auto (LoomDefinition) definition = { 0, };

      loom_form_recall (self->settings, i, &definition);
      fill (self, &definition);
    }
  gtk_stack_set_visible_child_name (self->pages, loom_form_get_name (form));
  self->is_whole = TRUE;
  update (self);
  for (guint i = 0; i < self->fields->len; i++)
    if (g_array_index (self->fields, Field, i).form == form)
      {
        gtk_widget_grab_focus (g_array_index (self->fields, Field, i).row);
        return;
      }
}

/**
 * loom_form_window_new:
 * @parent: the window that it belongs to
 * @session: of that window
 * @controller: of that window
 * @settings: the preferences, which keep what is typed
 *
 * Asks what a new kernel is to be like, beginning with what was typed the last time.
 *
 * Returns: (transfer none): a window, owned by GTK
 */
GtkWindow *
loom_form_window_new (GtkWindow         *parent,
                      LoomSession       *session,
                      LoomRunController *controller,
                      GSettings         *settings)
{
  LoomFormWindow *self = LOOM_FORM_WINDOW (loom_page_new (LOOM_TYPE_FORM_WINDOW, parent));

  loom_form_preview_begin (self->picture, session, controller);
  self->settings = g_object_ref (settings);
  recall (self);
  return GTK_WINDOW (self);
}
