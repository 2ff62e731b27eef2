#pragma once

#include <gio/gio.h>

#define LOOM_DISASSEMBLER_SECONDS 20

char *loom_disassembler_find       (GError              **error);
void  loom_disassembler_run_async  (const char           *program,
                                    GBytes               *cubin,
                                    guint                 seconds,
                                    GCancellable         *cancellable,
                                    GAsyncReadyCallback   callback,
                                    gpointer              user_data);
char *loom_disassembler_run_finish (GAsyncResult         *result,
                                    GError              **error);
