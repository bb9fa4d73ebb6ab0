import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

type Scheme = 'light' | 'dark';

const css = readFileSync(new URL('./base.css', import.meta.url), 'utf8');
const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** `--name: light-dark(#…, #…)` or `--name: #…` of base.css. */
function valueOf(name: string, scheme: Scheme): string {
  const pair = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css);
  const token = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css);
  const value = pair ? pair[scheme === 'light' ? 1 : 2] : token?.[1];
  if (!value) throw new Error(`base.css gives --${name} no color`);
  return value;
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((index) => {
    const channel = parseInt(hex.slice(index, index + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(left: string, right: string): number {
  const [low, high] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

const BACKGROUNDS = ['paper', 'leaf', 'wash'];
const TEXTS = ['ink', 'faded', 'navy', 'signal', 'sea', 'amber'];
const SCHEMES: Scheme[] = ['light', 'dark'];

const TEXT_PAIRS = SCHEMES.flatMap((scheme) => [
  ...TEXTS.flatMap((text) => BACKGROUNDS.map((ground) => ({ scheme, text, ground }))),
  { scheme, text: 'on-navy', ground: 'navy' },
  { scheme, text: 'on-signal', ground: 'signal' },
]);

test.each(TEXT_PAIRS)('$text on $ground has enough contrast in $scheme (4.5:1)', ({ scheme, text, ground }) => {
  expect(contrast(valueOf(text, scheme), valueOf(ground, scheme))).toBeGreaterThanOrEqual(4.5);
});

const SHAPE_PAIRS = SCHEMES.flatMap((scheme) =>
  ['brass', 'edge', 'navy', 'sea', 'signal'].flatMap((shape) =>
    ['paper', 'leaf'].map((ground) => ({ scheme, shape, ground })),
  ),
);

test.each(SHAPE_PAIRS)('$shape on $ground has enough contrast in $scheme (3:1)', ({ scheme, shape, ground }) => {
  expect(contrast(valueOf(shape, scheme), valueOf(ground, scheme))).toBeGreaterThanOrEqual(3);
});

test.each(['ink', 'faded', 'navy'])('%s of the dark scheme has enough contrast on the masthead (4.5:1)', (text) => {
  expect(contrast(valueOf(text, 'dark'), valueOf('masthead', 'dark'))).toBeGreaterThanOrEqual(4.5);
});

test('the marker of the current section has enough contrast on the masthead (3:1)', () => {
  expect(contrast(valueOf('brass', 'dark'), valueOf('masthead', 'dark'))).toBeGreaterThanOrEqual(3);
});

test('every variable that a token refers to has a value', () => {
  const used = [...tokens.matchAll(/: var\(--([\w-]+)\)/g)].map((match) => match[1]!);
  expect(used.length).toBeGreaterThan(15);
  expect(used.filter((name) => !css.includes(`--${name}:`))).toEqual([]);
});

test('every animation that a token refers to exists', () => {
  const used = [...tokens.matchAll(/--animate-\w[\w-]*: (ui-[\w-]+) /g)].map((match) => match[1]!);
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((name) => !css.includes(`@keyframes ${name} {`))).toEqual([]);
});
