#pragma once

#include "loom-app-test.h"
#include "loom-window.h"

void loom_test_wait_until_quiet (LoomWindow        *window,
                                 LoomTestPredicate  also,
                                 gpointer           data);
