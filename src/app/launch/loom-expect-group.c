/* loom-expect-group.c: what an array should hold after a launch, and whether it does
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-expect-group-private.h"

#include "loom-action.h"
#include "loom-array-chooser.h"
#include "loom-connect.h"
#include "loom-folder.h"
#include "loom-launch.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (LoomExpectGroup, loom_expect_group, ADW_TYPE_PREFERENCES_GROUP)

/* -- Settings -- */

/* Where a key stands: in the group of the array alone if it does so already, or if it is not the
 * main one. */
static char *
dup_group (LoomExpectGroup *self,
           const char      *key)
{
  LoomDocument *document = loom_session_get_document (self->session);
  g_autofree char *group = g_strconcat ("expect ", self->name, NULL);

  if (!self->is_main || loom_document_get_value (document, group, key) != NULL)
    return g_steal_pointer (&group);
  return g_strdup ("expect");
}

const char *
_loom_expect_group_get_value (LoomExpectGroup *self,
                              const char      *key)
{
  g_autofree char *group = dup_group (self, key);
  const char *value = loom_document_get_value (loom_session_get_document (self->session), group,
                                               key);

  return value != NULL && *value != '\0' ? value : NULL;
}

/* value: NULL takes the key away. */
gboolean
_loom_expect_group_try_value (LoomExpectGroup  *self,
                              const char       *key,
                              const char       *value,
                              gboolean          apply,
                              GError          **error)
{
  g_autofree char *group = dup_group (self, key);

  if (value != NULL)
    return loom_launch_try_in (self->session, group, key, value, apply, error);
  return !apply || loom_session_edit (self->session, group, key, NULL, error);
}

/* -- Domain and reference -- */

static LoomExpectChoice *
find_choice (LoomExpectGroup *self,
             gpointer         widget)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->choices); i++)
    {
      LoomExpectChoice *choice = &self->choices[i];

      if (widget == choice->combo || widget == choice->choose ||
          widget == loom_field_row_get_field (choice->detail))
        return choice;
    }

  g_return_val_if_reached (NULL);
}

/* The kind that the combo row shows. */
static guint
get_selected (const LoomExpectChoice *choice)
{
  const guint selected = adw_combo_row_get_selected (choice->combo);

  return selected < choice->offered->len ? g_array_index (choice->offered, guint, selected) : 0;
}

/* What can't be chosen says why where it was chosen. */
void
_loom_expect_group_show_reason (LoomExpectChoice *choice,
                                const char       *reason)
{
  adw_action_row_set_subtitle (ADW_ACTION_ROW (choice->combo), reason != NULL ? reason : "");
  loom_widget_set_css_class (choice->combo, "error", reason != NULL);
}

/* Painting ends with another kind of domain. */
static void
update_paint (LoomExpectGroup *self)
{
  const gboolean is_painted
      = get_selected (&self->choices[LOOM_EXPECT_DOMAIN]) == LOOM_DOMAIN_CELLS;

  gtk_widget_set_visible (self->paint_row, is_painted);
  if (!is_painted)
    gtk_switch_set_active (self->paint, FALSE);
}

static void
update_detail (const LoomExpectChoice *choice)
{
  LoomExpectKind kind;

  loom_expect_kind_get (choice->key, get_selected (choice), &kind);
  gtk_widget_set_visible (GTK_WIDGET (choice->detail), kind.detail != LOOM_DETAIL_NONE);
  gtk_widget_set_visible (choice->choose, kind.detail == LOOM_DETAIL_FILE);
  if (kind.detail == LOOM_DETAIL_NONE)
    return;
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (choice->detail), kind.detail_title);
  loom_field_row_set_hint (choice->detail, kind.hint);
}

/* What was typed beside a kind, as the settings have it. */
static char *
dup_value (LoomExpectGroup         *self,
           const LoomExpectChoice  *choice,
           const char              *text,
           GError                 **error)
{
  const guint selected = get_selected (choice);
  g_autofree char *detail = g_strstrip (g_strdup (text));
  g_autoptr (GFile) folder = NULL;
  LoomExpectKind kind;

  loom_expect_kind_get (choice->key, selected, &kind);
  if (kind.detail == LOOM_DETAIL_FILE && *detail != '\0')
    {
      g_autofree char *typed = g_steal_pointer (&detail);

      folder = loom_session_dup_folder (self->session);
      detail = loom_folder_dup_name (folder != NULL ? g_file_peek_path (folder) : NULL, typed);
    }

  return loom_expect_write (choice->key, selected, detail, self->shape.rank, error);
}

static gboolean
try_choice (LoomExpectGroup         *self,
            const LoomExpectChoice  *choice,
            const char              *value,
            gboolean                 apply,
            GError                 **error)
{
  return _loom_expect_group_try_value (self, loom_expect_key_get_name (choice->key), value, apply,
                                       error);
}

static void
try_detail_cb (LoomExpectGroup  *self,
               gboolean          apply,
               GError          **error,
               LoomField        *field)
{
  LoomExpectChoice *choice = find_choice (self, field);
  g_autofree char *value = dup_value (self, choice, loom_field_get_text (field), error);

  if (value == NULL || !try_choice (self, choice, value, apply, error) || !apply)
    return;
  loom_field_show (field, loom_field_get_text (field));
  _loom_expect_group_show_reason (choice, NULL);
}

/* A condition begins as the one that holds, so that a preset can be gone on from. */
static const char *
get_start (const LoomExpectChoice *choice,
           const LoomExpectKind   *kind)
{
  LoomDomain domain;

  if (kind->start != NULL || kind->detail != LOOM_DETAIL_FORMULA ||
      choice->key != LOOM_EXPECT_DOMAIN)
    return kind->start;
  loom_domain_read (&domain, choice->value, 1);
  return domain.kind == LOOM_DOMAIN_FILE || domain.kind == LOOM_DOMAIN_CELLS ? NULL
                                                                              : choice->value;
}

/* A kind that needs words is chosen, but does not hold before there are some. */
static void
choose_cb (LoomExpectGroup *self,
           GParamSpec      *pspec,
           AdwComboRow     *combo)
{
  LoomExpectChoice *choice = find_choice (self, combo);
  LoomField *field = loom_field_row_get_field (choice->detail);
  const guint selected = get_selected (choice);
  g_autofree char *value = NULL, *held = NULL;
  g_autoptr (GError) error = NULL;
  const char *shown;
  LoomExpectKind kind;

  if (self->updating || self->name == NULL)
    return;
  loom_expect_kind_get (choice->key, selected, &kind);
  update_detail (choice);
  _loom_expect_group_show_reason (choice, NULL);
  loom_expect_read (choice->key, choice->value, self->shape.rank, &held);
  shown = selected == choice->kind ? held : get_start (choice, &kind);
  loom_field_show (field, shown != NULL ? shown : "");
  update_paint (self);
  if (choice->key == LOOM_EXPECT_DOMAIN && selected == LOOM_DOMAIN_CELLS)
    _loom_expect_group_begin_painting (self, &error);
  else if (kind.detail != LOOM_DETAIL_NONE && kind.start == NULL)
    gtk_widget_grab_focus (GTK_WIDGET (field));
  else if (selected != choice->kind)
    {
      value = loom_expect_write (choice->key, selected, kind.start, self->shape.rank, &error);
      if (error == NULL)
        try_choice (self, choice, value, TRUE, &error);
    }
  if (error != NULL)
    _loom_expect_group_show_reason (choice, error->message);
}

static void
take_file (GtkWidget    *widget,
           GFile        *file,
           const GError *error)
{
  LoomExpectGroup *self = LOOM_EXPECT_GROUP (widget);

  if (gtk_widget_get_root (widget) == NULL)
    return;                     /* the window has gone meanwhile */
  if (error != NULL)
    _loom_expect_group_show_reason (self->chosen, error->message);
  else
    loom_array_chooser_type (file, loom_field_row_get_field (self->chosen->detail));
}

static void
chosen_cb (LoomExpectGroup *self,
           int              response)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);

  loom_array_chooser_take (chooser, response, GTK_WIDGET (self), self->session, take_file);
}

static void
choose_file_cb (LoomExpectGroup *self,
                GtkWidget       *button)
{
  self->chosen = find_choice (self, button);
  g_clear_object (&self->chooser);
  self->chooser = loom_array_chooser_new (GTK_WIDGET (self), self->session);
  loom_connect (self->chooser, "response", chosen_cb, self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* The kinds that fit the array; the one that holds is always there. */
static void
offer (LoomExpectGroup  *self,
       LoomExpectChoice *choice,
       guint             held)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  g_autoptr (GArray) offered = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < loom_expect_key_count (choice->key); i++)
    if (i == held || loom_expect_key_offers (choice->key, i, self->shape.rank))
      g_array_append_val (offered, i);
  if (offered->len == choice->offered->len &&
      memcmp (offered->data, choice->offered->data, offered->len * sizeof (guint)) == 0)
    return;

  for (guint i = 0; i < offered->len; i++)
    {
      LoomExpectKind kind;

      loom_expect_kind_get (choice->key, g_array_index (offered, guint, i), &kind);
      gtk_string_list_append (titles, kind.title);
    }
  g_array_unref (choice->offered);
  choice->offered = g_steal_pointer (&offered);
  adw_combo_row_set_model (choice->combo, G_LIST_MODEL (titles));
  choice->is_shown = FALSE;
}

/* As long as the setting is what it was, what is being chosen or typed stays. */
static void
show_choice (LoomExpectGroup  *self,
             LoomExpectChoice *choice)
{
  const char *value = _loom_expect_group_get_value (self, loom_expect_key_get_name (choice->key));
  g_autofree char *detail = NULL;
  const guint kind = loom_expect_read (choice->key, value, self->shape.rank, &detail);
  guint selected = 0;

  offer (self, choice, kind);
  if (choice->is_shown && g_strcmp0 (choice->value, value) == 0)
    return;

  choice->is_shown = TRUE;
  choice->kind = kind;
  g_free (choice->value);
  choice->value = g_strdup (value);
  while (selected + 1 < choice->offered->len &&
         g_array_index (choice->offered, guint, selected) != kind)
    selected++;
  adw_combo_row_set_selected (choice->combo, selected);
  update_detail (choice);
  loom_field_show (loom_field_row_get_field (choice->detail), detail != NULL ? detail : "");
  _loom_expect_group_show_reason (choice, NULL);
}

/* -- Tolerances -- */

static const LoomExpect *
get_expect (LoomExpectGroup *self)
{
  for (guint i = 0; i < self->plan->args->len; i++)
    {
      const LoomPlanArg *argument = self->plan->args->pdata[i];

      if (g_str_equal (argument->name, self->name))
        return &argument->expect;
    }

  g_return_val_if_reached (NULL);
}

/* An emptied field is the default again. */
static void
try_tolerance_cb (LoomExpectGroup  *self,
                  gboolean          apply,
                  GError          **error,
                  LoomField        *field)
{
  g_autofree char *text = g_strstrip (g_strdup (loom_field_get_text (field)));

  for (guint i = 0; i < G_N_ELEMENTS (self->tolerances); i++)
    {
      const LoomExpectTolerance *tolerance = &self->tolerances[i];

      if (loom_field_row_get_field (tolerance->row) == field &&
          _loom_expect_group_try_value (self, tolerance->key, *text != '\0' ? text : NULL, apply,
                                        error) && apply)
        loom_field_show (field, text);
    }
}

static void
show_tolerances (LoomExpectGroup *self)
{
  const LoomExpect *expect = get_expect (self);
  char rtol[G_ASCII_DTOSTR_BUF_SIZE], atol[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *ulps = g_strdup_printf ("%" G_GUINT64_FORMAT, expect->ulps);
  g_autofree char *subtitle = NULL;
  const char *held[] = { rtol, atol, ulps };

  g_ascii_formatd (rtol, sizeof rtol, "%.6g", expect->rtol);
  g_ascii_formatd (atol, sizeof atol, "%.6g", expect->atol);
  for (guint i = 0; i < G_N_ELEMENTS (self->tolerances); i++)
    {
      const char *written = _loom_expect_group_get_value (self, self->tolerances[i].key);

      loom_field_show (loom_field_row_get_field (self->tolerances[i].row),
                       written != NULL ? written : held[i]);
    }
  /* Translators: how far numbers may be from what is expected: a part of that, an amount, and units
   * in the last place */
  subtitle = g_strdup_printf (_("rtol %1$s, atol %2$s, ULP %3$s"), rtol, atol, ulps);
  adw_expander_row_set_subtitle (self->tolerance, subtitle);
}

/* -- Which array -- */

static gboolean
is_offered (const LoomPlan *plan,
            guint           index)
{
  const LoomPlanArg *argument = plan->args->pdata[index];

  return loom_plan_arg_has_memory (argument) &&
         (!argument->is_const || (gint) index == plan->main_array);
}

static const LoomPlanArg *
find_array (LoomExpectGroup *self,
            LoomPlan        *plan)
{
  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *argument = plan->args->pdata[i];

      if (is_offered (plan, i) && g_strcmp0 (argument->name, self->name) == 0)
        return argument;
    }

  return loom_plan_get_main_array (plan);
}

static void
show_arrays (LoomExpectGroup *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GListModel *shown = adw_combo_row_get_model (self->array);
  guint selected = 0, n = 0;
  gboolean is_same;

  for (guint i = 0; i < self->plan->args->len; i++)
    {
      const LoomPlanArg *argument = self->plan->args->pdata[i];

      if (!is_offered (self->plan, i))
        continue;
      if (g_str_equal (argument->name, self->name))
        selected = n;
      gtk_string_list_append (names, argument->name);
      n++;
    }
  is_same = shown != NULL && g_list_model_get_n_items (shown) == n;
  for (guint i = 0; i < n && is_same; i++)
    is_same = g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (shown), i),
                           gtk_string_list_get_string (names, i));
  if (!is_same)
    adw_combo_row_set_model (self->array, G_LIST_MODEL (names));
  adw_combo_row_set_selected (self->array, selected);
  gtk_widget_set_visible (GTK_WIDGET (self->array), n > 1);
}

static void
take_array (LoomExpectGroup   *self,
            const LoomPlanArg *argument)
{
  if (g_strcmp0 (self->name, argument->name) != 0)
    {
      g_free (self->name);
      self->name = g_strdup (argument->name);
      for (guint i = 0; i < G_N_ELEMENTS (self->choices); i++)
        self->choices[i].is_shown = FALSE;
    }
  self->shape = argument->shape;
  self->is_main = loom_plan_get_main_array (self->plan) == argument;
}

/**
 * loom_expect_group_update:
 *
 * Shows what the session's settings expect, and what came of it.
 */
void
loom_expect_group_update (LoomExpectGroup *self)
{
  LoomPlan *plan;
  const LoomPlanArg *argument;

  g_return_if_fail (LOOM_IS_EXPECT_GROUP (self));

  plan = loom_session_get_plan (self->session);
  if (plan != NULL && plan != self->plan)
    {
      g_clear_pointer (&self->plan, loom_plan_unref);
      self->plan = loom_plan_ref (plan);
    }
  argument = self->plan != NULL ? find_array (self, self->plan) : NULL;
  gtk_widget_set_visible (GTK_WIDGET (self), argument != NULL);
  if (argument == NULL)
    return;

  self->updating = TRUE;
  take_array (self, argument);
  show_arrays (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->choices); i++)
    show_choice (self, &self->choices[i]);
  update_paint (self);
  show_tolerances (self);
  _loom_expect_group_show_result (self);
  _loom_expect_group_show_painted (self);
  _loom_expect_group_update_painting (self);
  self->updating = FALSE;
  _loom_expect_group_update_actions (self);
}

static void
array_cb (LoomExpectGroup *self)
{
  GListModel *names = adw_combo_row_get_model (self->array);
  const guint selected = adw_combo_row_get_selected (self->array);

  if (self->updating || selected == GTK_INVALID_LIST_POSITION)
    return;
  g_free (self->name);
  self->name = g_strdup (gtk_string_list_get_string (GTK_STRING_LIST (names), selected));
  for (guint i = 0; i < G_N_ELEMENTS (self->choices); i++)
    self->choices[i].is_shown = FALSE;
  loom_expect_group_update (self);
}

static void
show_fault (LoomExpectGroup *self,
            const char      *key,
            LoomFieldRow    *row)
{
  g_autofree char *group = dup_group (self, key);

  loom_field_set_fault (loom_field_row_get_field (row),
                        loom_launch_get_fault_in (self->session, group, key));
}

/**
 * loom_expect_group_update_fault:
 *
 * Marks what is written because of which nothing runs.
 */
void
loom_expect_group_update_fault (LoomExpectGroup *self)
{
  g_return_if_fail (LOOM_IS_EXPECT_GROUP (self));

  if (self->name == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (self->choices); i++)
    show_fault (self, loom_expect_key_get_name (self->choices[i].key), self->choices[i].detail);
  for (guint i = 0; i < G_N_ELEMENTS (self->tolerances); i++)
    show_fault (self, self->tolerances[i].key, self->tolerances[i].row);
}

void
loom_expect_group_set_session (LoomExpectGroup *self,
                               LoomSession     *session)
{
  g_return_if_fail (LOOM_IS_EXPECT_GROUP (self));

  self->session = session;
  loom_connect (loom_session_get_view_state (session), "painted", _loom_expect_group_paint, self);
  loom_connect (loom_session_get_view_state (session), "notify::view",
                _loom_expect_group_update_painting, self);
  loom_connect (self->paint, "notify::active", _loom_expect_group_update_painting, self);
}

static void
loom_expect_group_dispose (GObject *object)
{
  LoomExpectGroup *self = LOOM_EXPECT_GROUP (object);

  g_clear_object (&self->chooser);
  g_clear_pointer (&self->plan, loom_plan_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->pinned, g_free);
  for (guint i = 0; i < G_N_ELEMENTS (self->choices); i++)
    {
      g_clear_pointer (&self->choices[i].offered, g_array_unref);
      g_clear_pointer (&self->choices[i].value, g_free);
    }
  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_EXPECT_GROUP);

  G_OBJECT_CLASS (loom_expect_group_parent_class)->dispose (object);
}

static void
loom_expect_group_class_init (LoomExpectGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "expected.pin", NULL, G_CALLBACK (_loom_expect_group_pin_run) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_expect_group_dispose;
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  g_type_ensure (LOOM_TYPE_FIELD_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-expect-group.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, array);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, domain);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, domain_detail);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, domain_file);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, paint_row);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, paint);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, reference);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, reference_detail);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, reference_file);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, tolerance);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, rtol);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, atol);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, ulps);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, coverage);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, mismatches);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, first);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, worst);
  gtk_widget_class_bind_template_child (widget_class, LoomExpectGroup, deviation);
  gtk_widget_class_bind_template_callback (widget_class, array_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_file_cb);
  gtk_widget_class_bind_template_callback (widget_class, _loom_expect_group_show_cell);
}

static void
loom_expect_group_init (LoomExpectGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->choices[0] = (LoomExpectChoice) {
    LOOM_EXPECT_DOMAIN, self->domain, self->domain_detail, self->domain_file
  };
  self->choices[1] = (LoomExpectChoice) {
    LOOM_EXPECT_REFERENCE, self->reference, self->reference_detail, self->reference_file
  };
  self->tolerances[0] = (LoomExpectTolerance) { "rtol", self->rtol };
  self->tolerances[1] = (LoomExpectTolerance) { "atol", self->atol };
  self->tolerances[2] = (LoomExpectTolerance) { "ulps", self->ulps };
  for (guint i = 0; i < G_N_ELEMENTS (self->choices); i++)
    {
      LoomExpectChoice *choice = &self->choices[i];

      choice->offered = g_array_new (FALSE, FALSE, sizeof (guint));
      loom_connect (choice->combo, "notify::selected", choose_cb, self);
      loom_connect (loom_field_row_get_field (choice->detail), "try", try_detail_cb, self);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->tolerances); i++)
    loom_connect (loom_field_row_get_field (self->tolerances[i].row), "try", try_tolerance_cb,
                  self);
}
