"""Parts of kernels: translated when a kernel first calls them, and optimised only within the kernels.

numba makes a library of every function: it links those of all functions that this one calls, optimises the
whole, and turns it into machine code. What a kernel calls by way of six others would be optimised and turned
into machine code seven times, six of them for nothing, since only the kernel is ever run. So a part stays as
it was translated. The kernel links its parts and theirs, and is optimised once, from the innermost call
outwards, as ever.

This builds on how numba is made inside, from 0.60 on. Where that has changed, `part` compiles as numba does
by itself: the answers are the same, and compiling takes two to three times as long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])

try:
    from numba.core import typed_passes, untyped_passes
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, _LowerResult
    from numba.core.compiler_machinery import PassManager, register_pass
    from numba.core.funcdesc import PythonFunctionDescriptor

    KNOWN = hasattr(JITCodeLibrary, "_get_module_for_linking")
except ImportError:
    KNOWN = False
"""Whether this numba is made as we know it."""


if KNOWN:

    class PartLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba is partly typed
        """A library that is linked into others, and never run by itself."""

        def finalize(self) -> None:
            """Link what is called, and leave it at that."""
            for library in dict.fromkeys(self._linking_libraries):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._finalized = True

    @register_pass(mutates_CFG=True, analysis_only=False)
    class Translation(typed_passes.NativeLowering):  # type: ignore[misc]
        """Translates a function into a `PartLibrary`, without the wrappers that Python or C call."""

        _name = "translation of a part"

        def run_pass(self, state: Any) -> bool:
            """Do what the pass of numba does, but make nothing that can be run."""
            context, flags = state.targetctx, state.flags
            library = state.library = PartLibrary(context.codegen(), state.func_id.func_qualname)
            described = PythonFunctionDescriptor.from_specialized_function(
                state.func_ir,
                state.typemap,
                state.return_type,
                state.calltypes,
                mangler=context.mangler,
                inline=flags.forceinline,
                noalias=flags.noalias,
                abi_tags=[flags.get_mangle_string()],
            )
            with context.push_code_library(library):
                lower = self.lowering_class(
                    context, library, described, state.func_ir, metadata=state.metadata
                )
                lower.lower()
            library.finalize()
            # What other parts tell this one by has to be a built-in function, each another. Should Python
            # call it by mistake, it is asked to fill in what cannot be given, and raises.
            handle = f"{{{state.func_id.func_name}, which only kernels call}}".format
            context.insert_user_function(handle, described, [library])
            state["cr"] = _LowerResult(described, lower.call_helper, cfunc=handle, env=lower.env)
            return True

    class KernelCompiler(CompilerBase):  # type: ignore[misc]
        """Numba's way from a function to a library, less what our kernels do not need."""

        lowering = typed_passes.NativeLowering

        def define_pipelines(self) -> list[Any]:
            """Return the one list of passes."""
            passes = PassManager("kernel")
            for kind, about in (
                (untyped_passes.TranslateByteCode, "read the function"),
                (untyped_passes.FixupArgs, "name the arguments"),
                (untyped_passes.IRProcessing, "process it"),
                (untyped_passes.RewriteSemanticConstants, "take in constants"),
                (untyped_passes.DeadBranchPrune, "leave out what constants rule out"),
                (untyped_passes.GenericRewrites, "know constant indices"),
                (untyped_passes.ReconstructSSA, "assign each variable once"),
                (typed_passes.NopythonTypeInference, "find the types"),
                (typed_passes.PreLowerStripPhis, "strip phi nodes"),
                (typed_passes.IRLegalization, "make it legal"),
                (self.lowering, "translate"),
                (typed_passes.NoPythonBackend, "say what was made"),
            ):
                passes.add_pass(kind, about)
            passes.finalize()
            return [passes]

    class PartCompiler(KernelCompiler):
        """The same for a part."""

        lowering = Translation


def part(function: F, **options: Any) -> F:
    """Return a function that kernels call, to be compiled with these options of numba's; Python does not."""
    if not KNOWN or numba.config.DISABLE_JIT:
        plain: F = numba.njit(**options)(function)
        return plain
    made: Any = numba.njit(**options, pipeline_class=PartCompiler)(function)
    ask = made.get_call_template

    def ask_for_any(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """Translate once for all numbers: numba would do it anew for each constant that is an argument."""
        return ask(
            tuple(map(numba.types.unliteral, args)), {k: numba.types.unliteral(v) for k, v in kws.items()}
        )

    made.get_call_template = ask_for_any
    compiled: F = made
    return compiled


def entry(function: F, signature: Any, **options: Any) -> F:
    """Return a function that Python calls, compiled for this signature with these options of numba's."""
    if KNOWN:
        options["pipeline_class"] = KernelCompiler
    compiled: F = numba.njit(signature, no_cfunc_wrapper=True, **options)(function)
    return compiled
