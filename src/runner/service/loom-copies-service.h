#pragma once

#include <gio/gio.h>

/* Carries out MeasureCopies: each in a thread of its own. Main thread only. */
#define LOOM_TYPE_COPIES_SERVICE (loom_copies_service_get_type ())
G_DECLARE_FINAL_TYPE (LoomCopiesService, loom_copies_service, LOOM, COPIES_SERVICE, GObject)

LoomCopiesService *loom_copies_service_new            (void);
void               loom_copies_service_measure_async  (LoomCopiesService    *self,
                                                       guint                 job,
                                                       GVariant             *options,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
GVariant          *loom_copies_service_measure_finish (LoomCopiesService    *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);
void               loom_copies_service_cancel         (LoomCopiesService    *self,
                                                       guint                 job);
