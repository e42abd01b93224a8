"use strict";
// Calls kernels of a WebAssembly module that `python -m _gamekit.jit.wasm` wrote: for pages, workers and node.
//
//   const kernels = new Kernels(bytes);                        // or await Kernels.from(bytes)
//   const rings = kernels.array("uint64", [100]);              // zeros; rings.view is a BigUint64Array
//   const block = kernels.block("search", { game, rings, ... }); // or an array of the arguments, in order
//   const status = kernels.call(block);                        // a BigInt
//
// Numbers of 64 bits are BigInts; smaller ones may be either. A tuple is an object of its members, or an array of
// them in order. What does not fit is refused. A block stays, for any number of calls; `set` changes an argument
// that is a number. A view is good until memory grows: ask the array for it again after allocating anything.

const PAGE = 1 << 16;
const VIEWS = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
};

/** An array in C order in the memory of kernels. */
class KernelArray {
  constructor(memory, items, shape, address) {
    Object.assign(this, { memory, items, shape, address });
    this.length = shape.reduce((product, length) => product * length, 1);
  }

  /** Its items, typed; its bytes, if they are records. */
  get view() {
    const View = VIEWS[this.items];
    return View ? new View(this.memory.buffer, this.address, this.length) : this.bytes;
  }

  get bytes() {
    return new Uint8Array(this.memory.buffer, this.address, this.length * bytesOf(this.items));
  }
}

function bytesOf(items) {
  return VIEWS[items]?.BYTES_PER_ELEMENT ?? items.bytes;
}

class Kernels {
  /** Compiled meanwhile: browsers want that of large modules on a page. */
  static async from(bytes) {
    return new Kernels(await WebAssembly.compile(bytes));
  }

  constructor(code) {
    const module = code instanceof WebAssembly.Module ? code : new WebAssembly.Module(code);
    const [section] = WebAssembly.Module.customSections(module, "kernels");
    const { version, entries } = JSON.parse(new TextDecoder().decode(section));
    if (version !== 1) throw new Error(`kernels of version ${version}, not 1`);
    this.entries = entries;
    this.memory = new WebAssembly.Memory({ initial: 64 });
    this.exports = new WebAssembly.Instance(module, { env: { memory: this.memory } }).exports;
    this.free = this.exports.__heap_base.value >>> 0;
    this.touched = this.free;
  }

  // Memory: allocated in order, and freed in the order of a stack --------------------------------

  /** Return the address of so many bytes, which are 0. */
  allocate(bytes) {
    const address = Math.ceil(this.free / 16) * 16;
    const missing = address + bytes - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    this.free = address + bytes;
    if (address < this.touched) new Uint8Array(this.memory.buffer, address, bytes).fill(0);
    this.touched = Math.max(this.touched, this.free);
    return address;
  }

  /** Return what `release` takes, to free all that is allocated from now on. */
  mark() {
    return this.free;
  }

  release(mark) {
    this.free = mark;
  }

  /** Return an array of zeros; `items` is the name of a type, or the records that a description tells of. */
  array(items, shape) {
    const bytes = shape.reduce((product, length) => product * length, bytesOf(items));
    return this.arrayAt(items, shape, this.allocate(bytes));
  }

  /** Return an array in memory that is allocated already: arrays may overlap. */
  arrayAt(items, shape, address) {
    return new KernelArray(this.memory, items, shape, address);
  }

  // Calls ---------------------------------------------------------------------------------------

  /** Return a block of the arguments of an entry. */
  block(name, values) {
    const entry = this.entries[name];
    if (!entry) throw new TypeError(`there is no kernel ${name}, but ${Object.keys(this.entries).join(", ")}`);
    const words = [];
    const places = {};
    for (const [argument, form, value] of members(entry.arguments, values, name)) {
      places[argument] = words.length;
      this.fill(words, form, value, `${name}: ${argument}`);
    }
    const block = { name, places, address: this.allocate(8 * words.length) };
    new BigUint64Array(this.memory.buffer, block.address, words.length).set(words);
    return block;
  }

  /** Change an argument of a block that is a number. */
  set(block, argument, value) {
    const form = this.entries[block.name].arguments[argument];
    if (typeof form !== "string") throw new TypeError(`${block.name}: ${argument} is not a number`);
    const word = numberWord(form, value, `${block.name}: ${argument}`);
    new BigUint64Array(this.memory.buffer, block.address + 8 * block.places[argument], 1)[0] = word;
  }

  /** Call an entry; return its result, if it has one. */
  call({ name, address }) {
    const { result } = this.entries[name];
    const word = this.exports[name](address);
    if (result === "void") return undefined;
    return result.startsWith("u") ? BigInt.asUintN(64, word) : word;
  }

  /** Append the words of an argument. */
  fill(words, form, value, where) {
    if (typeof form === "string") {
      words.push(numberWord(form, value, where));
    } else if (form.members) {
      for (const [name, member, part] of members(form.members, value, where))
        this.fill(words, member, part, `${where}.${name}`);
    } else {
      const fits = value instanceof KernelArray && value.memory === this.memory;
      if (!fits || value.shape.length !== form.dimensions || !sameItems(value.items, form.items))
        throw new TypeError(`${where} must be an array of these kernels: ${JSON.stringify(form)}`);
      words.push(BigInt(value.address), ...value.shape.map(BigInt));
    }
  }
}

/** Each name with its form and its value, of an object or of an array in order. */
function members(forms, values, where) {
  const names = Object.keys(forms);
  const given = Array.isArray(values) ? Object.fromEntries(values.map((value, i) => [names[i] ?? i, value])) : values;
  const missing = names.filter(name => !Object.hasOwn(given ?? {}, name));
  const unknown = Object.keys(given ?? {}).filter(name => !Object.hasOwn(forms, name));
  if (missing.length) throw new TypeError(`${where}: missing ${missing.join(", ")}`);
  if (unknown.length) throw new TypeError(`${where}: there is no ${unknown.join(", ")}`);
  return names.map(name => [name, forms[name], given[name]]);
}

function sameItems(one, other) {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}

/** A number as 64 bits. */
function numberWord(type, value, where) {
  if (typeof value !== "bigint" && !Number.isSafeInteger(value))
    throw new TypeError(`${where} must be a whole number (${type}), not ${value}`);
  const bits = Number(type.replace(/\D+/, ""));
  const number = BigInt(value);
  if (number !== (type.startsWith("u") ? BigInt.asUintN(bits, number) : BigInt.asIntN(bits, number)))
    throw new RangeError(`${where} must be ${type}, not ${number}`);
  return BigInt.asUintN(64, number);
}

globalThis.Kernels = Kernels;
