/* loom-expect-group.c: what an array should hold after a launch, and whether it does
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-rows.h"

#include "loom-action.h"
#include "loom-array-chooser.h"
#include "loom-class.h"
#include "loom-connect.h"
#include "loom-expect-words.h"
#include "loom-export.h"
#include "loom-field-row.h"
#include "loom-folder.h"
#include "loom-format.h"
#include "loom-launch.h"
#include "loom-template.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* A key of the settings with a kind to choose and what belongs to it. */
typedef struct
{
  LoomExpectKey  key;
  AdwComboRow   *combo;
  LoomFieldRow  *detail;
  GtkWidget     *choose;
  GArray        *offered;       /* (element-type guint) kinds, in the order of the combo row */
  guint          kind;          /* what holds, whatever is being chosen */
  char          *value;         /* of the settings, as it was shown last */
  gboolean       is_shown;
} Choice;

typedef struct
{
  const char   *key;
  LoomFieldRow *row;
} Tolerance;

struct _LoomExpectGroup
{
  AdwPreferencesGroup   parent_instance;

  LoomSession          *session;
  LoomPlan             *plan;           /* the last one that there was */
  char                 *name;           /* of the array */
  LoomShape             shape;
  gboolean              is_main;
  Choice                choices[LOOM_N_EXPECT_KEYS];
  Tolerance             tolerances[3];
  GtkFileChooserNative *chooser;
  Choice               *chosen;         /* what a file is being chosen for */
  char                 *pinned;         /* the array that is being saved, or NULL */

  AdwComboRow          *array;
  AdwComboRow          *domain;
  LoomFieldRow         *domain_detail;
  GtkWidget            *domain_file;
  AdwComboRow          *reference;
  LoomFieldRow         *reference_detail;
  GtkWidget            *reference_file;
  AdwExpanderRow       *tolerance;
  LoomFieldRow         *rtol;
  LoomFieldRow         *atol;
  LoomFieldRow         *ulps;
  AdwActionRow         *coverage;
  AdwActionRow         *mismatches;
  AdwActionRow         *first;
  AdwActionRow         *worst;
  AdwActionRow         *deviation;

  guint                 updating : 1;
};

static void update_actions (LoomExpectGroup *self);

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

static const char *
get_value (LoomExpectGroup *self,
           const char      *key)
{
  g_autofree char *group = dup_group (self, key);
  const char *value = loom_document_get_value (loom_session_get_document (self->session), group,
                                               key);

  return value != NULL && *value != '\0' ? value : NULL;
}

/* value: NULL takes the key away. */
static gboolean
try_value (LoomExpectGroup  *self,
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

static Choice *
find_choice (LoomExpectGroup *self,
             gpointer         widget)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->choices); i++)
    {
      Choice *choice = &self->choices[i];

      if (widget == choice->combo || widget == choice->choose ||
          widget == loom_field_row_get_field (choice->detail))
        return choice;
    }

  g_return_val_if_reached (NULL);
}

/* The kind that the combo row shows. */
static guint
get_selected (const Choice *choice)
{
  const guint selected = adw_combo_row_get_selected (choice->combo);

  return selected < choice->offered->len ? g_array_index (choice->offered, guint, selected) : 0;
}

/* What can't be chosen says why where it was chosen. */
static void
show_reason (Choice     *choice,
             const char *reason)
{
  adw_action_row_set_subtitle (ADW_ACTION_ROW (choice->combo), reason != NULL ? reason : "");
  loom_widget_set_css_class (choice->combo, "error", reason != NULL);
}

static void
update_detail (const Choice *choice)
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
dup_value (LoomExpectGroup  *self,
           const Choice     *choice,
           const char       *text,
           GError          **error)
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

static void
try_detail_cb (LoomExpectGroup  *self,
               gboolean          apply,
               GError          **error,
               LoomField        *field)
{
  Choice *choice = find_choice (self, field);
  g_autofree char *value = dup_value (self, choice, loom_field_get_text (field), error);

  if (value == NULL || !try_value (self, loom_expect_key_get_name (choice->key), value, apply,
                                   error) || !apply)
    return;
  loom_field_show (field, loom_field_get_text (field));
  show_reason (choice, NULL);
}

/* A condition begins as the one that holds, so that a preset can be gone on from. */
static const char *
get_start (const Choice         *choice,
           const LoomExpectKind *kind)
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
  Choice *choice = find_choice (self, combo);
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
  show_reason (choice, NULL);
  loom_expect_read (choice->key, choice->value, self->shape.rank, &held);
  shown = selected == choice->kind ? held : get_start (choice, &kind);
  loom_field_show (field, shown != NULL ? shown : "");
  if (kind.detail != LOOM_DETAIL_NONE && kind.start == NULL)
    gtk_widget_grab_focus (GTK_WIDGET (field));
  else if (selected != choice->kind)
    {
      value = loom_expect_write (choice->key, selected, kind.start, self->shape.rank, &error);
      if (error == NULL)
        try_value (self, loom_expect_key_get_name (choice->key), value, TRUE, &error);
    }
  if (error != NULL)
    show_reason (choice, error->message);
}

static void
chosen_cb (LoomExpectGroup *self,
           int              response)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);

  loom_array_chooser_take (chooser, response, loom_field_row_get_field (self->chosen->detail));
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
offer (LoomExpectGroup *self,
       Choice          *choice,
       guint            held)
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
show_choice (LoomExpectGroup *self,
             Choice          *choice)
{
  const char *value = get_value (self, loom_expect_key_get_name (choice->key));
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
  show_reason (choice, NULL);
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
      const Tolerance *tolerance = &self->tolerances[i];

      if (loom_field_row_get_field (tolerance->row) == field &&
          try_value (self, tolerance->key, *text != '\0' ? text : NULL, apply, error) && apply)
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
      const char *written = get_value (self, self->tolerances[i].key);

      loom_field_show (loom_field_row_get_field (self->tolerances[i].row),
                       written != NULL ? written : held[i]);
    }
  /* Translators: how far numbers may be from what is expected: a part of that, an amount, and units
   * in the last place */
  subtitle = g_strdup_printf (_("rtol %1$s, atol %2$s, ULP %3$s"), rtol, atol, ulps);
  adw_expander_row_set_subtitle (self->tolerance, subtitle);
}

/* -- What came of it -- */

static void
show_fact (AdwActionRow *row,
           const char   *text)
{
  gtk_widget_set_visible (GTK_WIDGET (row), text != NULL);
  if (text != NULL)
    adw_action_row_set_subtitle (row, text);
}

static char *
dup_coverage (const LoomRunArray *array)
{
  g_autofree char *missed = NULL, *extra = NULL;
  LoomArrayCounts counts;

  if (array->domain == NULL || array->writes == NULL)
    return NULL;
  loom_run_array_count (array, &counts);
  missed = loom_format_count (counts.missed);
  extra = loom_format_count (counts.extra);
  /* Translators: numbers of cells: that were not written but should be, and the other way round */
  return g_strdup_printf (_("Missed: %1$s, extra: %2$s"), missed, extra);
}

static char *
dup_share (const LoomRunArray *array)
{
  g_autofree char *mismatches = loom_format_count (array->mismatches);
  g_autofree char *compared = loom_format_count (array->compared);

  if (array->mismatches == 0)
    return g_strdup (_("No cell differs"));
  /* Translators: cells that differ of those that were compared: “3 of 256” */
  return g_strdup_printf (_("%1$s of %2$s"), mismatches, compared);
}

static char *
dup_deviation (const LoomRunArray *array)
{
  const LoomShape *shape = loom_array_get_shape (array->array);
  g_autofree char *absolute = loom_deviation_dup_absolute (&array->deviation, shape);
  g_autofree char *relative = loom_deviation_dup_relative (&array->deviation, shape);
  g_autofree char *ulps = loom_deviation_dup_ulps (&array->deviation, shape);

  if (absolute == NULL)
    return NULL;
  if (relative == NULL)
    return g_steal_pointer (&absolute);
  if (ulps == NULL)
    /* Translators: the largest difference, and the largest as a part of what is expected, each with
     * its place */
    return g_strdup_printf (_("%1$s\nrelative %2$s"), absolute, relative);
  return g_strdup_printf (_("%1$s\nrelative %2$s\n%3$s"), absolute, relative, ulps);
}

/* Of the last run, also while the next one is on its way: rows must not come and go. */
static void
show_result (LoomExpectGroup *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const LoomRunArray *array = run != NULL ? loom_run_find_array (run, self->name) : NULL;
  const gboolean is_checked = array != NULL && array->compared > 0;
  g_autofree char *coverage = array != NULL ? dup_coverage (array) : NULL;
  g_autofree char *share = is_checked ? dup_share (array) : NULL;
  g_autofree char *first = is_checked ? loom_run_array_dup_checked (array, &array->first) : NULL;
  g_autofree char *worst = is_checked ? loom_run_array_dup_checked (array, &array->worst) : NULL;
  g_autofree char *deviation = is_checked ? dup_deviation (array) : NULL;

  show_fact (self->coverage, coverage);
  show_fact (self->mismatches, share);
  show_fact (self->first, first);
  show_fact (self->worst, worst);
  show_fact (self->deviation, deviation);
}

static LoomCell
get_cell (const LoomRunArray *array,
          guint64             cell)
{
  const LoomShape *shape = loom_array_get_shape (array->array);

  return (LoomCell) { cell % shape->cols, cell / shape->cols % shape->rows,
                      cell / shape->cols / shape->rows };
}

/* Shows a cell in the picture, where everything else is said of it. */
static void
show_cell_cb (LoomExpectGroup *self,
              AdwActionRow    *row)
{
  LoomViewState *state = loom_session_get_view_state (self->session);
  LoomRun *run = loom_session_get_run (self->session);
  LoomRunArray *array = run != NULL ? loom_run_find_array (run, self->name) : NULL;
  LoomView view = *loom_view_state_get_view (state);
  LoomCell cell;

  if (array == NULL)
    return;
  g_ptr_array_find (run->arrays, array, &view.array);
  cell = get_cell (array, row == self->first ? array->first.cell : array->worst.cell);
  view.plane = cell.plane;
  loom_view_state_choose (state, &view);
  loom_view_state_set_pin (state, &cell);
}

/* -- A run as the reference -- */

static guint
find_index (LoomExpectGroup *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  guint index = G_MAXUINT;

  for (guint i = 0; run != NULL && i < run->arrays->len; i++)
    if (g_strcmp0 (((LoomRunArray *) run->arrays->pdata[i])->name, self->name) == 0)
      index = i;
  return index;
}

/* Beside the document and named like it; what is there already stays. */
static char *
dup_pin_path (LoomExpectGroup *self,
              GFile           *folder)
{
  const char *name = loom_session_get_name (self->session);
  const char *dot = strrchr (name, '.');
  g_autofree char *stem = dot != NULL ? g_strndup (name, dot - name) : g_strdup (name);
  g_autofree char *array = g_strcanon (g_strdup (self->name),
                                       G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.", '_');

  for (guint i = 1;; i++)
    {
      g_autofree char *number = i > 1 ? g_strdup_printf ("-%u", i) : g_strdup ("");
      g_autofree char *file = g_strdup_printf ("%s.%s%s.npy", stem, array, number);
      g_autofree char *path = g_build_filename (g_file_peek_path (folder), file, NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
    }
}

/* The array may be another one by now; what was saved stays. */
static void
pinned_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LoomExpectGroup) self = user_data;
  g_autofree char *name = g_steal_pointer (&self->pinned);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = loom_export_finish (result, &error);

  if (path != NULL && g_strcmp0 (name, self->name) == 0)
    {
      g_autofree char *file = g_path_get_basename (path);
      g_autofree char *value = g_strconcat ("file:", file, NULL);

      try_value (self, "reference", value, TRUE, &error);
    }
  if (error != NULL)
    show_reason (&self->choices[LOOM_EXPECT_REFERENCE], error->message);
  update_actions (self);
}

static void
pin_action (LoomExpectGroup *self)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);
  const guint index = find_index (self);
  g_autofree char *path = NULL;

  if (folder == NULL || g_file_peek_path (folder) == NULL || index == G_MAXUINT ||
      self->pinned != NULL)
    return;
  path = dup_pin_path (self, folder);
  self->pinned = g_strdup (self->name);
  loom_export_array_async (loom_session_get_run (self->session), index, path, FALSE, pinned_cb,
                           g_object_ref (self));
  update_actions (self);
}

static void
update_actions (LoomExpectGroup *self)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "expected.pin",
                                 folder != NULL && self->pinned == NULL &&
                                     loom_session_has_current_run (self->session) &&
                                     find_index (self) != G_MAXUINT);
}

/* -- Which array -- */

static gboolean
is_offered (const LoomPlan *plan,
            guint           index)
{
  const LoomPlanArg *argument = plan->args->pdata[index];

  return argument->kind == LOOM_PARAM_ARRAY && argument->same < 0 &&
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

  return plan->main_array >= 0 ? plan->args->pdata[plan->main_array] : NULL;
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
  self->is_main = self->plan->main_array >= 0 &&
                  self->plan->args->pdata[self->plan->main_array] == argument;
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
  show_tolerances (self);
  show_result (self);
  self->updating = FALSE;
  update_actions (self);
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
}

LOOM_DEFINE_DISPOSE (LoomExpectGroup, loom_expect_group)
{
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
}

static void
loom_expect_group_class_init (LoomExpectGroupClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "expected.pin", NULL, G_CALLBACK (pin_action) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_expect_group_dispose;
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  g_type_ensure (LOOM_TYPE_FIELD_ROW);
  LOOM_TEMPLATE (klass, LoomExpectGroup, "loom-expect-group.ui", array, domain, domain_detail,
                 domain_file, reference, reference_detail, reference_file, tolerance, rtol, atol,
                 ulps, coverage, mismatches, first, worst, deviation);
  LOOM_TEMPLATE_CALLBACKS (klass, array_cb, choose_file_cb, show_cell_cb);
}

static void
loom_expect_group_init (LoomExpectGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->choices[0] = (Choice) { LOOM_EXPECT_DOMAIN, self->domain, self->domain_detail,
                                self->domain_file };
  self->choices[1] = (Choice) { LOOM_EXPECT_REFERENCE, self->reference, self->reference_detail,
                                self->reference_file };
  self->tolerances[0] = (Tolerance) { "rtol", self->rtol };
  self->tolerances[1] = (Tolerance) { "atol", self->atol };
  self->tolerances[2] = (Tolerance) { "ulps", self->ulps };
  for (guint i = 0; i < G_N_ELEMENTS (self->choices); i++)
    {
      Choice *choice = &self->choices[i];

      choice->offered = g_array_new (FALSE, FALSE, sizeof (guint));
      loom_connect (choice->combo, "notify::selected", choose_cb, self);
      loom_connect (loom_field_row_get_field (choice->detail), "try", try_detail_cb, self);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->tolerances); i++)
    loom_connect (loom_field_row_get_field (self->tolerances[i].row), "try", try_tolerance_cb,
                  self);
}
