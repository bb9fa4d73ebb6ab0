import { expect, test } from '@jest/globals';
import { isAccepted, mediaTypeOf } from './stored-file.ts';

test.each([
  ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'document'],
  ['letter.doc', 'application/msword', 'document'],
  ['LETTER.DOCX', '', 'document'],
  ['scan.tif', '', 'image'],
  ['paper.pdf', 'application/pdf', 'pdf'],
] as const)('the type of %s is preset by what the browser or the name says', (name, type, mediaType) => {
  const file = new File([], name, { type });
  expect([mediaTypeOf(file), isAccepted(file)]).toEqual([mediaType, true]);
});

test('isAccepted is false for a file type that the library doesn’t accept', () => {
  expect(isAccepted(new File([], 'notes.txt', { type: 'text/plain' }))).toBe(false);
});
