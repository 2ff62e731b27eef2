#pragma once

#include <gdk/gdk.h>

/* One kernel of the gallery. What it is called and teaches stands in its first comment, what it
 * shows in its source, what comes of it in the small picture beside it. Immutable. */
#define LOOM_TYPE_EXAMPLE (loom_example_get_type ())
G_DECLARE_FINAL_TYPE (LoomExample, loom_example, LOOM, EXAMPLE, GObject)

struct _LoomExample
{
  GObject     parent_instance;

  char       *name;             /* of its file */
  char       *title;
  char       *summary;          /* what it teaches, in one sentence */
  char       *topics;           /* what it shows, in the words that people look for */
  char       *text;
  char       *haystack;         /* all that is searched, case folded */
  GdkTexture *thumbnail;        /* of what comes of it; or NULL */
};

LoomExample *loom_example_new           (const char           *name,
                                         const char           *text,
                                         GdkTexture           *thumbnail);
guint        loom_example_rank          (LoomExample          *self,
                                         const char           *wanted);
void         loom_example_list_async    (GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
GListModel  *loom_example_list_finish   (GAsyncResult         *result,
                                         GError              **error);
