"""Asks for a table word before it is needed. Changes nothing but time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba

if TYPE_CHECKING or numba.config.DISABLE_JIT:

    def prefetch(array: Any, index: Any) -> None:
        """Ask for array[index], which must exist, to be brought near."""
else:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def prefetch(typing_context, array, index):
        """Ask for array[index], which must exist, to be brought near."""
        del typing_context

        def generate(context, builder, signature, arguments):
            array_type = signature.args[0]
            view = context.make_array(array_type)(context, builder, arguments[0])
            address = builder.gep(view.data, [arguments[1]])
            byte = ir.IntType(8).as_pointer()
            word = ir.IntType(32)
            function_type = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
            function = cgutils.get_or_insert_function(builder.module, function_type, "llvm.prefetch.p0")
            read, keep, data = word(0), word(3), word(1)
            builder.call(function, [builder.bitcast(address, byte), read, keep, data])
            return context.get_dummy_value()

        return types.none(array, index), generate
