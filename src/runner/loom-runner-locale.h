#pragma once

#include <glib.h>

G_BEGIN_DECLS

void loom_runner_locale_set   (const char *name);
void loom_runner_locale_enter (void);

G_END_DECLS
