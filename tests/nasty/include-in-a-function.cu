/* nasty: launches k out=10,11,12 */
#include <vector>

__constant__ int table[] = {
#include "table.inc"
};

__global__ void k (int *out)
{
#include "body.inc"
}

static std::vector<int> on_host = {
#include "table.inc"
};
