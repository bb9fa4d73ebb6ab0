import { describe, expect, test } from '@jest/globals';
import { DATE, isTime, retyped, TIME, wholeTime } from './typing.ts';

/** Types a text key by key at its end. */
const typed = (pattern: typeof DATE, keys: string) =>
  [...keys].reduce((text, key) => {
    const raw = text + key;
    return retyped(pattern, { text: raw, caret: raw.length }, text, 'insertText').text;
  }, '');
const pasted = (pattern: typeof DATE, text: string) =>
  retyped(pattern, { text, caret: text.length }, '', 'insertFromPaste').text;

describe('a date', () => {
  test.each([
    ['1946', '1946'],
    ['194603', '1946-03'],
    ['19460307', '1946-03-07'],
    ['1946-03-07', '1946-03-07'],
    ['1946-3-7', '1946-03-7'],
    ['1946/3/', '1946-03'],
    ['194603079', '1946-03-07'],
    ['19a4b6', '1946'],
  ])('typed as %s stands as %s', (keys, text) => expect(typed(DATE, keys)).toBe(text));

  test.each([
    ['19460307', '1946-03-07'],
    ['1946/3/7', '1946-03-07'],
    [' 3/7/1946 ', '1946-03-07'],
    ['March 7, 1946', '1946-03-07'],
    ['7th Mar 1946', '1946-03-07'],
    ['May 1945', '1945-05'],
    ['1946-03-07T10:00', '1946-03-07'],
  ])('pasted as %s stands as %s', (text, stands) => expect(pasted(DATE, text)).toBe(stands));

  test('loses the digit before the caret and keeps the caret there', () => {
    expect(retyped(DATE, { text: '146-03-07', caret: 1 }, '1946-03-07', 'deleteContentBackward')).toEqual({
      text: '1460-30-7',
      caret: 1,
    });
  });

  test('loses the digit beyond a hyphen that is taken away', () => {
    expect(retyped(DATE, { text: '194603-07', caret: 4 }, '1946-03-07', 'deleteContentBackward')).toEqual({
      text: '1940-30-7',
      caret: 3,
    });
    expect(retyped(DATE, { text: '194603-07', caret: 4 }, '1946-03-07', 'deleteContentForward')).toEqual({
      text: '1946-30-7',
      caret: 4,
    });
  });

  test('takes a digit in its middle, the caret behind it', () => {
    expect(retyped(DATE, { text: '1946-103-0', caret: 6 }, '1946-03-0', 'insertText')).toEqual({
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
  ])('typed as %s stands as %s', (keys, text) => expect(typed(TIME, keys)).toBe(text));

  test.each([
    ['7:05 p.m.', '19:05'],
    ['12:10 AM', '00:10'],
    ['9.05', '09:05'],
    ['2561', '23:59'],
  ])('pasted as %s stands as %s', (text, stands) => expect(pasted(TIME, text)).toBe(stands));

  test('of hours alone is the full hour when the field is left', () => {
    expect(['9', '19', '19:30', ''].map(wholeTime)).toEqual(['09:00', '19:00', '19:30', '']);
    expect([isTime('19:3'), isTime('23:59'), isTime('24:00')]).toEqual([false, true, false]);
  });
});
