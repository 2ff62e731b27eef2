/* loom-launch-list.c: the launches of a program that has run, as a list
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-list.h"

struct _LoomLaunchLine
{
  GObject     parent_instance;

  LoomProgramRun *run;
  guint       index;
};

struct _LoomLaunchList
{
  GObject     parent_instance;

  LoomProgramRun *run;
};

static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE (LoomLaunchLine, loom_launch_line, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE (LoomLaunchList, loom_launch_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* -- A line -- */

static void
loom_launch_line_finalize (GObject *object)
{
  LoomLaunchLine *self = LOOM_LAUNCH_LINE (object);

  loom_program_run_unref (self->run);

  G_OBJECT_CLASS (loom_launch_line_parent_class)->finalize (object);
}

static void
loom_launch_line_class_init (LoomLaunchLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_launch_line_finalize;
}

static void
loom_launch_line_init (LoomLaunchLine *self)
{
}

const LoomRecordedLaunch *
loom_launch_line_get_launch (LoomLaunchLine *self)
{
  g_return_val_if_fail (LOOM_IS_LAUNCH_LINE (self), NULL);

  return self->run->recording->launches->pdata[self->index];
}

char *
loom_launch_line_dup_kernel (LoomLaunchLine *self)
{
  return loom_program_run_dup_kernel (self->run, loom_launch_line_get_launch (self));
}

char *
loom_launch_line_dup_place (LoomLaunchLine *self)
{
  return loom_program_run_dup_place (loom_launch_line_get_launch (self));
}

/* -- The list -- */

static GType
get_item_type (GListModel *model)
{
  return LOOM_TYPE_LAUNCH_LINE;
}

static guint
get_n_items (GListModel *model)
{
  return LOOM_LAUNCH_LIST (model)->run->recording->launches->len;
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  LoomLaunchLine *line;

  if (position >= get_n_items (model))
    return NULL;
  line = g_object_new (LOOM_TYPE_LAUNCH_LINE, NULL);
  line->run = loom_program_run_ref (LOOM_LAUNCH_LIST (model)->run);
  line->index = position;
  return line;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

static void
loom_launch_list_finalize (GObject *object)
{
  LoomLaunchList *self = LOOM_LAUNCH_LIST (object);

  loom_program_run_unref (self->run);

  G_OBJECT_CLASS (loom_launch_list_parent_class)->finalize (object);
}

static void
loom_launch_list_class_init (LoomLaunchListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_launch_list_finalize;
}

static void
loom_launch_list_init (LoomLaunchList *self)
{
}

LoomLaunchList *
loom_launch_list_new (LoomProgramRun *run)
{
  LoomLaunchList *self = g_object_new (LOOM_TYPE_LAUNCH_LIST, NULL);

  self->run = loom_program_run_ref (run);
  return self;
}
