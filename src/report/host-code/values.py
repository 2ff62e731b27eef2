def iota(dtype, positions):
    """0, 1, 2, ... as a type holds them: small whole numbers wrap round."""
    dtype = np.dtype(dtype)
    return positions != 0 if dtype == bool else positions.astype(float if dtype.kind == 'f' else dtype).astype(dtype)


def splitmix64(seed, positions):
    """Vigna's generator, of a seed and a position."""
    with np.errstate(over='ignore'):
        z = np.uint64(seed) + (positions + np.uint64(1)) * np.uint64(0x9e3779b97f4a7c15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xbf58476d1ce4e5b9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94d049bb133111eb)
    return z ^ (z >> np.uint64(31))


def random(dtype, seed, positions):
    """Floats in [0, 1) with all bits that they hold, whole numbers over all of their type."""
    dtype = np.dtype(dtype)
    z = splitmix64(seed, positions)
    if dtype.kind == 'f':
        bits = {2: 11, 4: 24, 8: 53}[dtype.itemsize]
        return ((z >> np.uint64(64 - bits)).astype(float) * 2.0 ** -bits).astype(dtype)
    return (z >> np.uint64(63)).astype(bool) if dtype == bool else z.astype(dtype)
