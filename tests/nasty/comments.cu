/* nasty: launches k out=1,1,1 */
/* They do not nest: /* and this one ends here. */
// /* this does not begin one
/*/ nor does that end one */
/* // */ __global__ /* __global__ void fake (int *out) { } */ void k (int */**/out /*, int more */)
{
  out[threadIdx.x] = 4 //* not a division
    / 4;
}
/**/ /***/ /****/
// __global__ void none (int *out) { "
/* gridloom is not a word that begins settings here */
int host () { return 0; } // k<<<1, 1>>> (nullptr);
