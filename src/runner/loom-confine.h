#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the kernel lets this process do to files and networks from now on, for good. */
typedef enum
{
  LOOM_CONFINED_NOT,            /* this kernel has no Landlock */
  LOOM_CONFINED_FULLY,
} LoomConfined;

/* Exit statuses by which a compiler's process says what ended it. */
#define LOOM_EXIT_MEMORY 71
#define LOOM_EXIT_TIME 72

#define LOOM_COMPILER_MEMORY_MIB 3072
#define LOOM_COMPILER_SECONDS 60
/* Of waiting as well as working: a compiler may hang where it uses no processor, as on a pipe in
 * the folder. */
#define LOOM_COMPILER_WALL_SECONDS 120

gboolean      loom_confine_is_possible (void);
LoomConfined  loom_confine_writes   (void);
LoomConfined  loom_confine_reads    (const char * const  *folders);
void          loom_confine_limits   (void);
void          loom_confine_begin    (void);
void          loom_confine_end      (void);

G_END_DECLS
