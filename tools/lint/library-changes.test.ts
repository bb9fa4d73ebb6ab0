import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './language/sources.ts';
import { changelogProblem, changeset } from './library-api.ts';

const CHANGELOG = '# @archive/ui\n\n## 1.2.0\n\n### Minor Changes\n\n- A quiet tone.\n\n## 1.1.0\n';

describe('the changelog of a package', () => {
  test('says what changed in its version', () => {
    expect(changelogProblem('@archive/ui', '1.2.0', CHANGELOG)).toBeUndefined();
  });

  test.each([
    ['1.2.0', undefined, '@archive/ui has no changelog.'],
    ['1.3.0', CHANGELOG, 'The changelog of @archive/ui is for 1.2.0, and its package.json says 1.3.0.'],
    [
      '1.3.0',
      `# @archive/ui\n\n## 1.3.0\n${CHANGELOG}`,
      'The changelog of @archive/ui does not say what changed in 1.3.0.',
    ],
  ])('is required for %s', (version, changelog, problem) => {
    expect(changelogProblem('@archive/ui', version, changelog)).toBe(problem);
  });
});

test('Changesets raises the versions that a changeset asks for, and writes it into the changelogs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'changes-'));
  const manifest = (place: string, content: object) => {
    mkdirSync(path.join(folder, place), { recursive: true });
    writeFileSync(path.join(folder, place, 'package.json'), JSON.stringify({ private: true, ...content }, null, 2));
  };
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const versionOf = (library: string) =>
    (JSON.parse(read(`libs/${library}/package.json`)) as { version: string }).version;
  try {
    manifest('.', { name: 'archive', workspaces: ['libs/*'] });
    writeFileSync(path.join(folder, 'package-lock.json'), '{}');
    manifest('libs/ui', { name: '@archive/ui', version: '1.1.0' });
    manifest('libs/query', { name: '@archive/query', version: '1.4.0' });
    manifest('libs/editing', { name: '@archive/editing', version: '1.0.0', dependencies: { '@archive/ui': '^1.0.0' } });
    writeFileSync(path.join(folder, 'libs/ui/CHANGELOG.md'), '# @archive/ui\n\n## 1.1.0\n\n- First.\n');
    cpSync(path.join(ROOT, '.changeset'), path.join(folder, '.changeset'), { recursive: true });
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    const text = changeset({ '@archive/ui': 'minor', '@archive/query': 'major' }, '`Button` is quiet.\nNo `tone`.');
    writeFileSync(path.join(folder, '.changeset/change.md'), text);
    execFileSync(process.execPath, [path.join(ROOT, 'node_modules/@changesets/cli/bin.js'), 'version'], {
      cwd: folder,
    });
    // A package isn't released just because a dependency is, if its range allows the new version.
    expect(['ui', 'query', 'editing'].map(versionOf)).toEqual(['1.2.0', '2.0.0', '1.0.0']);
    const entry = '- `Button` is quiet.\n  No `tone`.';
    expect(read('libs/ui/CHANGELOG.md')).toBe(
      `# @archive/ui\n\n## 1.2.0\n\n### Minor Changes\n\n${entry}\n\n## 1.1.0\n\n- First.\n`,
    );
    expect(read('libs/query/CHANGELOG.md')).toContain(`## 2.0.0\n\n### Major Changes\n\n${entry}`);
    expect(changelogProblem('@archive/query', '2.0.0', read('libs/query/CHANGELOG.md'))).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
