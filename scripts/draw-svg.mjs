// Draws the project's own icon sources (assets/*.svg) into PNG files, since Electron's tray and icons
// take no SVG. Knows what those sources use: one viewBox from 0 0, `path` with absolute M L C Z, `circle`,
// `fill` as #rrggbb, `fill-rule="evenodd"`. Anything else is refused by name, not drawn wrongly.
import zlib from 'node:zlib';

/** Straight pieces that a curve is drawn with. */
const curvePieces = 24;
/** Lines through each row of pixels; along a line coverage is exact. */
const lines = 8;

/**
 * @param {string} svg
 * @param {number} size edge of the square image, pixels
 * @param {string} colour #rrggbb, for shapes without a fill of their own
 * @returns {Buffer} a PNG file, RGBA
 */
export function drawSvg(svg, size, colour) {
  const box = /viewBox="0 0 (\d+) (\d+)"/.exec(svg);
  if (!box || box[1] !== box[2]) throw new Error('The image needs a square viewBox from 0 0.');
  const scale = size / Number(box[1]);
  const pixels = new Float64Array(size * size * 4);
  for (const [, tag, attributes] of svg.matchAll(/<(\w+)\b([^>]*?)\/?>/g)) {
    if (tag === 'svg') continue;
    const shape = shapeOf(tag, attributesOf(attributes));
    paint(pixels, size, scale, shape, shape.fill ?? colour);
  }
  return png(pixels, size);
}

function attributesOf(text) {
  return Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

function shapeOf(tag, { d, cx, cy, r, fill, 'fill-rule': rule, ...unknown }) {
  if (Object.keys(unknown).length > 0) throw new Error(`An attribute is not known: ${Object.keys(unknown)[0]}.`);
  if (tag === 'path') return { rings: ringsOf(d), fill, evenOdd: rule === 'evenodd' };
  if (tag === 'circle') return { rings: [circle(Number(cx), Number(cy), Number(r))], fill, evenOdd: false };
  throw new Error(`An element is not known: ${tag}.`);
}

function circle(x, y, r) {
  return Array.from({ length: 4 * curvePieces }, (_, index) => {
    const angle = (index * Math.PI) / (2 * curvePieces);
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
}

function ringsOf(d) {
  const rings = [];
  for (const [, command, rest] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const n = (rest.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
    const ring = rings.at(-1);
    if (command === 'M') rings.push([[n[0], n[1]]]);
    else if (command === 'L') ring.push([n[0], n[1]]);
    else if (command === 'C') {
      const [x, y] = ring.at(-1);
      for (let piece = 1; piece <= curvePieces; piece++) {
        const t = piece / curvePieces;
        const at = (a, b, c, e) => (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * e;
        ring.push([at(x, n[0], n[2], n[4]), at(y, n[1], n[3], n[5])]);
      }
    } else if (command !== 'Z') throw new Error(`A path command is not known: ${command}.`);
  }
  return rings;
}

/** Stretches of one horizontal line that a shape covers, as pairs of x from left to right. */
function stretches({ rings, evenOdd }, y) {
  const crossings = [];
  for (const ring of rings)
    for (const [index, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(index + 1) % ring.length];
      if (y1 <= y !== y2 <= y) crossings.push([x1 + ((y - y1) * (x2 - x1)) / (y2 - y1), y2 > y1 ? 1 : -1]);
    }
  crossings.sort(([a], [b]) => a - b);
  const found = [];
  let winding = 0;
  for (const [index, [x, turn]] of crossings.entries()) {
    winding += turn;
    const inside = evenOdd ? index % 2 === 0 : winding !== 0;
    if (inside) found.push([x, crossings[index + 1][0]]);
  }
  return found;
}

function paint(pixels, size, scale, shape, colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  for (let row = 0; row < size; row++) {
    const covered = new Float64Array(size);
    for (let line = 0; line < lines; line++)
      for (const [from, to] of stretches(shape, (row + (line + 0.5) / lines) / scale)) {
        const [left, right] = [Math.max(0, from * scale), Math.min(size, to * scale)];
        for (let column = Math.floor(left); column < right; column++) covered[column] += (Math.min(right, column + 1) - Math.max(left, column)) / lines;
      }
    for (const [column, share] of covered.entries()) {
      if (share === 0) continue;
      const alpha = Math.min(1, share);
      const at = (row * size + column) * 4;
      const below = pixels[at + 3] * (1 - alpha);
      const total = alpha + below;
      for (const [channel, value] of [red, green, blue].entries()) pixels[at + channel] = (value * alpha + pixels[at + channel] * below) / total;
      pixels[at + 3] = total;
    }
  }
}

function png(pixels, size) {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let row = 0; row < size; row++)
    for (let value = 0; value < size * 4; value++) {
      const found = pixels[row * size * 4 + value];
      rows[row * (size * 4 + 1) + 1 + value] = Math.round(value % 4 === 3 ? found * 255 : found);
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  // 8 bits a channel, RGBA, no interlacing.
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', head), chunk('IDAT', zlib.deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value >>> 0;
});

function chunk(type, body) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  let crc = 0xffffffff;
  for (const byte of named) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 0xff];
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, named, check]);
}
