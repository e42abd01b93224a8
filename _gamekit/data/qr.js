// QR codes of texts, by ISO/IEC 18004: bytes, level M, the smallest of 40 sizes.

/** For each size: how many bytes correct a block, and the number of blocks. */
const CORRECTING = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, ...Array(19).fill(28)];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49];
const MASKS = [
  (row, column) => (row + column) % 2,
  row => row % 2,
  (_, column) => column % 3,
  (row, column) => (row + column) % 3,
  (row, column) => ((row >> 1) + Math.floor(column / 3)) % 2,
  (row, column) => ((row * column) % 2) + ((row * column) % 3),
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2,
];
/** The middle of a corner, from which readers find a code. */
const CORNER = "1011101";

/** Rows with all that no text changes; null where its bits go. */
function frame(size) {
  const side = 4 * size + 17;
  const rows = Array.from({ length: side }, () => Array(side).fill(null));
  const square = (row, column, far, light) => {
    for (let y = -far; y <= far; y++) {
      for (let x = -far; x <= far; x++) {
        if (rows[row + y]?.[column + x] !== undefined) rows[row + y][column + x] = light.includes(Math.max(Math.abs(x), Math.abs(y))) ? 0 : 1;
      }
    }
  };
  for (let i = 0; i < 9; i++) rows[i][8] = rows[8][i] = rows[side - Math.max(1, i)][8] = rows[8][side - Math.max(1, i)] = 0; // the mask's name
  for (let i = 0; i < (size > 6 ? 18 : 0); i++) rows[Math.floor(i / 3)][side - 11 + (i % 3)] = rows[side - 11 + (i % 3)][Math.floor(i / 3)] = 0; // the size
  for (let i = 0; i < side; i++) rows[6][i] = rows[i][6] = 1 - (i % 2);
  const more = size > 1 ? Math.floor(size / 7) + 1 : 0;
  const apart = Math.floor((size * 8 + more * 3 + 8) / (more * 4)) * 2;
  const centres = [6, ...Array.from({ length: more }, (_, i) => side - 7 - (more - 1 - i) * apart)];
  const inCorner = (a, b) => a === 6 && (b === 6 || b === side - 7);
  for (const a of centres) for (const b of centres) if (!inCorner(a, b) && !inCorner(b, a)) square(a, b, 2, [1]);
  for (const [a, b] of [[3, 3], [3, side - 4], [side - 4, 3]]) square(a, b, 4, [2, 4]);
  return rows;
}

function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The bytes that correct a block. */
function correcting(block, count) {
  let factors = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) factors = [...factors, 0].map((one, at) => one ^ (at ? times(factors[at - 1], root) : 0));
  const rest = Array(count).fill(0);
  for (const byte of block) {
    const first = byte ^ rest.shift();
    rest.push(0);
    for (let at = 0; at < count; at++) rest[at] ^= times(factors[at + 1], first);
  }
  return rest;
}

/** All bytes of a code, in the order of their places; null if there are too many. */
function bytesPlaced(bytes, size, all) {
  const count = BLOCKS[size - 1],
    more = CORRECTING[size - 1],
    room = all - count * more;
  const halves = [4, ...(size > 9 ? [bytes.length >> 12, (bytes.length >> 8) & 15] : []), (bytes.length >> 4) & 15, bytes.length & 15];
  for (const byte of bytes) halves.push(byte >> 4, byte & 15);
  halves.push(0);
  const data = Array.from({ length: halves.length / 2 }, (_, i) => halves[2 * i] * 16 + halves[2 * i + 1]);
  if (data.length > room) return null;
  if (data.length < room) data.push(0); // as segno does
  for (let i = 0; data.length < room; i++) data.push(i % 2 ? 0x11 : 0xec);
  const blocks = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = Math.floor((room + i) / count);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const woven = lists => lists.at(-1).flatMap((_, i) => lists.map(list => list[i])).filter(byte => byte !== undefined);
  return [...woven(blocks), ...woven(blocks.map(block => correcting(block, more)))];
}

/** Rows with the bits of bytes in columns of two, from the right, up and down by turns. */
function filledIn(form, bytes, mask) {
  const rows = form.map(row => [...row]),
    side = rows.length;
  let at = 0;
  for (let right = side - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < side; step++) {
      const row = (right + 1) & 2 ? step : side - 1 - step;
      for (const column of [right, right - 1]) {
        if (form[row][column] !== null) continue;
        const bit = (bytes[at >> 3] >> (7 - (at & 7))) & 1; // behind the last byte 0
        rows[row][column] = bit ^ (mask(row, column) ? 0 : 1);
        at++;
      }
    }
  }
  return rows;
}

/** How hard rows are to read: runs of one colour, squares of it, what looks like a corner, too much of a colour. */
function hardness(rows) {
  const side = rows.length,
    lines = [...rows, ...rows.map((_, i) => rows.map(row => row[i]))].map(line => line.join(""));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (let at = line.indexOf(CORNER); at >= 0; ) {
      const alone = !line.slice(Math.max(0, at - 4), at).includes("1") || !line.slice(at + 7, at + 11).includes("1");
      sum += alone ? 40 : 0;
      at = line.indexOf(CORNER, at + (alone ? 7 : 4));
    }
  }
  for (let row = 1; row < side; row++) {
    for (let column = 1; column < side; column++) {
      const dark = rows[row][column] + rows[row - 1][column] + rows[row][column - 1] + rows[row - 1][column - 1];
      if (dark % 4 === 0) sum += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length / side ** 2;
  return sum + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5);
}

/** A number with its remainder by a polynomial of a degree behind it, in bits. */
function guarded(value, polynomial, degree) {
  let rest = value;
  for (let i = 0; i < degree; i++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return (value << degree) | rest;
}

/** Write the number of the mask, and a large size, each twice. */
function named(rows, mask, size) {
  const side = rows.length,
    bits = guarded(mask, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    rows[i < 6 ? i : i < 8 ? i + 1 : side - 15 + i][8] = (bits >> i) & 1;
    rows[8][i < 8 ? side - 1 - i : i === 8 ? 7 : 14 - i] = (bits >> i) & 1;
  }
  rows[side - 8][8] = 1;
  for (let i = 0; i < (size > 6 ? 18 : 0); i++) {
    const bit = (guarded(size, 0x1f25, 12) >> i) & 1;
    rows[Math.floor(i / 3)][side - 11 + (i % 3)] = rows[side - 11 + (i % 3)][Math.floor(i / 3)] = bit;
  }
  return rows;
}

/** The rows of a text's code, 1 where it is dark; null if the text is too long. */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= BLOCKS.length; size++) {
    const form = frame(size);
    const all = form.flat().filter(one => one === null).length >> 3;
    const placed = bytesPlaced(bytes, size, all);
    if (!placed) continue;
    const codes = MASKS.map(mask => filledIn(form, placed, mask)),
      hard = codes.map(hardness);
    const mask = hard.indexOf(Math.min(...hard));
    return named(codes[mask], mask, size);
  }
  return null;
}
