def count_ulps(got, wanted):
    """How many floats one has to step from one to the other."""
    kind = np.dtype(f'i{got.dtype.itemsize}')
    places = [np.ascontiguousarray(floats).view(kind).astype(np.int64) for floats in (got, wanted)]
    low = np.int64(np.iinfo(kind).min)
    a, b = (np.where(place < 0, low - place, place) for place in places)
    return np.abs(a - b)


def are_near(got, wanted, rtol=None, atol=0, ulps=0):
    """Which numbers are the same, or no further apart than is allowed; without `rtol`, only the same."""
    if rtol is None:
        return got == wanted
    a, b = got.astype(float), wanted.astype(float)
    with np.errstate(invalid='ignore', over='ignore'):
        near = np.abs(a - b) <= atol + rtol * np.abs(b)
    near = np.where(np.isinf(a) | np.isinf(b), a == b, near)
    if ulps > 0:
        near |= count_ulps(got, wanted) <= ulps
    return np.where(np.isnan(a) | np.isnan(b), np.isnan(a) & np.isnan(b), near)


def report(name, *near):
    """Says how many cells differ, and where the first one is."""
    wrong = ~np.logical_and.reduce(near)
    if not wrong.any():
        print(f'{name}: all {wrong.size} cells are as expected')
        return True
    print(f'{name}: {wrong.sum()} of {wrong.size} cells differ, the first is cell {np.flatnonzero(wrong)[0]}')
    return False
