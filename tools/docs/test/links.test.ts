import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Page, readPages, ROOT } from '../src/pages.ts';

const pages = readPages();
const byPath = new Map(pages.map((page) => [page.path, page]));

/** Why a link is broken; nothing when it works. Links to other sites are not checked. */
function problemWith(page: Page, link: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(link)) return undefined;
  const [target = '', anchor] = decodeURIComponent(link).split('#');
  if (target.startsWith('/')) return `${link} is not relative`;
  const file = target === '' ? page.path : path.posix.join(path.posix.dirname(page.path), target);
  if (file.startsWith('..')) return `${link} leads out of the repository`;
  if (!existsSync(path.join(ROOT, file))) return `${link}: there is no ${file}`;
  if (anchor === undefined) return undefined;
  return byPath.get(file)?.anchors.has(anchor) ? undefined : `${link}: ${file} has no heading "#${anchor}"`;
}

describe('the documentation', () => {
  test('has the pages that README.md promises', () => {
    const expected = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/guide/README.md'];
    expect([...byPath.keys()]).toEqual(expect.arrayContaining(expected));
    expect(pages.length).toBeGreaterThan(40);
  });

  test.each(pages.map((page) => [page.path, page] as const))('%s has no broken links', (_, page) => {
    expect(page.links.map((link) => problemWith(page, link)).filter(Boolean)).toEqual([]);
  });

  test.each(pages.map((page) => [page.path, page] as const))('%s begins with its only title', (_, { text }) => {
    const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
    expect(prose).toMatch(/^# \S/);
    expect([...prose.matchAll(/^# /gm)]).toHaveLength(1);
  });

  test('every page can be reached from README.md', () => {
    const reached = new Set<string>();
    const follow = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const link of byPath.get(file)?.links ?? []) {
        const [target = ''] = link.split('#');
        const next = path.posix.join(path.posix.dirname(file), target);
        if (target !== '' && byPath.has(next)) follow(next);
      }
    };
    follow('README.md');
    expect([...byPath.keys()].filter((file) => !reached.has(file))).toEqual([]);
  });

  test('README.md stays short', () => {
    expect(byPath.get('README.md')?.text.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  test('every decision is in the index, under its title', () => {
    const index = byPath.get('docs/decisions/README.md')?.text ?? '';
    const records = pages.filter(({ path: file }) => /^docs\/decisions\/\d{4}-/.test(file));
    expect(records.length).toBeGreaterThan(30);
    for (const { path: file, text } of records) {
      const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
      expect(index).toContain(`[${title}](${path.posix.basename(file)})`);
      for (const heading of ['Context', 'Decision', 'Consequences']) expect(text).toContain(`\n## ${heading}\n`);
    }
  });

  test('the guide is plain Markdown, which the app can show too', () => {
    const guide = pages.filter(({ path: file }) => file.startsWith('docs/guide/'));
    expect(guide.length).toBeGreaterThan(5);
    for (const { path: file, text } of guide) expect([file, /<[a-z!/]/i.exec(text)?.[0]]).toEqual([file, undefined]);
  });
});
