// The format of printf asks for another type than it is given.
// fault: none
// missed: the format's types are not compared with the arguments
// launch: block 1, grid 1
// args: o=zeros:1
// found: nothing
// tools: none
#include <stdio.h>

extern "C" __global__ void fault (int *o)
{
  printf ("%f\n", o[0]);
}

extern "C" __global__ void twin (int *o)
{
  printf ("%d\n", o[0]);
}
