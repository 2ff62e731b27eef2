/* loom-launch-list.c: the launches of a program that has run, as a list
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-list.h"

#include "loom-class.h"

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

LOOM_DEFINE_PLAIN_TYPE (LoomLaunchLine, loom_launch_line, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE (LoomLaunchList, loom_launch_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* -- A line -- */

LOOM_DEFINE_FINALIZE (LoomLaunchLine, loom_launch_line)
{
  loom_program_run_unref (self->run);
}

static void
loom_launch_line_class_init (LoomLaunchLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_launch_line_finalize;
}

LOOM_DEFINE_GETTER (LoomLaunchLine, LAUNCH_LINE, const LoomRecordedLaunch *,
                    loom_launch_line_get_launch,
                    self->run->recording->launches->pdata[self->index])

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

LOOM_DEFINE_FINALIZE (LoomLaunchList, loom_launch_list)
{
  loom_program_run_unref (self->run);
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
