template <>
inline __half
random<__half> (uint64_t seed, uint64_t position)
{
  return __float2half_rn (static_cast<float> (splitmix64 (seed, position) >> 53) / 2048);
}
