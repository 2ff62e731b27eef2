/* loom-runner-client-private.h: what the files of the runner's client share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "loom-ipc-call-private.h"
#include "loom-runner-client.h"

G_BEGIN_DECLS

void _loom_runner_client_start_call (LoomRunnerClient *self,
                                     LoomIpcCall      *call);

G_END_DECLS
