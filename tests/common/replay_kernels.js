"use strict";
// Makes calls that tests/recording.py recorded, by kernels in WebAssembly: node replay_kernels.js MODULE FOLDER [ROUNDS]
// Each call is made as many times, and timed in processor seconds.

const fs = require("node:fs");
const path = require("node:path");
require("../../_gamekit/jit/kernels.js");

const [, , module_, folder, rounds = 1] = process.argv;
const memory = fs.openSync(path.join(folder, "memory.bin")); // it may be larger than a buffer may be
const kernels = new Kernels(fs.readFileSync(module_));
const made = {};
const different = [];
const seconds = [];

/** An argument as the kernels take it. */
function argument(form, told, addresses) {
  if (typeof form === "string") return BigInt(told);
  if (form.members) return Object.values(form.members).map((member, i) => argument(member, told[i], addresses));
  const address = told.stretch === null ? 0 : addresses[told.stretch] + told.at;
  return kernels.arrayAt(form.items, told.shape, address);
}

for (const call of JSON.parse(fs.readFileSync(path.join(folder, "calls.json"), "utf8"))) {
  const mark = kernels.mark();
  const addresses = call.stretches.map(({ bytes, skew }) => kernels.allocate(bytes + skew) + skew);
  const there = i => Buffer.from(kernels.memory.buffer, addresses[i], call.stretches[i].bytes);
  const recorded = (i, when) => {
    const bytes = Buffer.alloc(call.stretches[i].bytes);
    fs.readSync(memory, bytes, 0, bytes.length, call.stretches[i][when]);
    return bytes;
  };
  const forms = Object.values(kernels.entries[call.name].arguments);
  const values = forms.map((form, i) => argument(form, call.arguments[i], addresses));
  const block = kernels.block(call.name, values);
  const times = [];
  for (let round = 0; round < rounds; round++) {
    for (const i of call.stretches.keys()) recorded(i, "before").copy(there(i));
    const started = process.cpuUsage();
    const result = kernels.call(block);
    const spent = process.cpuUsage(started);
    times.push((spent.user + spent.system) / 1e6);
    if ((call.result ?? "undefined") !== String(result))
      different.push(`${call.name}: the result is ${result}, not ${call.result}`);
    call.stretches.forEach((_, i) => {
      if (!there(i).equals(recorded(i, "after"))) different.push(`${call.name}: stretch ${i} is another`);
    });
  }
  seconds.push(times);
  made[call.name] = (made[call.name] ?? 0) + 1;
  kernels.release(mark);
}
console.log(JSON.stringify({ made, different, seconds }));
