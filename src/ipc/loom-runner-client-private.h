/* loom-runner-client-private.h: what the files of the runner's client share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "loom-ipc-call-private.h"
#include "loom-runner-client.h"

/* Where a call goes, borrowed. It is answered with _loom_runner_client_answer_call(), also when it
 * is cancelled. */
typedef void (* LoomRunnerTransport) (LoomIpcCall *call,
                                      gpointer     data);

void _loom_runner_client_start_call    (LoomRunnerClient    *self,
                                        LoomIpcCall         *call);
void _loom_runner_client_set_transport (LoomRunnerClient    *self,
                                        LoomRunnerTransport  transport,
                                        gpointer             data);
void _loom_runner_client_answer_call   (LoomRunnerClient    *self,
                                        LoomIpcCall         *call,
                                        gpointer             answer,
                                        GError              *error);
