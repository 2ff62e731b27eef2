/* nasty: launches k out=1,1,1 */
/* C that was made CUDA: what one macro of the preprocessor says holds until it says otherwise. */
#include <stdlib.h>
#include <unistd.h>
#define PRIVATE static
#define PUBLIC
typedef struct node { struct node *next; int (*call) (struct node *, ...); } node;

PRIVATE node *new_node (void) { return (node *) malloc (sizeof (node)); }
PUBLIC extern "C" int usage (char **argv), count, *pointer;

extern "C" __global__ void k (int *out) { out[threadIdx.x] = 1; }

int usage (char **argv) { return getpid () + (new_node () != NULL); }
int main (int argc, char *argv[], char *envp[]) { return usage (argv); }
