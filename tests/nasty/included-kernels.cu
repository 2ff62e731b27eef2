/* nasty: launches k out=6,6,6 */
/* The kernels lie in a .cu that is included, its body in a macro of this file. */
#include <stdlib.h>
#define FACTOR 3
#define BODY(x) { x; }
#include "included-kernels.inc"

int main () { k<<<1, 32>>> ((int *) malloc (128)); }
