#pragma once

#include <glib.h>

void loom_runner_locale_set   (const char *name);
void loom_runner_locale_enter (void);
char *loom_runner_locale_dup_name (void);
