import { expect, test } from '@jest/globals';
import { correctedText, passageOf, withCorrection } from './corrections.ts';

const LINES = ['one', 'two', 'three', 'four', 'five'];

test('corrections replace their lines and stay in order', () => {
  const later = withCorrection(LINES, [], { from: 4, to: 4, text: 'IV\nIV b' });
  const both = withCorrection(LINES, later, { from: 1, to: 2, text: 'I' });
  expect(correctedText(LINES, both)).toBe('I\nthree\nIV\nIV b\nfive');
  expect(correctedText(LINES, [])).toBe(LINES.join('\n'));
});

test('correcting lines again starts from the corrected text and replaces the correction', () => {
  const first = withCorrection(LINES, [], { from: 2, to: 3, text: 'II and III' });
  const again = passageOf(LINES, first, { from: 3, to: 4 });
  expect(again).toEqual({ from: 2, to: 4, text: 'II and III\nfour' });
  const second = withCorrection(LINES, first, { ...again, text: 'all' });
  expect(correctedText(LINES, second)).toBe('one\nall\nfive');
});

test('a correction that restores the original text is removed', () => {
  const first = withCorrection(LINES, [], { from: 2, to: 2, text: 'II' });
  expect(withCorrection(LINES, first, { from: 2, to: 2, text: 'two' })).toEqual([]);
});
