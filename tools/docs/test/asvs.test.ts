import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { readPage, ROOT } from '../src/pages.ts';

/** Number of level 1 and 2 requirements in each section of OWASP ASVS 5.0. Level 3 requirements are numbered after them. */
const SECTIONS: Record<string, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};
const STATUSES = ['Met', 'Not applicable', 'Deviates'];

const REQUIRED = Object.entries(SECTIONS).flatMap(([chapter, counts]) =>
  counts.flatMap((count, section) =>
    Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
  ),
);

/** Rows of the tables whose first cell begins with the number of a requirement. */
const rows = [
  ...readPage('docs/security.md').text.matchAll(/^\| (\d+\.\d+\.\d+.*?)\s*\| (.*?)\s*\| (.*?)\s*\|$/gm),
].map(([, requirement = '', status = '', reason = '']) => ({ requirement, status, reason }));

/** `6.5.1 to 6.5.3, 6.6.1 Topic` names four requirements. */
function numbersIn(requirement: string): string[] {
  return [...requirement.matchAll(/(\d+\.\d+)\.(\d+)(?: to \1\.(\d+))?/g)].flatMap(([, section, first, last]) =>
    Array.from(
      { length: Number(last ?? first) - Number(first) + 1 },
      (_, index) => `${section}.${Number(first) + index}`,
    ),
  );
}

test('docs/security.md has every requirement of ASVS levels 1 and 2 once', () => {
  expect(REQUIRED).toHaveLength(253);
  const listed = rows.flatMap(({ requirement }) => numbersIn(requirement));
  expect(listed.toSorted()).toEqual(REQUIRED.toSorted());
});

test('each requirement has a status and a reason, and names only tests that exist', () => {
  const tests = globSync(['apps/backend/{test,src}/**/*.test.ts', '{apps,libs,tools}/**/src/**/*.test.{ts,tsx}'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  for (const { requirement, status, reason } of rows) {
    expect([requirement, STATUSES.includes(status), reason !== '']).toEqual([requirement, true, true]);
    for (const [, name = ''] of reason.matchAll(/`([\w./-]+\.test\.tsx?)`/g))
      expect([
        requirement,
        name,
        tests.some((file) =>
          [file, path.posix.relative('apps/backend/test', file), path.posix.relative('apps/backend', file)].includes(
            name,
          ),
        ),
      ]).toEqual([requirement, name, true]);
  }
});
