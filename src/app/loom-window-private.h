#pragma once

#include "loom-editor-pane.h"
#include "loom-picture-pane.h"
#include "loom-run-controller.h"
#include "loom-window.h"

G_BEGIN_DECLS

struct _LoomWindow
{
  AdwApplicationWindow  parent_instance;

  GSettings            *settings;
  LoomSession          *session;
  LoomRunController    *controller;

  AdwToastOverlay      *toasts;
  AdwWindowTitle       *title;
  GtkPaned             *editor_paned;
  LoomEditorPane       *editor_pane;
  LoomPicturePane      *picture_pane;
  GtkButton            *run_button;
};

void _loom_window_class_actions_init (LoomWindowClass *klass);
void _loom_window_actions_update     (LoomWindow      *self);

G_END_DECLS
