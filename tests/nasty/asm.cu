/* nasty: launches k out=6,7,8 */
__global__ void k (int *out)
{
  int x;

  asm volatile ("{ .reg .pred p; /* } */\n\t"
                "add.s32 %0, %1, 6; // {{\n\t"
                "}" : "=r"(x) : "r"((int) threadIdx.x) : "memory");
  out[threadIdx.x] = x;
}

static inline void pause () { __asm__ __volatile__ ("pause" ::: "memory"); asm ("# {"); }
int main () { pause (); unsigned a; asm ("cpuid" : "=a"(a) : "a"(0) : "ebx", "ecx", "edx"); return a; }
