/* Vigna's splitmix64 of a seed and a position: floats are in [0, 1), whole numbers go over all of
 * their type. */
inline uint64_t
splitmix64 (uint64_t seed, uint64_t position)
{
  uint64_t z = seed + (position + 1) * 0x9e3779b97f4a7c15ull;

  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

template <typename T>
T
random (uint64_t seed, uint64_t position)
{
  return static_cast<T> (splitmix64 (seed, position));
}

template <>
inline bool
random<bool> (uint64_t seed, uint64_t position)
{
  return splitmix64 (seed, position) >> 63;
}

template <>
inline float
random<float> (uint64_t seed, uint64_t position)
{
  return static_cast<float> (splitmix64 (seed, position) >> 40) / 16777216;
}

template <>
inline double
random<double> (uint64_t seed, uint64_t position)
{
  return static_cast<double> (splitmix64 (seed, position) >> 11) / 9007199254740992;
}
