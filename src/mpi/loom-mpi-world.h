#pragma once

#include <gio/gio.h>

#include <mpi.h>

/* What ranks say to each other has this version; all are of one build. */
#define LOOM_MPI_VERSION 2

/* Seconds without an answer after which a rank counts as lost. */
#define LOOM_MPI_DEFAULT_PATIENCE 30

/* An answer that may take as long as its rank stands by. */
#define LOOM_MPI_WHILE_PRESENT G_MAXUINT

gboolean  loom_mpi_world_init      (int            *argc,
                                    char         ***argv,
                                    GError        **error);
void      loom_mpi_world_end       (void);
void      loom_mpi_world_set_patience (guint        seconds);
guint     loom_mpi_world_get_rank  (void);
guint     loom_mpi_world_get_size  (void);
gboolean  loom_mpi_world_is_broken (void);
gboolean  loom_mpi_world_has_lost  (guint           rank);
char     *loom_mpi_world_dup_name  (guint           rank);
gboolean  loom_mpi_world_wait      (MPI_Request    *requests,
                                    const guint    *ranks,
                                    guint           n,
                                    GError        **error);
gboolean  loom_mpi_world_tell      (GVariant       *command,
                                    GError        **error);
GVariant *loom_mpi_world_listen    (const char     *asked,
                                    GVariant      **request,
                                    GError        **error);
gboolean  loom_mpi_world_ask       (guint           rank,
                                    GVariant       *request,
                                    GError        **error);
gboolean  loom_mpi_world_stand_by  (const gint     *done,
                                    GError        **error);
void      loom_mpi_world_lock      (void);
void      loom_mpi_world_unlock    (void);
gboolean  loom_mpi_world_send      (GVariant       *message,
                                    GError        **error);
GVariant *loom_mpi_world_receive   (guint           rank,
                                    guint           n,
                                    guint           extra_ms,
                                    GError        **error);
