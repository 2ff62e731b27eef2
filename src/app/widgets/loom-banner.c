/* loom-banner.c: a strip for what lasts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-banner.h"

#include "loom-class.h"
#include "loom-resources.h"
#include "loom-template.h"
#include "loom-wrap-box.h"

struct _LoomBanner
{
  GtkWidget       parent_instance;

  GtkWidget      *revealer;
  GtkImage       *icon;
  GtkLabel       *label;
  GtkButton      *button;
  GtkButton      *second;
  GtkWidget      *close;

  char           *title;
  LoomBannerKind  kind;
};

enum {
  PROP_0,
  PROP_TITLE,
  PROP_KIND,
  PROP_BUTTON_LABEL,
  PROP_ACTION_NAME,
  PROP_SECOND_LABEL,
  PROP_SECOND_ACTION,
  PROP_CLOSABLE,
  N_PROPS
};

G_DEFINE_ENUM_TYPE (LoomBannerKind, loom_banner_kind,
                    G_DEFINE_ENUM_VALUE (LOOM_BANNER_NEUTRAL, "neutral"),
                    G_DEFINE_ENUM_VALUE (LOOM_BANNER_WARNING, "warning"),
                    G_DEFINE_ENUM_VALUE (LOOM_BANNER_ERROR, "error"))

G_DEFINE_FINAL_TYPE (LoomBanner, loom_banner, GTK_TYPE_WIDGET)

static GParamSpec *properties [N_PROPS];

static void
set_kind (LoomBanner     *self,
          LoomBannerKind  kind)
{
  static const char * const classes[] = { "loom-neutral", "loom-warning", "loom-error" };
  static const char * const icons[] = {
    "dialog-information-symbolic", "dialog-warning-symbolic", "dialog-error-symbolic",
  };

  gtk_widget_remove_css_class (GTK_WIDGET (self), classes[self->kind]);
  self->kind = kind;
  gtk_widget_add_css_class (GTK_WIDGET (self), classes[kind]);
  gtk_image_set_from_icon_name (self->icon, icons[kind]);
}

static void
set_button (GtkButton  *button,
            const char *label)
{
  gtk_button_set_label (button, label != NULL ? label : "");
  gtk_widget_set_visible (GTK_WIDGET (button), label != NULL && *label != '\0');
}

static void
close_cb (LoomBanner *self)
{
  loom_banner_set_title (self, NULL);
  g_signal_emit_by_name (self, "closed");
}

static void
loom_banner_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  LoomBanner *self = LOOM_BANNER (object);

  if (prop_id == PROP_TITLE)
    loom_banner_set_title (self, g_value_get_string (value));
  else if (prop_id == PROP_KIND)
    set_kind (self, g_value_get_enum (value));
  else if (prop_id == PROP_BUTTON_LABEL)
    set_button (self->button, g_value_get_string (value));
  else if (prop_id == PROP_ACTION_NAME)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), g_value_get_string (value));
  else if (prop_id == PROP_SECOND_LABEL)
    set_button (self->second, g_value_get_string (value));
  else if (prop_id == PROP_SECOND_ACTION)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (self->second), g_value_get_string (value));
  else
    gtk_widget_set_visible (self->close, g_value_get_boolean (value));
}

static void
loom_banner_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  LoomBanner *self = LOOM_BANNER (object);

  g_value_set_string (value, self->title);
}

static void
loom_banner_finalize (GObject *object)
{
  LoomBanner *self = LOOM_BANNER (object);

  g_free (self->title);

  G_OBJECT_CLASS (loom_banner_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL,
                                                G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
                                                G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_KIND] = g_param_spec_enum ("kind", NULL, NULL, LOOM_TYPE_BANNER_KIND,
                                             LOOM_BANNER_NEUTRAL, flags);
  properties[PROP_BUTTON_LABEL] = g_param_spec_string ("button-label", NULL, NULL, NULL, flags);
  properties[PROP_ACTION_NAME] = g_param_spec_string ("action-name", NULL, NULL, NULL, flags);
  properties[PROP_SECOND_LABEL] = g_param_spec_string ("second-label", NULL, NULL, NULL, flags);
  properties[PROP_SECOND_ACTION] = g_param_spec_string ("second-action", NULL, NULL, NULL, flags);
  properties[PROP_CLOSABLE] = g_param_spec_boolean ("closable", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
loom_banner_class_init (LoomBannerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = loom_template_dispose;
  object_class->finalize = loom_banner_finalize;
  object_class->get_property = loom_banner_get_property;
  object_class->set_property = loom_banner_set_property;
  install_properties (object_class);
  LOOM_SIGNAL_NEW (klass, "closed", 0);

  g_type_ensure (LOOM_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, LOOM_RESOURCE_PATH "/loom-banner.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomBanner, revealer);
  gtk_widget_class_bind_template_child (widget_class, LoomBanner, icon);
  gtk_widget_class_bind_template_child (widget_class, LoomBanner, label);
  gtk_widget_class_bind_template_child (widget_class, LoomBanner, button);
  gtk_widget_class_bind_template_child (widget_class, LoomBanner, second);
  gtk_widget_class_bind_template_child (widget_class, LoomBanner, close);
  gtk_widget_class_bind_template_callback (widget_class, close_cb);
  gtk_widget_class_set_css_name (widget_class, "loombanner");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
loom_banner_init (LoomBanner *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  set_kind (self, LOOM_BANNER_NEUTRAL);
}

/**
 * loom_banner_get_title:
 *
 * Returns: (transfer none) (nullable): what it says; %NULL while it is not shown
 */
const char *
loom_banner_get_title (LoomBanner *self)
{
  g_return_val_if_fail (LOOM_IS_BANNER (self), NULL);

  return self->title;
}

/* Who pressed a button of a strip that goes goes on in what stands below it: GTK would leave the
 * focus in what nobody sees, where no key does anything. */
static void
hand_focus_on (LoomBanner *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *around = gtk_widget_get_parent (GTK_WIDGET (self));

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
    return;
  while (around != NULL && !gtk_widget_child_focus (around, GTK_DIR_TAB_FORWARD))
    around = gtk_widget_get_parent (around);
}

/**
 * loom_banner_set_title:
 * @title: (nullable): what it says; %NULL hides it
 *
 * Shows a sentence, or hides the banner. The old words stay in it while it slides away.
 */
void
loom_banner_set_title (LoomBanner *self,
                       const char *title)
{
  g_return_if_fail (LOOM_IS_BANNER (self));

  if (g_strcmp0 (self->title, title) == 0)
    return;
  g_free (self->title);
  self->title = g_strdup (title);
  if (title != NULL)
    gtk_label_set_label (self->label, title);
  gtk_widget_set_can_focus (GTK_WIDGET (self), title != NULL);
  if (title == NULL)
    hand_focus_on (self);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), title != NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}
