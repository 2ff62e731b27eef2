"""Cases of whole kernels: each .cu file in kernels/ says in its first line what it is given.

    //! in=f32:t in=s32:n out=f32:4 tolerance=ulp:2 arch=compute_80 shared=1024 printf cooperative

in=TYPE:LETTER      an array of N values, the LETTER series of case_writer.scalar_values
out=TYPE:COUNT      the result: COUNT values for each of the N threads

SPDX-License-Identifier: GPL-3.0-or-later
"""

import pathlib

from case_writer import N, TYPES, input_file

FOLDER = pathlib.Path(__file__).parent / "kernels"


class KernelCase:
    def __init__(self, path):
        self.path, self.name = path, path.stem
        first = path.read_text().splitlines()[0]
        words = [word.partition("=") for word in first.removeprefix("//!").split()]
        self.inputs = [value.split(":") for key, _, value in words if key == "in"]
        self.options = {key: value for key, _, value in words if key != "in"}

    def write(self, folder):
        path = folder / self.name
        path.mkdir(parents=True, exist_ok=True)
        inputs = folder / "_inputs"
        inputs.mkdir(exist_ok=True)
        arguments = []
        for kind, letter in self.inputs:
            file = inputs / f"{kind}_{letter}.npy"
            if not file.exists():
                file.write_bytes(input_file(kind, letter))
            arguments.append(f"array:../_inputs/{file.name}")
        kind, count = self.options["out"].split(":")
        arguments.append(f"array-out:{TYPES[kind][3]}:{N},{count}:fill=a5")
        last = len(arguments) - 1
        view = ";view=bf16" if kind == "bf16" else ""
        lines = ["[kernel]", "source=kernel.cu", "ptx=kernel.ptx", "entry=run",
                 f"arch={self.options.get('arch', 'compute_75')}", "", "[launch]", "block=64,1,1", "grid=6,1,1",
                 f"shared={self.options.get('shared', '0')}"]
        lines += ["cooperative=1"] if "cooperative" in self.options else []
        lines += ["", "[args]", f"count={len(arguments)}"] + [f"arg{i}={a}" for i, a in enumerate(arguments)]
        lines += ["", "[expect]", f"arg{last}=expect_arg{last}.npy;{self.options.get('tolerance', 'exact')}{view}"]
        lines += ["printf=expect_printf.txt"] if "printf" in self.options else []
        (path / "case.ini").write_text("\n".join(lines) + "\n")
        (path / "kernel.cu").write_bytes(self.path.read_bytes())


def kernels():
    for path in sorted(FOLDER.glob("*.cu")):
        yield KernelCase(path)


FAMILIES = (kernels,)
