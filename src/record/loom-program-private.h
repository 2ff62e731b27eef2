#pragma once

#include "loom-program.h"

/* What the files of this folder share; loom_program_record() does all of it. */

gboolean   _loom_program_read_sources    (LoomProgram       *self,
                                          GError           **error);
gboolean   _loom_program_prepare         (LoomProgram       *self,
                                          GError           **error);
gboolean   _loom_program_compile_host    (LoomProgram       *self,
                                          guint              source,
                                          GCancellable      *cancellable,
                                          GError           **error);
gboolean   _loom_program_compile_device  (LoomProgram       *self,
                                          guint              source,
                                          LoomRunnerClient  *client,
                                          GCancellable      *cancellable,
                                          GError           **error);
GStrv      _loom_program_list_headers    (LoomProgram       *self,
                                          guint              source);
gboolean   _loom_program_link            (LoomProgram       *self,
                                          GCancellable      *cancellable,
                                          GError           **error);
gboolean   _loom_program_prepare_python  (LoomProgram       *self,
                                          GCancellable      *cancellable,
                                          GError           **error);
GIOStream *_loom_program_connect_python  (LoomProgram       *self,
                                          GSubprocessLauncher *launcher,
                                          GError           **error);
gboolean   _loom_program_answer_python   (LoomProgram       *self,
                                          GIOStream         *asked,
                                          LoomRunnerClient  *client,
                                          GCancellable      *cancellable);
gboolean   _loom_program_build           (LoomProgram       *self,
                                          LoomRunnerClient  *client,
                                          const LoomProgramWatch *watch,
                                          GCancellable      *cancellable,
                                          GError           **error);
LoomRecording *_loom_program_run         (LoomProgram       *self,
                                          LoomRunnerClient  *client,
                                          const LoomProgramWatch *watch,
                                          GCancellable      *cancellable,
                                          int               *status,
                                          GError           **error);
GStrv      _loom_program_find_lines      (LoomProgram       *self,
                                          const GArray      *addresses,
                                          GCancellable      *cancellable);
gboolean   _loom_program_read_place      (const char        *text,
                                          char             **file,
                                          guint             *line);
GPtrArray *_loom_program_begin_command   (LoomProgram       *self,
                                          const char        *mode);
gulong     _loom_program_kill_when_cancelled (GSubprocess   *process,
                                              GCancellable  *cancellable);
char      *_loom_program_run_tool        (LoomProgram       *self,
                                          GPtrArray         *argv,
                                          const char        *failure,
                                          GCancellable      *cancellable,
                                          GError           **error);
