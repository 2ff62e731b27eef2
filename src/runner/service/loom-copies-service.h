#pragma once

#include <gio/gio.h>

/* Carries out MeasureCopies: each in a thread of its own. Main thread only. */
void loom_copies_service_measure_async (GVariant            *options,
                                        const gint          *cancel,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data);
