import { init, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { aRegistry } from '@archive/testing';
import { afterEach, expect, jest, test } from '@jest/globals';
import { entryFiles, installRemotes } from './remotes.ts';

init({ name: 'shell', remotes: [], plugins: [entryFiles] });

const scripts = () =>
  Array.from(document.head.querySelectorAll('script'), ({ src, integrity }) => ({ src, integrity: integrity || '' }));
const startLoading = async (src: string) => {
  for (let turn = 0; turn < 50 && !scripts().some((script) => script.src === src); turn++) await Promise.resolve();
  return scripts().find((script) => script.src === src);
};

afterEach(() => {
  document.head.replaceChildren();
  jest.restoreAllMocks();
});

test('loads the entry file that the registry names, with its hash and without the manifest', async () => {
  const fetch = jest.spyOn(globalThis, 'fetch');
  const registry = aRegistry();
  const path = '/mfe/people/1.0.0/assets/remoteEntry.1.js';
  Object.assign(registry.apps['people'] ?? {}, {
    entry: { path, integrity: 'sha256-a', variable: 'archive_people', pages: [] },
  });
  installRemotes(registry);
  void loadRemote('people/routes').catch(() => undefined);
  expect(await startLoading(new URL(path, location.href).href)).toMatchObject({ integrity: 'sha256-a' });
  expect(fetch).not.toHaveBeenCalled();
});

test('finds the entry file of another build by its manifest', async () => {
  const metaData = { globalName: 'archive_log_book', remoteEntry: { path: '', name: 'remoteEntry.js' } };
  jest.spyOn(globalThis, 'fetch').mockResolvedValue({ ok: true, json: async () => ({ metaData }) } as Response);
  registerRemotes([{ name: 'log-book', entry: 'http://localhost:4001/mf-manifest.json' }]);
  void loadRemote('log-book/routes').catch(() => undefined);
  expect(await startLoading('http://localhost:4001/remoteEntry.js')).toMatchObject({ integrity: '' });
});
