"""The two build steps that `pyproject.toml` cannot say: the compiled kernel and the message catalogues.

Kernel. Every module under `src/summy/engine/kernel/` that is a `.pyx`, or a `.py` with a `.pxd` beside it, or a
`.py` whose first lines hold a `# cython:` comment, becomes an extension module. Generated C stays in `build/`.
A hash over all kernel sources is compiled in (`_build.pyx`) and compared at import in a checkout
(`freshness.py`), since Python silently prefers an old `.so` to an edited source.

Catalogues. Every `.po` under `src/summy` is compiled to `.mo` with Babel, so no gettext tools are needed.

Setting the environment variable SUMMY_SANITIZE=1 for the build makes the kernel with bound checks and with the
address and undefined-behaviour sanitizers (`make sanitize`).
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import ClassVar

from setuptools import Command, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "src"
KERNEL = SOURCE / "summy" / "engine" / "kernel"
SHARED = "summy.engine.kernel._shared"
"""What Cython's own code for buffers and functions is compiled into, once for all modules."""

SANITIZE = os.environ.get("SUMMY_SANITIZE") == "1"

COMPILE_FLAGS = (
    ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    if SANITIZE
    else ["-O3", "-g0"]  # without debugging information it compiles a fifth faster
)
LINK_FLAGS = ["-fsanitize=address,undefined"] if SANITIZE else []
DIRECTIVES = {
    "language_level": 3,
    "embedsignature": True,
    "boundscheck": SANITIZE,
    "wraparound": False,
    "initializedcheck": SANITIZE,
    "cdivision": True,
}


def _freshness() -> ModuleType:
    """The module that knows how kernel sources are hashed, loaded without importing `summy`."""
    spec = importlib.util.spec_from_file_location("summy_kernel_freshness", KERNEL / "freshness.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _is_compiled(module: Path) -> bool:
    """Whether a file of the kernel package is meant to be compiled."""
    if module.stem == "__init__":
        return False
    if module.suffix == ".pyx" or module.with_suffix(".pxd").is_file():
        return True
    with module.open(encoding="utf-8") as lines:
        return any(line.startswith("# cython:") for line, _ in zip(lines, range(5), strict=False))


def kernel_modules() -> list[Path]:
    """Sources of the extension modules, the one that carries the hash last: it is new only if all others are."""
    sources = [path for path in sorted(KERNEL.glob("*.py*")) if path.suffix in {".py", ".pyx"}]
    compiled = [path for path in sources if _is_compiled(path)]
    return sorted(compiled, key=lambda path: path.stem == "_build")


def extensions(source_hash: str) -> list[Extension]:
    """One extension for each compiled kernel module."""
    headers = [str(path.relative_to(ROOT)) for path in sorted(KERNEL.glob("*.h"))]  # Cython looks after the .pxd files

    def extension(name: str, source: Path, *macros: tuple[str, str]) -> Extension:
        return Extension(
            name,
            [str(source.relative_to(ROOT))],
            depends=headers,
            include_dirs=[str(KERNEL.relative_to(ROOT))],
            # The sanitizer build also stops at a play that scores more than the search thought possible.
            define_macros=[("SUMMY_CHECK_BOUNDS", str(int(SANITIZE))), *macros],
            extra_compile_args=COMPILE_FLAGS,
            extra_link_args=LINK_FLAGS,
        )

    carried = ("SUMMY_SOURCE_HASH", f'"{source_hash}"')
    return [
        extension(SHARED, KERNEL / "_shared.c"),
        *(
            extension(
                ".".join(path.relative_to(SOURCE).with_suffix("").parts),
                path,
                *([carried] if path.stem == "_build" else []),
            )
            for path in kernel_modules()
        ),
    ]


def _is_built(extension: Extension) -> bool:
    """Whether the compiled module stands beside its source."""
    name = extension.name.rpartition(".")[2]
    return any(KERNEL.glob(f"{name}.*.so")) or any(KERNEL.glob(f"{name}.*.pyd"))


class BuildKernel(build_ext):
    """Compiles the kernel; in a checkout only the modules that have changed, and the one that carries the hash."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        if not (self.inplace or self.editable_mode):
            self.force = True
            super().run()
            return
        stamp = ROOT / "build" / "kernel-in-place.hash"
        known = stamp.read_text(encoding="utf-8") if stamp.is_file() else ""
        if self.editable_mode and known == SOURCE_HASH and all(map(_is_built, self.extensions)):
            return  # pip builds in a folder of its own: it would compile everything once more
        if known != SOURCE_HASH:
            # In both places: a compiled module that is still in the build directory would be copied from there.
            built = Path(self.build_lib) / KERNEL.relative_to(SOURCE)
            for carrier in (*KERNEL.glob("_build.*.so"), *built.glob("_build.*.so")):
                carrier.unlink()
        super().run()
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(SOURCE_HASH, encoding="utf-8")


class BuildPython(build_py):
    """Compiles the message catalogues before the package data is collected."""

    def run(self) -> None:
        compile_catalogues()
        super().run()


class CompileCatalogues(Command):
    """The catalogues alone, for `make build`."""

    description = "compile the message catalogues (.po to .mo)"
    user_options: ClassVar[list[tuple[str, str | None, str | None]]] = []

    def initialize_options(self) -> None:
        pass

    def finalize_options(self) -> None:
        pass

    def run(self) -> None:
        compile_catalogues()


def compile_catalogues() -> None:
    """Write a `.mo` beside every `.po` under the package that is newer than it."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in sorted((SOURCE / "summy").rglob("LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.is_file() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        language = source.parent.parent.name
        with source.open("rb") as reading:
            catalogue = read_po(reading, locale=language, domain=source.stem, abort_invalid=True)
        with target.open("wb") as writing:
            write_mo(writing, catalogue)


def cythonized() -> list[Extension]:
    """The extensions with their C sources generated under `build/`, or none where only metadata is asked for."""
    from Cython.Build import cythonize

    found: list[Extension] = cythonize(
        extensions(SOURCE_HASH),
        shared_utility_qualified_name=SHARED,
        build_dir="build/cython-sanitize" if SANITIZE else "build/cython",
        compiler_directives=DIRECTIVES,
        nthreads=0 if sys.platform == "win32" else min(2, os.cpu_count() or 1),
        quiet=True,
    )
    return found


SOURCE_HASH: str = _freshness().source_hash()
BUILDS = {"build", "build_ext", "bdist_wheel", "editable_wheel", "develop", "install"}

if __name__ == "__main__":
    setup(
        ext_modules=cythonized() if BUILDS & set(sys.argv) else extensions(SOURCE_HASH),
        cmdclass={"build_ext": BuildKernel, "build_py": BuildPython, "compile_catalogues": CompileCatalogues},
    )
