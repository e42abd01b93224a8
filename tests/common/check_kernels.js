"use strict";
// What kernels.js allocates and refuses: node check_kernels.js MODULE, a module with Narabi's near.sign in it.

const assert = require("node:assert");
const fs = require("node:fs");
require("../../_gamekit/jit/kernels.js");

const kernels = new Kernels(fs.readFileSync(process.argv[2]));
const numbers = length => kernels.array("uint64", [length]);
const near = { words: numbers(1), edges: numbers(256), passed_edges: numbers(256), rings: kernels.array("int64", [2]) };
const [rings, signatures] = [numbers(3), numbers(3)];

assert.throws(() => kernels.block("sing", []), /there is no kernel sing, but .*sign/);
assert.throws(() => kernels.block("sign", { near, rings }), /sign: missing signatures/);
assert.throws(() => kernels.block("sign", { near, rings, signatures, more: 1 }), /sign: there is no more/);
assert.throws(() => kernels.block("sign", [near, rings, signatures, 1]), /sign: there is no 3/);
assert.throws(() => kernels.block("sign", [{ ...near, words: 7 }, rings, signatures]), /sign: near.words must be an array/);
for (const wrong of [kernels.array("int64", [3]), kernels.array("uint64", [3, 1]), new BigUint64Array(3)])
  assert.throws(() => kernels.block("sign", [near, wrong, signatures]), /sign: rings must be an array of these kernels/);
const enter = turns => kernels.block("enter", { near, signatures, turns });
assert.throws(() => enter(1.5), /turns must be a whole number \(int64\), not 1.5/);
assert.throws(() => enter(1n << 63n), RangeError);

near.edges.view[1] = ~0n;
kernels.array("uint8", [5e6]); // memory grows, and views with it
assert.equal(near.edges.view[1], 2n ** 64n - 1n);
const mark = kernels.mark();
numbers(4).view.fill(5n);
kernels.release(mark);
assert.deepEqual([...numbers(4).view], [0n, 0n, 0n, 0n]);
const block = enter(1);
kernels.set(block, "turns", -1n);
assert.equal(new BigInt64Array(kernels.memory.buffer, block.address + 8 * block.places.turns, 1)[0], -1n);
assert.equal(kernels.call(kernels.block("sign", [near, rings, signatures])), undefined);
