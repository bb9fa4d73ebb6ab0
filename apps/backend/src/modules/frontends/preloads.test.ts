import { describe, expect, test } from '@jest/globals';
import { appAt, fileLinks, requestLinks } from './shell-page.ts';

const app = (path: string) => ({ version: '1.0.0', manifest: '/m.json', path, contract: 1 });
const registry = {
  schema: 1 as const,
  revision: 1,
  apps: { people: app('/people'), log: app('/log'), 'log-book': app('/log-book') },
};

test('finds the micro-frontend of a path', () => {
  expect(
    ['/people', '/people/jane', '/log-book/1', '/log', '/peoples', '/'].map((path) => appAt(path, registry)?.[0]),
  ).toEqual(['people', 'people', 'log-book', 'log', undefined, undefined]);
});

test('preloads the entry file with its hash, and the files of the pages', () => {
  const script = { path: '/a.js', integrity: 'sha256-a', variable: 'archive_people' };
  expect(fileLinks({ ...script, pages: ['/b.js', '/c.css'] })).toBe(
    '<link rel="preload" as="script" href="/a.js" integrity="sha256-a">' +
      '<link rel="preload" as="script" href="/b.js">' +
      '<link rel="preload" as="style" href="/c.css">',
  );
});

describe('first requests', () => {
  const requests = [
    { page: '/voyages', urls: ['/api/voyages?limit=50&offset=0', '/api/presidents'] },
    { page: '/voyages/new', urls: [] },
    { page: '/voyages/:slug', urls: ['/api/voyages/{slug}'] },
  ];
  const link = (href: string) => `<link rel="preload" as="fetch" crossorigin href="${href}">`;

  test.each([
    ['/voyages', link('/api/voyages?limit=50&amp;offset=0') + link('/api/presidents')],
    ['/voyages/1961-05-01-potomac', link('/api/voyages/1961-05-01-potomac')],
    ['/voyages/new', ''],
    ['/voyages/', ''],
    ['/voyages/1961/edit', ''],
    // A path can't end the attribute.
    ['/voyages/"><script>', link('/api/voyages/&quot;&gt;&lt;script&gt;')],
  ])('%s', (path, links) => expect(requestLinks(path, requests)).toBe(links));
});
