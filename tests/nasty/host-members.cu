/* nasty: launches k out=8,8,8 */
/* A class of both sides that holds what only the host can use. */
#include <vector>
#include <string>
#include <memory>
#include <unordered_map>
#include <iostream>

class Field
{
  std::string name = "field";
  std::vector<std::vector<float>> host { { 1, 2 }, { 3 } };
  std::unordered_map<std::string, int> index;
  std::shared_ptr<Field> parent;
  int value = 8;
public:
  std::vector<float>::iterator current;
  Field (const std::string &its_name) : name (its_name) { index[name] = host.size (); }
  __host__ __device__ Field () {}
  __device__ int get () const { return sizeof (*this) >= 32 + 24 + 56 + 16 ? value : 0; }
  void print () const { std::cout << name << host[0][0] << "\n"; }
};

__global__ void k (int *out) { Field field; out[threadIdx.x] = field.get (); }

int main () { Field field ("x"); field.print (); }
