import type { IngestProblem } from '@archive/contracts';
import { expect, test } from '@jest/globals';
import { groupProblems, problemsInLines } from './problem-groups.ts';

const aProblem = (line: number, message: string, remainder: Partial<IngestProblem> = {}): IngestProblem => ({
  line,
  voyage: '1976-06-16',
  field: 'Codes',
  severity: 'warning',
  message,
  suggestion: null,
  ...remainder,
});

test('groups problems that differ only in their quoted text, errors first', () => {
  const groups = groupProblems([
    aProblem(1, 'No photo.'),
    aProblem(2, 'The code “X” is unknown.', { suggestion: 'Write (MV).' }),
    aProblem(3, 'No photo.'),
    aProblem(4, 'The code “Y” is unknown.', { suggestion: 'Write (CD).' }),
    aProblem(5, 'No such day.', { severity: 'error' }),
    aProblem(6, 'No photo.', { field: 'Notes' }),
  ]);
  expect(
    groups.map(({ message, varies, suggestion, problems }) => [
      message,
      varies,
      suggestion,
      problems.map(({ line }) => line),
    ]),
  ).toEqual([
    ['No such day.', false, null, [5]],
    ['No photo.', false, null, [1, 3]],
    ['The code “X” is unknown.', true, null, [2, 4]],
    ['No photo.', false, null, [6]],
  ]);
});

test('finds the problems within the lines of a voyage', () => {
  const problems = [
    aProblem(2, 'a'),
    aProblem(3, 'b'),
    aProblem(5, 'c'),
    aProblem(6, 'd'),
    aProblem(0, 'e', { line: null }),
  ];
  expect(problemsInLines(problems, { line: 3, end_line: 5 }).map(({ message }) => message)).toEqual(['b', 'c']);
});
