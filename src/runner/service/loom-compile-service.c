/* loom-compile-service.c: org.gridloom.Runner in the process that compiles
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One process serves the documents of one folder: the first request decides what may be read, for
 * good. It compiles on its main thread, since NVRTC cannot be interrupted: cancelling is the
 * parent's killing it.
 */

#include "config.h"

#include "loom-compile-service.h"

#include "loom-compiler.h"
#include "loom-confine.h"
#include "loom-ipc-process.h"
#include "loom-runner-locale.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of processor time for optimising. What takes longer is begun anew in haste; the more patience,
 * the fewer sources for which it depends on how busy the machine is. */
#define PATIENCE_MS 3000

typedef struct
{
  LoomNvrtc *nvrtc;
  char      *folder;            /* as requested; "" for none */
  char      *real_folder;       /* NULL for none */
  char      *root;              /* what headers may lie beneath, as requested; "" for the folder */
  char      *real_root;         /* NULL for none, or where it is not above the folder */
  gboolean   confined;
  gboolean   has_folder;
} Service;

static gboolean
hello_cb (LoomIpcRunner         *runner,
          GDBusMethodInvocation *invocation,
          guint                  version,
          const char            *locale,
          Service               *self)
{
  GVariantBuilder limits;

  loom_runner_locale_set (locale);
  g_variant_builder_init (&limits, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&limits, "{sv}", "confined", g_variant_new_boolean (self->confined));
  loom_ipc_runner_complete_hello (runner, invocation, LOOM_IPC_VERSION,
                                  g_variant_builder_end (&limits));
  return TRUE;
}

static gboolean
set_folder (Service     *self,
            const char  *folder,
            const char  *root,
            GError     **error)
{
  const LoomNvrtcFacts *facts = loom_nvrtc_get_facts (self->nvrtc);
  const char *readable[4] = { NULL };
  guint n = 0;

  if (self->has_folder && g_str_equal (self->folder, folder)
      && (*root == '\0' || g_str_equal (self->root, root)))
    return TRUE;

  if (self->has_folder)
    return loom_fail (error, LOOM_ERROR_PROTOCOL,
                      _("This compiler serves the folder %s and can no longer read %s"),
                      self->folder, folder);

  self->has_folder = TRUE;
  self->folder = g_strdup (folder);
  self->real_folder = *folder != '\0' ? realpath (folder, NULL) : NULL;
  if (chdir (self->real_folder != NULL ? self->real_folder : "/") != 0)
    g_clear_pointer (&self->real_folder, free);

  self->root = g_strdup (root);
  self->real_root = loom_compiler_find_root (self->real_folder, root);
  if (self->real_folder != NULL)
    readable[n++] = self->real_root != NULL ? self->real_root : self->real_folder;
  if (facts->include != NULL)
    readable[n++] = facts->include;
  if (facts->folder != NULL)
    readable[n++] = facts->folder;

  self->confined = loom_confine_reads (readable) == LOOM_CONFINED_FULLY && self->confined;
  return TRUE;
}

/* Somebody who says how thoroughly to optimise waits for that. */
static gboolean
says_haste (const LoomCompileRequest *request)
{
  gboolean says = request->in_haste;

  for (guint i = 0; request->options != NULL && request->options[i] != NULL; i++)
    says = says || strstr (request->options[i], LOOM_NVRTC_HASTE + 1) != NULL;
  return says;
}

static LoomCompiled *
compile (Service   *self,
         GVariant  *variant,
         GError   **error)
{
  LoomCompileRequest request;
  LoomCompiled *compiled = NULL;
  const char *why = loom_nvrtc_get_facts (self->nvrtc)->why;

  if (!loom_compile_request_from_variant (variant, &request, error))
    return NULL;

  if (why != NULL)
    g_set_error_literal (error, LOOM_ERROR, LOOM_ERROR_BACKEND, why);
  else if (set_folder (self, request.folder != NULL ? request.folder : "",
                       request.root != NULL ? request.root : "", error))
    {
      request.folder = self->real_folder;
      request.root = request.root != NULL ? self->real_root : NULL;
      loom_nvrtc_set_patience (self->nvrtc, says_haste (&request) ? 0 : PATIENCE_MS);
      loom_confine_begin (&request.limits);
      compiled = loom_compiler_compile (self->nvrtc, &request, self->confined, error);
      loom_confine_end ();
    }

  loom_compile_request_clear (&request);
  return compiled;
}

static gboolean
compile_cb (LoomIpcRunner         *runner,
            GDBusMethodInvocation *invocation,
            guint                  job,
            GVariant              *request,
            Service               *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) compiled = compile (self, request, &error);

  if (compiled == NULL)
    g_dbus_method_invocation_return_gerror (invocation, error);
  else
    loom_ipc_runner_complete_compile (runner, invocation,
                                      g_variant_new_variant (loom_compiled_to_variant (compiled)));
  return TRUE;
}

static gboolean
describe_cb (LoomIpcRunner         *runner,
             GDBusMethodInvocation *invocation,
             Service               *self)
{
  const LoomNvrtcFacts *facts = loom_nvrtc_get_facts (self->nvrtc);
  GVariantBuilder libraries;

  g_variant_builder_init (&libraries, G_VARIANT_TYPE ("aa{sv}"));
  g_variant_builder_add_value (&libraries, loom_library_describe (facts->library, facts->why));
  loom_ipc_runner_complete_describe (runner, invocation, g_variant_new ("aa{sv}", NULL),
                                     g_variant_builder_end (&libraries));
  return TRUE;
}

static void
service_free (gpointer  data,
              GClosure *closure)
{
  Service *self = data;

  loom_nvrtc_free (self->nvrtc);
  g_free (self->folder);
  free (self->real_folder);
  g_free (self->root);
  free (self->real_root);
  g_free (self);
}

/**
 * loom_compile_service_new:
 * @confined: whether this process can no longer write
 *
 * Opens and tries the compiler, which takes a moment, and makes what serves it.
 *
 * Returns: (transfer full): the skeleton to export
 */
LoomIpcRunner *
loom_compile_service_new (gboolean confined)
{
  LoomIpcRunner *runner = loom_ipc_runner_skeleton_new ();
  Service *self = g_new0 (Service, 1);

  self->nvrtc = loom_nvrtc_open ();
  self->confined = confined;
  g_signal_connect_data (runner, "handle-hello", G_CALLBACK (hello_cb), self, service_free, 0);
  g_signal_connect (runner, "handle-compile", G_CALLBACK (compile_cb), self);
  g_signal_connect (runner, "handle-describe", G_CALLBACK (describe_cb), self);
  return runner;
}
