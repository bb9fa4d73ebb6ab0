import { aRegistry, mockApi, problem } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readOverrides, withOverrides } from './overrides.ts';

const api = mockApi();
const registry = aRegistry();
const published = {
  version: '1.4.0',
  manifest: '/mfe/people/1.4.0/mf-manifest.json',
  path: '/people',
  contract: 1,
};
const open = (address: string) => window.history.replaceState(null, '', address);

beforeEach(() => {
  sessionStorage.clear();
  api.answer('GET /api/frontends/{name}/versions/{version}', published);
});
afterEach(() => open('/'));

describe('the override of a tab', () => {
  test('shows a published version, and holds when the address no longer says so', async () => {
    open('/people?mfe.people=1.4.0&group=role');
    const overrides = await readOverrides(registry);
    expect(overrides).toEqual([{ name: 'people', wanted: '1.4.0', app: published }]);
    expect(withOverrides(registry, overrides).apps).toEqual({ ...registry.apps, people: published });
    open('/voyages');
    expect(await readOverrides(registry)).toEqual(overrides);
    open('/voyages?mfe.people=');
    expect(await readOverrides(registry)).toEqual([]);
  });

  test('of a version that is not published is refused, and what is live stays', async () => {
    api.answer('GET /api/frontends/{name}/versions/{version}', () => problem(404, 'There is no people 9.9.9.'));
    open('/people?mfe.people=9.9.9');
    const overrides = await readOverrides(registry);
    expect(overrides).toEqual([{ name: 'people', wanted: '9.9.9', refusal: 'There is no people 9.9.9.' }]);
    expect(withOverrides(registry, overrides)).toEqual(registry);
  });

  test.each(['http://localhost:4001', 'https://evil.example.org', 'http://127.0.0.1:4001'])(
    'takes no address in production: %s',
    async (address) => {
      open(`/people?mfe.people=${encodeURIComponent(address)}`);
      const [override] = await readOverrides(registry);
      expect([override?.app, override?.refusal]).toEqual([
        undefined,
        'An address is taken in development only, and of this machine only.',
      ]);
      expect(api.calls('GET /api/frontends/{name}/versions/{version}')).toEqual([]);
    },
  );

  describe('in development', () => {
    const globals = globalThis as { __DEVELOPMENT__?: boolean };
    beforeEach(() => void (globals.__DEVELOPMENT__ = true));
    afterEach(() => void (globals.__DEVELOPMENT__ = false));

    test('takes a server of this machine, and no other', async () => {
      open('/people?mfe.people=http://localhost:4001');
      expect((await readOverrides(registry))[0]?.app?.manifest).toBe('http://localhost:4001/mf-manifest.json');
      open('/people?mfe.people=https://evil.example.org');
      expect((await readOverrides(registry))[0]?.app).toBeUndefined();
    });
  });

  test('of a part that there is not says so', async () => {
    open('/people?mfe.submarines=1.0.0');
    expect(await readOverrides(registry)).toEqual([
      { name: 'submarines', wanted: '1.0.0', refusal: 'There is no part of the archive called submarines.' },
    ]);
  });
});

test('without one nothing is asked', async () => {
  const asked = jest.spyOn(globalThis, 'fetch');
  expect(await readOverrides(registry)).toEqual([]);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});
