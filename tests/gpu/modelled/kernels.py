# kernels.py: kernels that differ in what bounds them. SPDX-License-Identifier: GPL-3.0-or-later
"""Each kernel reads `in` and writes `out`; line() are of one dimension, plane() of two."""

SETTINGS = '/* gridloom\n[launch]\nblock={block}\ngrid=auto\nover={over}\nshape={shape}\n\n[arg in]\nfill={fill}\n' \
           '{more}*/\n'

KERNELS = {}


def add(name, parameters, guard, body, block, shape, fill='iota', over='out', more='', before=''):
    source = f'{before}extern "C" __global__ void {name} ({parameters})\n{{\n{guard}{body}\n}}\n\n'
    KERNELS[name] = source + SETTINGS.format(block=block, shape=shape, fill=fill, over=over, more=more)


def line(name, body, size=1 << 22, cell='float', **more):
    add(name, f'const {cell} *in, {cell} *out, int n',
        '  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n', body, '256', size,
        more=f'\n[arg n]\nvalue={size}\n' + more.pop('settings', ''), **more)


def plane(name, body, size=2048, cell='float', **more):
    add(name, f'const {cell} *in, {cell} *out, int cols, int rows',
        '  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n'
        '  if (x >= cols || y >= rows) return;\n', body, '32,8', f'{size},{size}',
        more=f'\n[arg cols]\nvalue={size}\n\n[arg rows]\nvalue={size}\n', **more)


line('copy', '  out[i] = in[i];')
line('axpy', '  out[i] = 2.0f * in[i] + out[i];')
line('triad', '  out[i] = in[i] + 3.0 * in[n - 1 - i];', cell='double')
line('reverse', '  out[n - 1 - i] = in[i];')
line('gather', '  out[i] = in[(i * 33) & (n - 1)];')
line('scatter', '  out[(i * 17) & (n - 1)] = in[i];')
line('bytes', '  out[i] = in[i] ^ 0x55;', cell='unsigned char')
line('polynomial', '  float v = in[i] * 1e-7f, s = 0;\n  for (int k = 0; k < 64; k++) s = s * v + 0.5f;\n  out[i] = s;',
     1 << 20)
line('sines', '  float s = in[i];\n  for (int k = 0; k < 16; k++) s = sinf (s);\n  out[i] = s;', 1 << 20)
line('divisions', '  int s = (int) in[i] + 7;\n  for (int k = 1; k < 9; k++) s = s * 31 / (k + (s & 3) + 1);\n  out[i] = s;',
     1 << 20)
line('collatz', '  unsigned v = (unsigned) i + 1; int k = 0;\n  for (; v != 1 && k < 100; k++) v = v & 1 ? 3 * v + 1 : v / 2;\n'
     '  out[i] = k;', 1 << 19)
line('lanes', '  float s = 0;\n  for (int k = 0; k < (i & 31); k++) s += in[(i + k) & (n - 1)];\n  out[i] = s;', 1 << 19)
line('growing', '  float s = 0;\n  for (int k = 0; k < (int) blockIdx.x * (int) blockDim.x / 4096; k++) s = s * 0.5f + in[i];\n'
     '  out[i] = s;', 1 << 19)
line('walk', '  int at = i;\n  for (int k = 0; k < 8; k++) at = (at * 5 + (int) in[at]) & (n - 1);\n  out[i] = at;', 1 << 20)
line('window', '  float s = 0;\n  for (int k = -8; k <= 8; k++) s += in[(i + k) & (n - 1)];\n  out[i] = s;', 1 << 20)
line('strided', '  for (int k = i; k < n; k += gridDim.x * blockDim.x * 4) out[k] = in[k] + 1;', 1 << 21)
line('registers', '  float v[24];\n  for (int k = 0; k < 24; k++) v[k] = in[(i + 32 * k) & (n - 1)];\n  float s = 0;\n'
     '  for (int k = 0; k < 24; k++) for (int j = 0; j < 24; j++) s += v[k] * v[23 - j];\n  out[i] = s;', 1 << 20)
line('sums', '  __shared__ float part[1024];\n  int t = threadIdx.x;\n  part[t] = in[i];\n  __syncthreads ();\n'
     '  for (int h = 512; h > 0; h /= 2) {\n    if (t < h && t + h < (int) blockDim.x) part[t] += part[t + h];\n'
     '    __syncthreads ();\n  }\n  if (t == 0) out[blockIdx.x] = part[0];', 1 << 21)
line('conflicts', '  __shared__ float tile[1024];\n  int t = threadIdx.x;\n  tile[t] = in[i];\n  __syncthreads ();\n  float s = 0;\n'
     '  for (int k = 0; k < 16; k++) s += tile[(t * 16 + k) % blockDim.x];\n  out[i] = s;', 1 << 20)
line('heavy_shared', '  __shared__ float tile[6144];\n  int t = threadIdx.x;\n  for (int k = t; k < 6144; k += blockDim.x) tile[k] = in[k];\n'
     '  __syncthreads ();\n  float s = 0;\n  for (int k = 0; k < 8; k++) s += tile[(t * 3 + k * 97) % 6144];\n  out[i] = s;', 1 << 20)

plane('fill', '  out[y * cols + x] = x + y;')
plane('copy2d', '  out[y * cols + x] = in[y * cols + x];')
plane('transpose', '  out[x * rows + y] = in[y * cols + x];')
plane('columns', '  out[x * rows + y] = in[x * rows + y] + 1;')
plane('stencil', '  if (x == 0 || y == 0 || x == cols - 1 || y == rows - 1) return;\n  int i = y * cols + x;\n'
      '  out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - cols] + in[i + cols]);')
plane('box7', '  if (x < 3 || y < 3 || x >= cols - 3 || y >= rows - 3) return;\n  float s = 0;\n'
      '  for (int v = -3; v <= 3; v++) for (int u = -3; u <= 3; u++) s += in[(y + v) * cols + x + u];\n'
      '  out[y * cols + x] = s;', 1024)
plane('heat', '  if (x == 0 || y == 0 || x == cols - 1 || y == rows - 1) return;\n  int i = y * cols + x;\n'
      '  out[i] = in[i] + 0.1 * (in[i - 1] + in[i + 1] + in[i - cols] + in[i + cols] - 4 * in[i]);', cell='double')
plane('mandelbrot', '  float a = x * 3.0f / cols - 2, b = y * 2.0f / rows - 1, u = 0, v = 0;\n  int k = 0;\n'
      '  for (; k < 64 && u * u + v * v < 4; k++) { float t = u * u - v * v + a; v = 2 * u * v + b; u = t; }\n'
      '  out[y * cols + x] = k;', 1024)
plane('product', '  float s = 0;\n  for (int k = 0; k < cols; k++) s += in[y * cols + k] * in[k * cols + x];\n'
      '  out[y * cols + x] = s;', 512)
plane('triangle', '  if (x > y) return;\n  float s = 0;\n  for (int k = 0; k < 8; k++) s += in[y * cols + ((x + k) & (cols - 1))];\n'
      '  out[y * cols + x] = s;')
