import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
// @ts-expect-error plain JavaScript, since it runs before anything is built
import { drawSvg } from './draw-svg.mjs';

const draw = drawSvg as (svg: string, size: number, colour: string) => Buffer;

/** Width, height and RGBA of a PNG without interlacing and with filter 0, as drawSvg writes it. */
function pixelsOf(png: Buffer): { size: number; at(x: number, y: number): number[] } {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const size = png.readUInt32BE(16);
  const start = png.indexOf('IDAT') + 4;
  const rows = zlib.inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
  return { size, at: (x, y) => [...rows.subarray(y * (size * 4 + 1) + 1 + x * 4, y * (size * 4 + 1) + 5 + x * 4)] };
}

const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${body}</svg>`;

describe('drawing an icon', () => {
  it('fills what a path covers, and half of a pixel that is half covered', () => {
    const image = pixelsOf(draw(svg('<path d="M1 1 L4.5 1 L4.5 4 L1 4 Z"/>'), 8, '#ff8000'));
    expect(image.size).toBe(8);
    expect(image.at(2, 2)).toEqual([255, 128, 0, 255]);
    expect(image.at(4, 2)).toEqual([255, 128, 0, 128]);
    expect(image.at(5, 2)[3]).toBe(0);
    expect(image.at(2, 4)[3]).toBe(0);
  });

  it('cuts holes by the even-odd rule, and paints fills of their own over what is below', () => {
    const ring = pixelsOf(draw(svg('<path fill-rule="evenodd" d="M0 0 L8 0 L8 8 L0 8 Z M2 2 L6 2 L6 6 L2 6 Z"/><circle cx="4" cy="4" r="1.5" fill="#0000ff"/>'), 8, '#000000'));
    expect(ring.at(1, 1)).toEqual([0, 0, 0, 255]);
    expect(ring.at(2, 5)[3]).toBeLessThan(40);
    expect(ring.at(4, 4)).toEqual([0, 0, 255, 255]);
  });

  it('refuses what it does not know instead of drawing it wrongly', () => {
    for (const body of ['<rect x="0" y="0"/>', '<path d="M0 0 q1 1 2 2"/>', '<path transform="scale(2)" d="M0 0 Z"/>']) expect(() => draw(svg(body), 8, '#000000')).toThrow(/not known/);
    expect(() => draw('<svg><path d=""/></svg>', 8, '#000000')).toThrow('viewBox');
  });

  it('draws every state of the menu bar item as another shape', () => {
    const folder = path.join(import.meta.dirname, '..', 'assets', 'tray');
    const states = fs.readdirSync(folder).map((file) => path.basename(file, '.svg'));
    expect(states.sort()).toEqual(['attention', 'block', 'degraded', 'off', 'paused', 'shadow', 'warn']);
    const images = states.map((state) => draw(fs.readFileSync(path.join(folder, `${state}.svg`), 'utf8'), 18, '#000000').toString('base64'));
    expect(new Set(images).size).toBe(states.length);
  });
});
