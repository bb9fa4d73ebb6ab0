import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DATE, MAX_FREE_TEXT, applyMask, TIME } from './input-mask.ts';

/** Types a string key by key at the end. */
const typeKeys = (mask: typeof DATE, keys: string) =>
  [...keys].reduce((text, key) => {
    const raw = text + key;
    return applyMask(mask, { text: raw, caret: raw.length }, text, 'insertText').text;
  }, '');
const pasteText = (mask: typeof DATE, text: string) =>
  applyMask(mask, { text, caret: text.length }, '', 'insertFromPaste').text;

describe('a date', () => {
  test.each([
    ['1946', '1946'],
    ['194603', '1946-03'],
    ['19460307', '1946-03-07'],
    ['1946-03-07', '1946-03-07'],
    ['1946-3-7', '1946-03-7'],
    ['1946/3/', '1946/3/'],
    ['194603079', '1946-03-07'],
    ['June 12, 1947', 'June 12, 1947'],
    ['7/4/1948', '7/4/1948'],
    ['7-4-1948', '7-4-1948'],
    ['c. 1947', 'c. 1947'],
    ['1947~', '1947~'],
    ['1946-1948', '1946-1948'],
    ['1946–48', '1946–48'],
    ['1946 March 7', '1946 March 7'],
    ['1946-Mar-7', '1946-Mar-7'],
    ['1946 or 1947', '1946 or 1947'],
    ['1946-03 to 1946-05', '1946-03 to 1946-05'],
    ['194-?', '194-?'],
    ['[1946]', '[1946]'],
    ['7-Mar-46', '7-Mar-46'],
    ['1946-', '1946-'],
    ['1946-3-', '1946-03-'],
  ])('typing %s gives %s', (keys, text) => expect(typeKeys(DATE, keys)).toBe(text));

  test.each([
    ['19460307', '1946-03-07'],
    ['March 7, 1946', 'March 7, 1946'],
  ])('pasting %s gives %s', (text, expected) => expect(pasteText(DATE, text)).toBe(expected));

  test('Backspace deletes the digit before the caret, and the caret stays in place', () => {
    expect(applyMask(DATE, { text: '146-03-07', caret: 1 }, '1946-03-07', 'deleteContentBackward')).toEqual({
      text: '1460-30-7',
      caret: 1,
    });
  });

  test('deleting a hyphen also deletes the digit next to it, in the direction of the key', () => {
    expect(applyMask(DATE, { text: '194603-07', caret: 4 }, '1946-03-07', 'deleteContentBackward')).toEqual({
      text: '1940-30-7',
      caret: 3,
    });
    expect(applyMask(DATE, { text: '194603-07', caret: 4 }, '1946-03-07', 'deleteContentForward')).toEqual({
      text: '1946-30-7',
      caret: 4,
    });
  });

  test('Backspace deletes a hyphen at the end alone', () => {
    expect(applyMask(DATE, { text: '1946', caret: 4 }, '1946-', 'deleteContentBackward')).toEqual({
      text: '1946',
      caret: 4,
    });
  });

  test('accepts a digit in the middle, with the caret after it', () => {
    expect(applyMask(DATE, { text: '1946-103-0', caret: 6 }, '1946-03-0', 'insertText')).toEqual({
      text: '1946-10-30',
      caret: 6,
    });
  });
});

describe('a time', () => {
  test.each([
    ['1930', '19:30'],
    ['19:30', '19:30'],
    ['9:30', '09:30'],
    ['2561', '23:59'],
    ['9999', '23:59'],
    ['193045', '19:30'],
    ['63', '63'],
    ['630', '63:0'],
    ['6:30 pm', '06:30 pm'],
    ['noon', 'noon'],
  ])('typing %s gives %s', (keys, text) => expect(typeKeys(TIME, keys)).toBe(text));

  test.each([
    ['7:05 p.m.', '7:05 p.m.'],
    ['2561', '23:59'],
  ])('pasting %s gives %s', (text, expected) => expect(pasteText(TIME, text)).toBe(expected));

  test('deletes the digit next to the caret, in the middle and at the colon', () => {
    expect(applyMask(TIME, { text: '9:30', caret: 0 }, '19:30', 'deleteContentBackward')).toEqual({
      text: '93:0',
      caret: 0,
    });
    expect(applyMask(TIME, { text: '1930', caret: 2 }, '19:30', 'deleteContentBackward')).toEqual({
      text: '13:0',
      caret: 1,
    });
    expect(applyMask(TIME, { text: '1930', caret: 2 }, '19:30', 'deleteContentForward')).toEqual({
      text: '19:0',
      caret: 2,
    });
  });

  test('starts over when everything is replaced', () => {
    expect(applyMask(TIME, { text: '7', caret: 1 }, '19:30', 'insertText')).toEqual({ text: '7', caret: 1 });
    expect(applyMask(TIME, { text: '', caret: 0 }, '19:30', 'deleteByCut')).toEqual({ text: '', caret: 0 });
  });
});

/** An edit in the browser: the selection is replaced by typed or pasted text. */
const edit = fc.record({
  from: fc.nat(10),
  length: fc.nat(4),
  what: fc.oneof(
    fc.record({ type: fc.constant('insertText'), data: fc.constantFrom(...'0123456789-:/. ax') }),
    fc.record({
      type: fc.constant('insertFromPaste'),
      data: fc.constantFrom('46', '-03-', '1946-03-07', '7:05 pm', 'March 7, 1946', 'x'),
    }),
    fc.record({
      type: fc.constantFrom('deleteContentBackward', 'deleteContentForward', 'deleteByCut'),
      data: fc.constant(''),
    }),
  ),
});

describe.each([
  ['date', DATE, /^(?:\d{0,4}|\d{4}-\d{0,2}|\d{4}-\d{2}-\d{0,2})$/],
  ['time', TIME, /^(?:\d{0,2}|\d{2}:\d?|(?:[01]\d|2[0-3]):[0-5]\d)$/],
] as const)('a %s', (_, mask, shape) => {
  test('stays either formatted digits or the text as typed, with the caret within the text, after any edits', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
        let text = '';
        for (const { from, length, what } of edits) {
          const start = Math.min(from, text.length);
          const end = start + (what.type.startsWith('delete') ? Math.max(1, length) : length);
          const raw = { text: text.slice(0, start) + what.data + text.slice(end), caret: start + what.data.length };
          const next = applyMask(mask, raw, text, what.type);
          if (next.text !== raw.text.slice(0, MAX_FREE_TEXT)) expect(next.text).toMatch(shape);
          expect(next.caret).toBeGreaterThanOrEqual(0);
          expect(next.caret).toBeLessThanOrEqual(next.text.length);
          text = next.text;
        }
      }),
    );
  });
});
