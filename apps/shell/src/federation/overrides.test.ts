import { aRegistry, mockApi, noContent, problem } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { leavePreviews, readOverrides, withOverrides } from './overrides.ts';

const api = mockApi();
const registry = aRegistry();
const app = {
  version: '1.4.0',
  manifest: '/mfe/people/1.4.0/mf-manifest.json',
  path: '/people',
  contract: 1,
};
const published = {
  ...app,
  state: 'candidate' as const,
  published_at: '2026-11-20T09:30:00.000Z',
  published_by: 'pipeline of people: CI',
  digest: null,
  check_passed: true,
  previewed: true,
};
const open = (address: string) => window.history.replaceState(null, '', address);

beforeEach(() => {
  sessionStorage.clear();
  api.respond('GET /api/frontends/{name}/versions/{version}', published);
});
afterEach(() => open('/'));

describe('version overrides for a tab', () => {
  test('only propose a version until the user agrees, wherever the link came from', async () => {
    api.respond('GET /api/frontends/{name}/versions/{version}', { ...published, previewed: false });
    open('/people?mfe.people=1.4.0');
    const overrides = await readOverrides(registry);
    expect(overrides).toEqual([{ name: 'people', requested: '1.4.0', proposed: { ...published, previewed: false } }]);
    expect(withOverrides(registry, overrides)).toEqual(registry);
    // A version that the tab has stored since an earlier session isn't loaded either.
    open('/people');
    expect(withOverrides(registry, await readOverrides(registry))).toEqual(registry);
  });

  test('need no confirmation for the version that the session already has', async () => {
    const { people } = registry.apps;
    const live = { ...published, ...people!, previewed: false, state: 'live' as const };
    api.respond('GET /api/frontends/{name}/versions/{version}', live);
    open(`/people?mfe.people=${people!.version}`);
    expect(withOverrides(registry, await readOverrides(registry))).toEqual(registry);
  });

  test('are ended on the server and in the tab when the user leaves', async () => {
    api.respond('DELETE /api/frontends/{name}/preview', noContent);
    open('/people?mfe.people=1.4.0&mfe.media=9.9.9');
    const reason = 'Media Explorer has no version 9.9.9.';
    await leavePreviews([
      { name: 'people', requested: '1.4.0', app },
      { name: 'media', requested: '9.9.9', reason },
    ]);
    expect(api.requests('DELETE /api/frontends/{name}/preview').map(({ params }) => params)).toEqual([
      { name: 'people' },
    ]);
    expect(sessionStorage).toHaveLength(0);
  });

  test('show a version that the session previews, even after the URL no longer names it', async () => {
    open('/people?mfe.people=1.4.0&group=role');
    const overrides = await readOverrides(registry);
    expect(overrides).toEqual([{ name: 'people', requested: '1.4.0', app }]);
    expect(withOverrides(registry, overrides).apps).toEqual({ ...registry.apps, people: app });
    open('/voyages');
    expect(await readOverrides(registry)).toEqual(overrides);
    open('/voyages?mfe.people=');
    expect(await readOverrides(registry)).toEqual([]);
  });

  test('rejects an unpublished version and keeps the live one', async () => {
    api.respond('GET /api/frontends/{name}/versions/{version}', () => problem(404, 'people has no version 9.9.9.'));
    open('/people?mfe.people=9.9.9');
    const overrides = await readOverrides(registry);
    expect(overrides).toEqual([{ name: 'people', requested: '9.9.9', reason: 'Passengers has no version 9.9.9.' }]);
    expect(withOverrides(registry, overrides)).toEqual(registry);
  });

  test.each(['http://localhost:4001', 'https://evil.example.org', 'http://127.0.0.1:4001'])(
    'rejects URLs in production: %s',
    async (address) => {
      open(`/people?mfe.people=${encodeURIComponent(address)}`);
      const [override] = await readOverrides(registry);
      expect([override?.app, override?.reason]).toEqual([
        undefined,
        'URLs are only allowed in development, and only for localhost.',
      ]);
      expect(api.requests('GET /api/frontends/{name}/versions/{version}')).toEqual([]);
    },
  );

  describe('of the shell', () => {
    const ofShell = { ...published, path: '/shell' };
    const preview = { ...registry, shell: { version: '1.4.0' } };
    beforeEach(() => api.respond('GET /api/frontends/{name}/versions/{version}', ofShell));

    test('are proposed, and apply once the server sends the page with that shell', async () => {
      api.respond('GET /api/frontends/{name}/versions/{version}', { ...ofShell, previewed: false });
      open('/?mfe.shell=1.4.0');
      expect(await readOverrides(registry)).toMatchObject([{ name: 'shell', proposed: { version: '1.4.0' } }]);
      api.respond('GET /api/frontends/{name}/versions/{version}', ofShell);
      const overrides = await readOverrides(preview);
      expect(overrides).toEqual([{ name: 'shell', requested: '1.4.0', isPage: true }]);
      expect(withOverrides(preview, overrides)).toEqual(preview);
    });

    test('that failed to start are reported, and the live version stays', async () => {
      open('/?mfe.shell=1.4.0');
      await readOverrides(registry);
      open('/voyages');
      expect(await readOverrides(registry)).toEqual([
        { name: 'shell', requested: '1.4.0', reason: 'It didn’t start.' },
      ]);
    });

    test('are not announced when they are live', async () => {
      api.respond('GET /api/frontends/{name}/versions/{version}', { ...ofShell, previewed: false });
      open('/?mfe.shell=1.4.0');
      expect(await readOverrides(preview)).toEqual([{ name: 'shell', requested: '1.4.0' }]);
    });
  });

  describe('in development', () => {
    const globals = globalThis as { __DEVELOPMENT__?: boolean };
    beforeEach(() => void (globals.__DEVELOPMENT__ = true));
    afterEach(() => void (globals.__DEVELOPMENT__ = false));

    test('accepts a localhost URL and rejects others', async () => {
      open('/people?mfe.people=http://localhost:4001');
      expect((await readOverrides(registry))[0]?.app?.manifest).toBe('http://localhost:4001/mf-manifest.json');
      open('/people?mfe.people=https://evil.example.org');
      expect((await readOverrides(registry))[0]?.app).toBeUndefined();
    });
  });

  test('explains that a micro-frontend does not exist', async () => {
    api.respond('GET /api/frontends/{name}/versions/{version}', () => problem(404, 'submarines has no version 1.0.0.'));
    open('/people?mfe.submarines=1.0.0');
    expect(await readOverrides(registry)).toEqual([
      { name: 'submarines', requested: '1.0.0', reason: 'There is no micro-frontend called submarines.' },
    ]);
  });
});

test('makes no request without overrides', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch');
  expect(await readOverrides(registry)).toEqual([]);
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});
