import { describe, expect, test } from '@jest/globals';
import { check, wordsOf } from './check.ts';
import { problemsOfSubject } from './commits.ts';
import { fragmentsOf } from './sources.ts';
import { TERMS } from './terms.ts';

const hitsIn = (file: string, source: string) =>
  fragmentsOf(file, source)
    .flatMap(check)
    .map(({ scope, line, match }) => `${line} ${scope}: ${match}`);

describe('replaced terms', () => {
  test.each([
    ['a.tsx', 'export const A = () => <p>A trial run</p>;', ['1 text: trial run']],
    ['a.tsx', 'export const A = () => <p title="The archive is away">{1}</p>;', ['1 text: is away']],
    ['a.ts', '\nfail(`${name}: look again in a moment`);', ['2 text: look again']],
    ['a.ts', '// Somebody else saved it.\nexport {};', ['1 comment: Somebody']],
    ['a.ts', 'export const keptAnswers = 1;', ['1 identifier: kept', '1 identifier: answers']],
    ['a.ts', 'class A { #hurry = 1; get h() { return this.#hurry; } }', ['1 identifier: hurry']],
    ['settle-several.ts', 'export {};', ['1 file: several']],
    ['docs/a.md', 'Start.\n\nIt begins anew.', ['3 docs: anew']],
    ['a.ts', '/** Of the picture. */\nexport {};', ['1 comment: Of']],
    ['docs/a.md', 'A mask is no page.', ['1 docs: is no page']],
    ['docs/a.md', 'The previews are made again.', ['1 docs: made again']],
    ['docs/a.md', 'The ***Captions** of a film.', ['1 docs: ***Captions']],
    ['a.ts', '/** The most media in an album. */\nexport const MAX = 1;', ['1 comment: The most media in']],
  ])('%s with %j is reported', (file, source, hits) => {
    expect(hitsIn(file, source)).toEqual(hits);
  });

  test.each([
    ['a.tsx', 'export const A = () => <p className="kept several">Away from home</p>;'],
    ['a.ts', "import { answer } from './answers.ts'; export const sql = `select anew from gone`;"],
    ['a.ts', 'export const several = "";'.replace('several', 'bulkEdit')],
    ['a.ts', '/** Size of the picture. Of two, the first one. */\nexport {};'],
    ['docs/a.md', 'There is no page, and the file is no longer here.'],
    ['docs/a.md', 'Run `npm run anew`.\n\n```\nlook again\n```'],
  ])('%s with %j is fine', (file, source) => {
    expect(hitsIn(file, source)).toEqual([]);
  });

  test('every term says what to use instead', () => {
    expect(TERMS.filter(({ use, scopes }) => use.trim() === '' || scopes.length === 0)).toEqual([]);
  });

  test('a name is split into words', () => {
    expect(wordsOf('isHTMLKept2_now-then')).toEqual(['is', 'html', 'kept', 'now', 'then']);
  });
});

describe('commit subjects', () => {
  test.each(['fix(media): keep the file name on download', 'feat!: drop the old form', 'docs: add a guide'])(
    '%s is fine',
    (subject) => {
      expect(problemsOfSubject(subject)).toEqual([]);
    },
  );

  test.each([
    ['Keep the file name', 'no Conventional Commits subject, like "fix(media): keep the file name"'],
    ['fix: keep the file name.', 'ends with a period'],
    [`fix: ${'x'.repeat(80)}`, '85 characters, more than 72'],
    ['fix(ui): show what the trial run does', '"trial run": use preview'],
  ])('%s is reported', (subject, problem) => {
    expect(problemsOfSubject(subject)).toEqual([problem]);
  });
});
