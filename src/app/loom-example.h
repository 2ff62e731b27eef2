#pragma once

#include <gdk/gdk.h>

G_BEGIN_DECLS

/* One kernel of the gallery. What it is called and teaches stands in its first comment, what it
 * shows in its source (loom-topics), what comes of it in the small picture beside it. Immutable.
 * Properties: "name" (of its file), "title", "summary", "topics", "text", "thumbnail". */
#define LOOM_TYPE_EXAMPLE (loom_example_get_type ())
G_DECLARE_FINAL_TYPE (LoomExample, loom_example, LOOM, EXAMPLE, GObject)

LoomExample *loom_example_new           (const char           *name,
                                         const char           *text,
                                         GdkTexture           *thumbnail);
const char  *loom_example_get_name      (LoomExample          *self);
const char  *loom_example_get_title     (LoomExample          *self);
const char  *loom_example_get_summary   (LoomExample          *self);
const char  *loom_example_get_topics    (LoomExample          *self);
const char  *loom_example_get_text      (LoomExample          *self);
GdkTexture  *loom_example_get_thumbnail (LoomExample          *self);
gboolean     loom_example_matches       (LoomExample          *self,
                                         const char           *wanted);
void         loom_example_list_async    (GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
GListModel  *loom_example_list_finish   (GAsyncResult         *result,
                                         GError              **error);

G_END_DECLS
