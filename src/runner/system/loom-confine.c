/* loom-confine.c: takes rights and resources away from the process that compiles what a stranger
 * wrote SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Landlock rules stack: each further set can only take away. The first is laid on before any thread
 * exists and forbids writing and the network to the whole process; the second, on the thread that
 * compiles, leaves only the folders that one document may read.
 */

#include "config.h"

#include "loom-confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

/* Newer than the headers of the oldest system that Gridloom is built on; the numbers are the
 * kernel's. */
#define ACCESS_REFER (1ULL << 13)
#define ACCESS_TRUNCATE (1ULL << 14)
#define ACCESS_IOCTL (1ULL << 15)
#define ACCESS_NET_ALL ((1ULL << 0) | (1ULL << 1))

#define READ_ACCESS (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WATCH_INTERVAL_US 20000

/* The rights of a file that is no folder. */
#define FILE_ACCESS(all) \
  ((all) & (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE))

#define MAX_FILE ((guint64) 8 << 30)    /* bytes that a program may write into one file */

/* As the kernel's landlock_ruleset_attr since ABI 4. */
typedef struct
{
  guint64 fs;
  guint64 net;
} Ruleset;

static int
get_abi (void)
{
  long abi = syscall (SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

  return abi > 0 ? (int) abi : 0;
}

/* Every right of files that this kernel knows. */
static guint64
get_all_access (int abi)
{
  guint64 access = (1ULL << 13) - 1;

  if (abi >= 2)
    access |= ACCESS_REFER;
  if (abi >= 3)
    access |= ACCESS_TRUNCATE;
  if (abi >= 5)
    access |= ACCESS_IOCTL;
  return access;
}

static int
create_ruleset (int     abi,
                guint64 access)
{
  Ruleset ruleset = { access, abi >= 4 ? ACCESS_NET_ALL : 0 };

  return (int) syscall (SYS_landlock_create_ruleset, &ruleset,
                        abi >= 4 ? sizeof ruleset : sizeof ruleset.fs, 0);
}

static LoomConfined
restrict_self (int ruleset)
{
  gboolean ok = prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                syscall (SYS_landlock_restrict_self, ruleset, 0) == 0;

  close (ruleset);
  return ok ? LOOM_CONFINED_FULLY : LOOM_CONFINED_NOT;
}

gboolean
loom_confine_is_possible (void)
{
  return get_abi () > 0;
}

static LoomConfined
forbid_all_but (guint64 access)
{
  int abi = get_abi ();
  int ruleset = abi > 0 ? create_ruleset (abi, get_all_access (abi) & ~access) : -1;

  return ruleset >= 0 ? restrict_self (ruleset) : LOOM_CONFINED_NOT;
}

/**
 * loom_confine_writes:
 *
 * Forbids this process, for good, to write, make, remove or run any file, and to use TCP. Must be
 * called while there is only one thread.
 *
 * Returns: whether the kernel enforces it
 */
LoomConfined
loom_confine_writes (void)
{
  return forbid_all_but (READ_ACCESS);
}

/**
 * loom_confine_tool:
 *
 * Forbids the same to a process that is going to run a program, but for running it. May stand
 * between fork() and exec().
 *
 * Returns: whether the kernel enforces it
 */
LoomConfined
loom_confine_tool (void)
{
  return forbid_all_but (READ_ACCESS | LANDLOCK_ACCESS_FS_EXECUTE);
}

static gboolean
allow (int         ruleset,
       const char *folder,
       guint64     access)
{
  struct landlock_path_beneath_attr rule = { .allowed_access = access };
  gboolean ok;

  rule.parent_fd = open (folder, O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0)
    return FALSE;

  ok = syscall (SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  close (rule.parent_fd);
  return ok;
}

/**
 * loom_confine_reads:
 * @folders: the only folders that may be read; those that are not there are passed over
 *
 * Leaves the calling thread, and those that it will start, nothing to read but these folders.
 *
 * Returns: whether the kernel enforces it
 */
LoomConfined
loom_confine_reads (const char * const *folders)
{
  int abi = get_abi ();
  int ruleset = abi > 0 ? create_ruleset (abi, get_all_access (abi)) : -1;

  if (ruleset < 0)
    return LOOM_CONFINED_NOT;

  for (guint i = 0; folders[i] != NULL; i++)
    allow (ruleset, folders[i], READ_ACCESS);

  return restrict_self (ruleset);
}

/* Of the system, with its libraries and what says how many processors there are. */
static const struct
{
  const char *path;
  gboolean    has_loader;       /* of programs, which the kernel runs */
} system_folders[] = {
  { "/usr" }, { "/usr/lib", TRUE }, { "/usr/lib64", TRUE }, { "/lib", TRUE }, { "/lib64", TRUE },
  { "/etc" }, { "/proc" }, { "/sys" }, { "/dev" },
};

#define DENY(call) \
  BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), \
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

/* Forbids sockets, other processes and looking into them. A pair of streams, which leads nowhere
 * else, is allowed: event loops wake themselves by one. New threads are allowed: those are made
 * by clone() with a flag that stands in its first argument; clone3(), whose flags lie in memory, is
 * said not to be there, for which the C library is prepared. */
static gboolean
forbid_calls (void)
{
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, arch)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JSET | BPF_K, 0x40000000, 0, 1),    /* calls of the x32 ABI */
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    DENY (socket),
    DENY (connect),
    DENY (ptrace),
    DENY (process_vm_readv),
    DENY (process_vm_writev),
    DENY (fork),
    DENY (vfork),
    DENY (kill),
    DENY (tkill),
    DENY (bpf),
    DENY (perf_event_open),
    DENY (io_uring_setup),
    DENY (keyctl),
    DENY (mount),
    DENY (unshare),
    DENY (setns),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, args[0])),
    BPF_JUMP (BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 0, 6),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, args[0])),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 3),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, args[1])),
    BPF_STMT (BPF_ALU | BPF_AND | BPF_K, 0xf),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { G_N_ELEMENTS (filter), filter };

  return prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void
limit (int     resource,
       guint64 most)
{
  struct rlimit both = { most, most };

  setrlimit (resource, &both);
}

/**
 * loom_confine_program:
 * @scratch: the only folder in which it may write, make and remove files
 * @program: (nullable): its absolute path; NULL: a compiler, which starts other programs and reads
 *   all that its user may. Else it starts no process, has no network, and reads its working folder
 *   and the system's
 * @folders: (nullable): with a program, what else it reads; those that are not there are passed
 *   over
 * @seconds: of processor time, 0: as long as it takes
 * @memory: bytes of its data, 0: as much as there is
 *
 * Takes from this process, which is going to run a program, what that does not need.
 *
 * Returns: whether the kernel enforces all of it
 */
LoomConfined
loom_confine_program (const char *scratch,
                      const char *program,
                      GStrv       folders,
                      guint64     seconds,
                      guint64     memory)
{
  const int abi = get_abi ();
  const guint64 all = get_all_access (abi);
  const int ruleset = abi > 0 ? create_ruleset (abi, all) : -1;
  gboolean ok = ruleset >= 0;

  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_FSIZE, MAX_FILE);
  if (seconds > 0)
    limit (RLIMIT_CPU, seconds);
  if (memory > 0)
    limit (RLIMIT_DATA, memory);
  if (!ok)
    return LOOM_CONFINED_NOT;

  ok = allow (ruleset, scratch, all) && allow (ruleset, "/dev/null", FILE_ACCESS (all)) &&
       (program == NULL ? allow (ruleset, "/", READ_ACCESS | LANDLOCK_ACCESS_FS_EXECUTE)
                        : allow (ruleset, ".", READ_ACCESS) &&
                          allow (ruleset, program,
                                 LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE));
  for (guint i = 0; program != NULL && i < G_N_ELEMENTS (system_folders); i++)
    allow (ruleset, system_folders[i].path,
           READ_ACCESS | (system_folders[i].has_loader ? LANDLOCK_ACCESS_FS_EXECUTE : 0));
  for (guint i = 0; program != NULL && folders[i] != NULL; i++)
    allow (ruleset, folders[i], READ_ACCESS);
  if (restrict_self (ruleset) != LOOM_CONFINED_FULLY)
    return LOOM_CONFINED_NOT;
  return ok && (program == NULL || forbid_calls ()) ? LOOM_CONFINED_FULLY : LOOM_CONFINED_NOT;
}

static void
time_up_cb (int number)
{
  _exit (LOOM_EXIT_TIME);
}

static guint64
get_resident_bytes (int statm)
{
  char text[128];
  ssize_t length = pread (statm, text, sizeof text - 1, 0);
  const char *space;

  if (length <= 0)
    return 0;

  text[length] = '\0';
  space = strchr (text, ' ');
  return space != NULL ? g_ascii_strtoull (space, NULL, 10) * (guint64) sysconf (_SC_PAGESIZE) : 0;
}

/* A limit on address space would also count what is only reserved, and the compiler answers a
 * refused allocation by crashing in some way of its own; so what it really holds is watched while
 * it works, and its end says why. */
static struct
{
  GMutex    mutex;
  GCond     cond;
  GThread  *thread;
  gboolean  working;
  int       statm;              /* opened before reading is confined */
  guint64   most;               /* bytes */
} watch = { .statm = -1 };

static gpointer
watch_memory (gpointer data)
{
  g_mutex_lock (&watch.mutex);
  while (watch.working)
    {
      if (get_resident_bytes (watch.statm) > watch.most)
        _exit (LOOM_EXIT_MEMORY);
      g_cond_wait_until (&watch.cond, &watch.mutex, g_get_monotonic_time () + WATCH_INTERVAL_US);
    }
  g_mutex_unlock (&watch.mutex);

  return NULL;
}

/**
 * loom_confine_limits:
 *
 * Lets this process leave no core file and, also where Landlock is missing, put no byte into any
 * file. Must come before loom_confine_reads() and loom_confine_begin().
 */
void
loom_confine_limits (void)
{
  struct rlimit none = { 0, 0 };

  signal (SIGXCPU, time_up_cb);
  signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_CORE, &none);
  setrlimit (RLIMIT_FSIZE, &none);
  watch.statm = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
}

/**
 * loom_confine_begin:
 * @limits: of processor time, and of memory held
 *
 * Begins one piece of work with limits of its own. When one is used up this process ends, with
 * %LOOM_EXIT_TIME or %LOOM_EXIT_MEMORY.
 */
void
loom_confine_begin (const LoomCompileLimits *limits)
{
  struct rusage used = { 0 };
  struct rlimit seconds = { 0, RLIM_INFINITY };

  getrusage (RUSAGE_SELF, &used);
  seconds.rlim_cur = used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 + limits->seconds;
  setrlimit (RLIMIT_CPU, &seconds);

  g_mutex_lock (&watch.mutex);
  watch.working = TRUE;
  watch.most = (guint64) limits->memory_mib << 20;
  watch.thread = g_thread_new ("memory-watch", watch_memory, NULL);
  g_mutex_unlock (&watch.mutex);
}

/**
 * loom_confine_end:
 *
 * Ends what loom_confine_begin() began.
 */
void
loom_confine_end (void)
{
  g_mutex_lock (&watch.mutex);
  watch.working = FALSE;
  g_cond_signal (&watch.cond);
  g_mutex_unlock (&watch.mutex);
  g_thread_join (g_steal_pointer (&watch.thread));
}

static void
patience_lost_cb (int number)
{
  _exit (LOOM_EXIT_PATIENCE);
}

/**
 * loom_confine_set_patience:
 * @ms: of processor time from now on, or 0: for as long as it takes
 *
 * Ends this process with %LOOM_EXIT_PATIENCE when that time is used up, unless another is set
 * before.
 */
void
loom_confine_set_patience (guint ms)
{
  const struct itimerval timer = { .it_value = { ms / 1000, ms % 1000 * 1000 } };

  signal (SIGPROF, patience_lost_cb);
  setitimer (ITIMER_PROF, &timer, NULL);
}
