/* nasty: launches k out=3,4,5 */
/* Names, strings and comments that are not ASCII: größer, 核函数, 🚀. */
#include <iostream>

int größe (int длина) { return длина + 3; }

// schöne Zellen }
__global__ void k (int *out)
{
  out[threadIdx.x] = threadIdx.x + sizeof ("ä"); /* 3 bytes */
}

int main () { std::cout << "核函数 🚀 }" << größe (1); }
