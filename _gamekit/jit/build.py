"""Build libraries: numba translates an entry to LLVM text, LLVM makes an object file, `build_all` links it.

This is the only file that imports numba or llvmlite. `build_all` runs it in separate processes.

By default, numba optimises and compiles every function together with all functions that it calls. A function
that an entry calls through six others would be optimised seven times, six of them for nothing. This module
therefore only translates each function (`Translation`). The text of an entry includes all functions that it
calls, and is optimised once.

The text does not depend on the processor. LLVM optimises it separately for each requested level. A library
exports one function, `store.SYMBOL`. The function takes the address of the words that `forms` describes,
unpacks them, calls the entry, and returns its result. All other functions are internal.

The module relies on internals of numba, from version 0.60 on.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import types as python_types
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from _gamekit import files
from _gamekit.jit import entry as marks, store
from _gamekit.jit.forms import Array, Form, Nothing, Number, Signature

try:
    import llvmlite
    import llvmlite.binding as llvm
    import numba
    from llvmlite import ir
    from llvmlite.ir.instructions import InsertValue
    from numba.core import cgutils, ir as numba_ir, typed_passes, untyped_passes
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, _LowerResult
    from numba.core.compiler_machinery import PassManager, register_pass
    from numba.core.cpu import CPUTargetOptions
    from numba.core.funcdesc import PythonFunctionDescriptor
    from numba.core.lowering import Lower
    from numba.core.typing.templates import infer, make_intrinsic_template
    from numba.core.typing.typeof import typeof_impl
    from numba.np.arrayobj import populate_array
except Exception as error:  # a broken package may raise anything
    raise store.KernelError(f"numba, which compiles the kernels, cannot be imported: {error}") from error

types: Any = numba.types  # its names are created at run time

NO_CALLS = '"no-builtin-strlen" "no-builtin-wcslen"'
"""An option for LLVM. Without it, LLVM may replace a loop that looks for a zero by a call to the C
library."""

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
if hasattr(CPUTargetOptions, "_nrt"):
    OPTIONS["_nrt"] = False  # private to numba: no reference counting; a search takes 5/6 of the time

TARGETS = {
    "x86-64": ("x86_64-unknown-linux-gnu", "x86-64", ""),
    "x86-64-v2": ("x86_64-unknown-linux-gnu", "x86-64-v2", ""),
    "x86-64-v3": ("x86_64-unknown-linux-gnu", "x86-64-v3", ""),
    "aarch64": ("aarch64-unknown-linux-gnu", "generic", ""),
    "macos-x86-64": ("x86_64-apple-macosx11.0.0", "x86-64-v2", ""),
    "macos-arm64": ("arm64-apple-macosx11.0.0", "apple-m1", ""),
    "windows-x86-64": ("x86_64-pc-windows-gnu", "x86-64-v2", ""),
    "wasm32": ("wasm32-unknown-unknown", "generic", "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"),
}
"""LLVM's triple, processor and features for each level. Every browser that has `DecompressionStream`, which
unpacks the module, supports the features of wasm32."""


# numba's pipeline, without the parts that kernels do not need -----------------------------------------------


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba is partly typed
    """A library that is only linked into others and never runs alone."""

    def add_llvm_module(self, ll_module: Any) -> None:
        """Add a translated function without optimising it; LLVM optimises the whole entry later."""
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        """Take no further function; `with_called` links the called ones."""
        self._finalized = True

    def called(self) -> Iterator[Any]:
        """Yield the libraries of all functions that this one calls, each once."""
        met, pending = {self}, [self]
        while pending:
            for library in pending.pop()._linking_libraries:
                if library in met:
                    continue
                met.add(library)
                yield library
                if isinstance(library, PartLibrary):  # numba's own have what they call
                    pending.append(library)

    def with_called(self, module: Any) -> Any:
        """Link all functions that this one calls into a module, each once, and return it."""
        for library in self.called():
            part = library._alone() if isinstance(library, PartLibrary) else library._get_module_for_linking()
            module.link_in(part, preserve=True)
        return module

    def _alone(self) -> Any:
        """Return the module of this function without those that it calls."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """Return the module with all called functions, for a library of numba's own."""
        return self.with_called(self._alone().clone())


class Builder(ir.IRBuilder):  # type: ignore[misc]
    """A builder that takes a member of a tuple which was just put together, without an instruction."""

    def extract_value(self, agg: Any, idx: Any, name: str = "") -> Any:
        """Return the member of a tuple that an index, or several for nested tuples, leads to."""
        indices = list(idx) if isinstance(idx, list | tuple) else [idx]
        while isinstance(agg, InsertValue) and len(agg.indices) == 1:
            if agg.indices != indices[:1]:
                agg = agg.aggregate
            elif len(indices) == 1:
                return agg.value
            else:
                agg, indices = agg.value, indices[1:]
        return super().extract_value(agg, indices, name)


class Lowering(Lower):  # type: ignore[misc]
    """Numba's translation of a function to LLVM text, shorter where it passes wide tuples.

    Numba would copy each argument to the stack, read all of it for each member, and clear a variable after
    its last use. LLVM removes all that and makes much the same code of it, in half as long again.
    """

    def init(self) -> None:
        """Find the arguments that are never assigned again."""
        super().init()
        assignments = [
            one for block in self.func_ir.blocks.values() for one in block.find_insts(numba_ir.Assign)
        ]
        times = Counter(one.target.name for one in assignments)
        arguments = {one.target.name for one in assignments if isinstance(one.value, numba_ir.Arg)}
        self.constant = {name for name in arguments if times[name] == 1}
        self.values: dict[str, Any] = {}

    def setup_function(self, fndesc: Any) -> None:
        """Begin a function, with a builder of our own."""
        super().setup_function(fndesc)
        self.builder = Builder(self.entry_block)
        self.call_helper = self.call_conv.init_call_helper(self.builder)

    def _alloca_var(self, name: str, fetype: Any) -> None:
        """Reserve room on the stack, unless the variable needs none."""
        if name not in self.constant:
            super()._alloca_var(name, fetype)

    def loadvar(self, name: str) -> Any:
        """Return the value of a variable."""
        return self.values[name] if name in self.constant else super().loadvar(name)

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Set a variable; its last value needs no release, as kernels count no references."""
        if name in self.constant:
            self.values[name] = value
        elif name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))

    def delvar(self, name: str) -> None:
        """Do nothing at the last use of a variable."""


@register_pass(mutates_CFG=True, analysis_only=False)
class Translation(typed_passes.NativeLowering):  # type: ignore[misc]
    """A pass that translates a function into a `PartLibrary`, without the wrappers for Python and C."""

    _name = "translation of a part"

    def run_pass(self, state: Any) -> bool:
        """Translate the function without making executable code."""
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
            lower = Lowering(context, library, described, state.func_ir, metadata=state.metadata)
            lower.lower()
        library.finalize()
        # numba identifies each part by a different built-in function. If Python calls it by mistake, it
        # raises an error, because the format field has no value.
        handle = f"{{{state.func_id.func_name}, which only kernels call}}".format
        context.insert_user_function(handle, described, [library])
        state["cr"] = _LowerResult(described, lower.call_helper, cfunc=handle, env=lower.env)
        return True


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler pipeline, without the passes that our kernels do not need."""

    def define_pipelines(self) -> list[Any]:
        """Return the only pipeline of passes."""
        passes = PassManager("kernel")
        for kind, about in (
            (untyped_passes.TranslateByteCode, "read the function"),
            (untyped_passes.FixupArgs, "name the arguments"),
            (untyped_passes.IRProcessing, "process it"),
            (untyped_passes.RewriteSemanticConstants, "insert constants"),
            (untyped_passes.DeadBranchPrune, "remove dead branches"),
            (untyped_passes.GenericRewrites, "rewrite constant indices"),
            (untyped_passes.ReconstructSSA, "assign each variable once"),
            (typed_passes.NopythonTypeInference, "find the types"),
            (typed_passes.PreLowerStripPhis, "strip phi nodes"),
            (typed_passes.IRLegalization, "make it legal"),
            (Translation, "translate"),
            (typed_passes.NoPythonBackend, "return the result"),
        ):
            passes.add_pass(kind, about)
        passes.finalize()
        return [passes]


# Functions and forms as types of numba ---------------------------------------------------------


@functools.cache
def translated(function: Callable[..., Any]) -> Any:
    """Return a numba dispatcher that only translates a function."""
    inline = getattr(function, marks.KIND, None) == marks.HELPER
    made: Any = numba.njit(**OPTIONS, forceinline=inline, pipeline_class=PartCompiler)(function)
    ask = made.get_call_template

    def ask_for_any(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """Translate once for all values of a type; numba would translate again for each constant."""
        return ask(tuple(map(types.unliteral, args)), {k: types.unliteral(v) for k, v in kws.items()})

    made.get_call_template = ask_for_any
    return made


def compiled(function: Callable[..., Any]) -> Any:
    """Return an entry or a part compiled by numba alone, as a function that Python can call."""
    return numba.njit(**OPTIONS)(getattr(function, "function", function))


def _prefetch(context: Any, array: Any, index: Any) -> Any:
    """Return the type and the code of an instruction that prefetches an item of an array."""
    del context

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(view.data, [arguments[1]])
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        function_type = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        function = cgutils.get_or_insert_function(builder.module, function_type, "llvm.prefetch.p0")
        read, keep, data = word(0), word(3), word(1)
        builder.call(function, [builder.bitcast(address, byte), read, keep, data])
        return context.get_dummy_value()

    return types.none(array, index), generate


def _instruction(name: str, definition: Callable[..., Any]) -> Any:
    """Return numba's type of a function whose code is generated by `definition`."""
    template = make_intrinsic_template(definition, definition, name)
    infer(template)
    return types.Function(template)


INSTRUCTIONS = {"prefetch": _instruction("prefetch", _prefetch)}
"""Types of the functions marked by `entry.instruction`, by name."""


def _typeof_function(function: Any, context: Any) -> Any:
    """Return numba's type of a helper, a subroutine or an instruction; None for any other function."""
    kind = getattr(function, marks.KIND, None)
    if kind is None:
        return None
    if kind == marks.INSTRUCTION:
        return INSTRUCTIONS[function.__name__]
    return types.Dispatcher(translated(function))


typeof_impl.register(python_types.FunctionType)(_typeof_function)
typeof_impl.register(marks.Entry)(lambda entry, _: types.Dispatcher(translated(entry.function)))


def numba_type(form: Form | Nothing) -> Any:
    """Return numba's type for a form."""
    if isinstance(form, Nothing):
        return types.void
    if isinstance(form, Number):
        return getattr(types, form.name)
    if isinstance(form, Array):
        return types.Array(numba.from_dtype(form.items), form.dimensions, "C")
    members = tuple(map(numba_type, form.members))
    if form.kind is tuple:
        return types.Tuple(members)
    if len(set(members)) == 1:
        return types.NamedUniTuple(members[0], len(members), form.kind)
    return types.NamedTuple(members, form.kind)


# An entry as LLVM text -------------------------------------------------------------------------


def text_of(function: Callable[..., Any], signature: Signature) -> str:
    """Return the LLVM text of an entry, with all functions that it calls and the exported function."""
    argument_types = tuple(map(numba_type, signature.arguments))
    dispatcher = translated(function)
    with numba.core.compiler_lock.global_compiler_lock:
        dispatcher.compile(numba_type(signature.result)(*argument_types))
        result = dispatcher.overloads[argument_types]
        context, described = result.target_context, result.fndesc
        library = PartLibrary(context.codegen(), store.SYMBOL)
        module = context.create_module(store.SYMBOL)
        word, pointer = ir.IntType(64), ir.IntType(64).as_pointer()
        wrapper = ir.Function(module, ir.FunctionType(word, [pointer]), store.SYMBOL)
        builder = ir.IRBuilder(wrapper.append_basic_block())
        words = _Words(context, builder, wrapper.args[0])
        values = [words.value(form) for form in signature.arguments]
        called = context.declare_function(module, described)
        status, value = context.call_conv.call_function(
            builder, called, described.restype, described.argtypes, values
        )
        del status  # kernels raise no exceptions
        builder.ret(word(0) if isinstance(signature.result, Nothing) else value)
        library.add_linking_library(result.library)
        library.add_ir_module(module)
        library.finalize()
        return str(library.with_called(library._final_module))


class _Words:
    """Generator of code that reads the arguments from the words written by Python."""

    def __init__(self, context: Any, builder: Any, block: Any):
        self.context, self.builder, self.block = context, builder, block
        self.read = 0

    def word(self) -> Any:
        """Return the next word."""
        address = self.builder.gep(self.block, [ir.IntType(64)(self.read)])
        self.read += 1
        return self.builder.load(address)

    def value(self, form: Form) -> Any:
        """Return the next argument, as a value of numba's type."""
        kind, builder, context = numba_type(form), self.builder, self.context
        if isinstance(form, Number):
            width = int(re.findall(r"\d+", form.name)[0])
            return self.word() if width == 64 else builder.trunc(self.word(), ir.IntType(width))
        if isinstance(form, Array):
            return self.array(form, kind)
        return context.make_tuple(builder, kind, [self.value(member) for member in form.members])

    def array(self, form: Array, kind: Any) -> Any:
        """Return an array in C order."""
        builder, context = self.builder, self.context
        made = context.make_array(kind)(context, builder)
        address, shape = self.word(), [self.word() for _ in range(form.dimensions)]
        size = stride = ir.IntType(64)(form.items.itemsize)
        strides: list[Any] = []
        for length in reversed(shape):
            strides.insert(0, stride)
            stride = builder.mul(stride, length)
        data = builder.inttoptr(address, made.data.type)
        populate_array(made, data, shape, strides, size, None)
        return made._getvalue()


# Objects and manifests -------------------------------------------------------------------------


def object_of(text: str, level: str, symbol: str = store.SYMBOL) -> bytes:
    """Compile the text of an entry to an object file for a level; `symbol` is the exported name."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    triple, processor, features = TARGETS[level]
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=processor, features=features, opt=3, reloc="static" if level == "wasm32" else "pic"
    )
    text = re.sub(r'^target (triple|datalayout) = ".*"$', "", text, flags=re.MULTILINE)
    text = re.sub(r'"(target-cpu|target-features|tune-cpu|probe-stack)"="[^"]*"', "", text)
    text = re.sub(r"^(define .*?)( #\d+)? \{$", rf"\1\2 {NO_CALLS} {{", text, flags=re.MULTILINE)
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = triple, str(machine.target_data)
    for function in module.functions:
        if not function.is_declaration and function.name != store.SYMBOL:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration or variable.linkage == llvm.Linkage.common:
            variable.linkage = "internal"
    module.get_function(store.SYMBOL).name = symbol
    tuning = llvm.create_pipeline_tuning_options()
    tuning.speed_level, tuning.loop_vectorization, tuning.slp_vectorization = 3, True, False
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    return bytes(machine.emit_object(module))


def write(entry: marks.Entry, code: bytes, path: Path, level: str) -> None:
    """Write a library and then its manifest, each atomically."""
    manifest = {
        "version": store.MANIFEST_VERSION,
        "entry": str(entry),
        "signature": str(entry.signature),
        "level": level,
        "sources": store.fingerprint(entry.module),
        "sha256": hashlib.sha256(code).hexdigest(),
        "made_with": {
            "numba": numba.__version__,
            "llvmlite": llvmlite.__version__,
            "llvm": list(llvm.llvm_version_info),
        },
    }
    files.write_atomic(path, [code])
    files.write_atomic(store.manifest_of(path), [json.dumps(manifest, indent=1).encode()])
