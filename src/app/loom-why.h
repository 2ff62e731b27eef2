#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* One library that was looked for: found or not, where, and why not. Out of the runner's
 * description, (aa{sv}aa{sv}). Immutable. Properties: "name", "found", "state", "searched" (lines).
 */
#define LOOM_TYPE_LIBRARY (loom_library_get_type ())
G_DECLARE_FINAL_TYPE (LoomLibrary, loom_library, LOOM, LIBRARY, GObject)

const char *loom_library_get_name     (LoomLibrary  *self);
gboolean    loom_library_get_found    (LoomLibrary  *self);
const char *loom_library_get_state    (LoomLibrary  *self);
GStrv       loom_library_get_searched (LoomLibrary  *self);
GListModel *loom_why_list_libraries   (GVariant     *description);
char       *loom_why_dup_text         (GVariant     *description);

G_END_DECLS
