"""Blocks of two dimensions, a function of the device, complex numbers."""
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def escape(c, most):
    z = 0j
    for i in range(most):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag > 4:
            return i
    return most


@cuda.jit
def mandelbrot(left, top, step, image, most):
    x, y = cuda.grid(2)
    if y < image.shape[0] and x < image.shape[1]:
        image[y, x] = escape(complex(left + x * step, top - y * step), most)


image = np.zeros((24, 40), dtype=np.uint8)
threads = (16, 8)
blocks = ((image.shape[1] + 15) // 16, (image.shape[0] + 7) // 8)
mandelbrot[blocks, threads](-2.0, 1.2, 0.0625, image, 50)
expected = np.zeros_like(image)
for row in range(image.shape[0]):
    for column in range(image.shape[1]):
        c, z, i = complex(-2 + column * 0.0625, 1.2 - row * 0.0625), 0j, 0
        while i < 50:
            z = z * z + c
            if abs(z) ** 2 > 4:
                break
            i += 1
        expected[row, column] = i
assert (image != expected).mean() < 0.01, (image, expected)
print('ok')
