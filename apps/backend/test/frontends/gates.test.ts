import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Registry } from '@archive/contracts';
import { startApi, type TestApi } from '../support/api.ts';
import { aDatabase } from '../support/database.ts';
import type { Browser } from '../support/browser.ts';
import { FrontendRegistry } from '../../src/modules/frontends/registry.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type Build, buildFrontends, type FrontendBuilds } from '../support/frontend-builds.ts';
import { recordVerdict } from '../support/verifier.ts';

let builds: FrontendBuilds;
let api: TestApi;
let curator: Browser;

beforeAll(async () => {
  builds = await buildFrontends(
    'shell',
    'shell-without-router',
    'sound',
    'next',
    'incompatible-range',
    'missing-shared',
    'exposed-gone',
    'wrong-contract',
    'borrower',
    'throwing',
    'beyond-borrower',
    'new-name',
    'whole-library',
    'lazy-name',
    'shell-with-less',
  );
  const directory = await builds.startingWith({
    shell: 'shell',
    'people/1.0.0': 'people/1.0.0',
    'voyages/1.0.0': 'voyages/1.0.0',
  });
  api = await startApi({ environment: { FRONTENDS_DIR: directory } });
  curator = await api.signIn();
  await waitUntil(async () => (await registry()).revision === 1);
});
afterAll(async () => {
  await api.close();
  await builds.remove();
});

const registry = () => api.visitor().json<Registry>('/mfe/registry.json');

async function publish(name: string, folder: string): Promise<[status: number, detail?: string]> {
  const response = await curator.post(`/api/frontends/${name}/versions`, await builds.build(folder));
  const { detail } = (await response.json()) as { detail?: string };
  return detail === undefined ? [response.status] : [response.status, detail];
}

describe('the first gate rejects a build', () => {
  test.each([
    [
      'that needs another version of a shared module',
      'people/1.2.0',
      /^people 1\.2\.0 failed the release checks\. people 1\.2\.0 needs react \^99\.0\.0, but shell 1\.0\.0 provides 19\.[\d.]+\.$/,
    ],
    [
      'that needs a shared module missing from the shell',
      'people/1.2.1',
      /needs not-of-the-shell, which shell 1\.0\.0 does not provide\./,
    ],
    [
      'that no longer exposes a module of the live version',
      'people/1.2.2',
      /people 1\.2\.2 no longer exposes \.\/president-modal, which 1\.0\.0 does\./,
    ],
    ['with another contract', 'people/1.2.3', /people 1\.2\.3 uses contract 2, but shell 1\.0\.0 uses contract 1\./],
    [
      'outside the version range of another remote',
      'people/3.0.0',
      /voyages 1\.0\.0 requires people \^1\.0\.0, which excludes 3\.0\.0\./,
    ],
    [
      'that uses a name that a library of the shell does not have',
      'people/1.2.5',
      /^people 1\.2\.5 failed the release checks\. people 1\.2\.5 uses greet of @archive\/ui, which @archive\/ui 1\.[\d.]+ of shell 1\.0\.0 does not have\.$/,
    ],
    [
      'that uses a library as a whole',
      'people/1.2.6',
      /people 1\.2\.6 uses @archive\/ui as a whole\. Import the names that it needs in import statements\./,
    ],
    ['that imports a library lazily as a whole', 'people/1.2.7', /people 1\.2\.7 uses @archive\/ui as a whole\./],
  ])('%s', async (_, folder, sentence) => {
    expect(await publish('people', folder)).toEqual([422, expect.stringMatching(sentence)]);
    const version = folder.split('/')[1]!;
    expect((await curator.get(`/mfe/people/${version}/mf-manifest.json`)).status).toBe(404);
    expect((await curator.post('/api/frontends/people/promote', { version })).status).toBe(404);
  });

  test('but not a compatible build', async () => {
    expect(await publish('people', 'people/1.1.0')).toEqual([200]);
  });
});

/** A build with a changed declaration. */
const declaring = (build: Build, change: (declaration: Declaration) => void) =>
  withJson<Declaration>(build, 'archive.json', change);

/** A build with changed content of one file, without the compressed forms of that file. */
function withJson<T>({ version, files }: Build, path: string, change: (content: T) => void): Build {
  return {
    version,
    files: files
      .filter((file) => !file.path.startsWith(`${path}.`))
      .map((file) => {
        if (file.path !== path) return file;
        const content = JSON.parse(Buffer.from(file.content, 'base64').toString()) as T;
        change(content);
        return { ...file, content: Buffer.from(JSON.stringify(content)).toString('base64') };
      }),
  };
}
interface Declaration {
  names?: Record<string, Record<string, string>>;
}

describe('the names that a build uses', () => {
  test('are listed with the library version that introduced their current types', async () => {
    const { files } = await builds.build('people/1.1.0');
    const declaration = files.find(({ path }) => path === 'archive.json')!;
    const { names } = JSON.parse(Buffer.from(declaration.content, 'base64').toString()) as Declaration;
    expect(names).toEqual({
      '@archive/router': { useSearchParams: expect.stringMatching(/^1\.\d+\.\d+$/) },
      '@archive/shell-api': { usePageTitle: expect.stringMatching(/^1\.\d+\.\d+$/) },
    });
  });

  test.each([
    ['are missing', (declaration: Declaration) => delete declaration.names],
    ['leave a library out', (declaration: Declaration) => delete declaration.names?.['@archive/shell-api']],
  ])('are required: a build is rejected if they %s', async (_, change) => {
    const build = declaring(await builds.build('people/1.2.4'), change);
    const response = await curator.post('/api/frontends/people/versions', build);
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      422,
      expect.stringMatching(
        /people 1\.2\.4 does not list the names of @archive\/shell-api\. Build it with the current tools\./,
      ),
    ]);
  });

  test('are rejected when their types are newer than those of the shell', async () => {
    const build = declaring(await builds.build('people/1.2.4'), ({ names }) => {
      names!['@archive/shell-api']!['useArchive'] = '1.99.0';
    });
    const response = await curator.post('/api/frontends/people/versions', build);
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      422,
      expect.stringMatching(
        /people 1\.2\.4 needs useArchive of @archive\/shell-api 1\.99\.0, but shell 1\.0\.0 provides the one of 1\.[\d.]+\./,
      ),
    ]);
  });
});

test('the first gate rejects a build that uses the global variable of another remote', async () => {
  const build = withJson<{ metaData: { globalName: string } }>(
    await builds.build('people/1.2.4'),
    'mf-manifest.json',
    ({ metaData }) => (metaData.globalName = 'archive_voyages'),
  );
  const response = await curator.post('/api/frontends/people/versions', build);
  expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
    422,
    expect.stringMatching(
      /people 1\.2\.4 is in the global variable archive_voyages, but must be in archive_people: others have their own\.$/,
    ),
  ]);
});

describe('the second gate', () => {
  test('rejects a shell that lacks a name that a live remote uses', async () => {
    const [status, detail] = await publish('shell', 'shell-with-less');
    expect(status).toBe(422);
    for (const remote of ['people 1.0.0', 'voyages 1.0.0'])
      expect(detail).toMatch(
        new RegExp(
          `${remote} uses usePageTitle of @archive/shell-api, which @archive/shell-api [\\d.]+ of shell 1.2.0 does not have.`,
        ),
      );
  });

  test('rejects a shell that lacks a module that a live remote needs', async () => {
    expect(await publish('shell', 'shell-without-router')).toEqual([
      422,
      expect.stringMatching(/people 1\.0\.0 needs @archive\/router, which shell 1\.1\.0 does not provide\./),
    ]);
    expect(await publish('shell', 'shell-without-router')).toEqual([
      422,
      expect.stringMatching(/voyages 1\.0\.0 needs @archive\/router/),
    ]);
  });

  test('also checks versions that a rollback would restore', async () => {
    expect(await publish('people', 'people/1.2.4')).toEqual([200]);
    await recordVerdict(curator, 'people', '1.2.4');
    expect((await curator.post('/api/frontends/people/promote', { version: '1.2.4' })).status).toBe(200);
    const [status, detail] = await publish('shell', 'shell-without-router');
    expect([status, detail]).toEqual([422, expect.stringMatching(/people 1\.0\.0 needs @archive\/router/)]);
    expect(detail).not.toContain('people 1.2.4 needs');
  });
});

test('a local build that fails the first gate does not go live', async () => {
  const directory = await builds.startingWith({
    shell: 'shell',
    'people/1.2.0': 'people/1.2.0',
    'voyages/1.0.0': 'voyages/1.0.0',
  });
  const other = await startApi({ environment: { FRONTENDS_DIR: directory } });
  const otherRegistry = () => other.visitor().json<Registry>('/mfe/registry.json');
  await waitUntil(async () => (await otherRegistry()).revision === 1);
  expect(Object.keys((await otherRegistry()).apps)).toEqual(['voyages']);
  await other.close();
});

test('a deployment with a new shell replaces a published remote that it cannot run', async () => {
  const database = await aDatabase();
  const data = await builds.startingWith({});
  const start = async (shell: string) => {
    const directory = await builds.startingWith({ shell, 'people/1.2.4': 'people/1.2.4' });
    const environment = { FRONTENDS_DIR: directory, DATA_DIR: data };
    const other = await startApi({ databaseUrl: database.url, environment });
    await other.app.get(FrontendRegistry, { strict: false }).started();
    return other;
  };
  const before = await start('shell');
  const user = await before.signIn();
  await user.post('/api/frontends/people/versions', await builds.build('people/1.1.0'));
  await recordVerdict(user, 'people', '1.1.0');
  expect((await user.post('/api/frontends/people/promote', { version: '1.1.0' })).status).toBe(200);
  await before.close();

  const after = await start('shell-without-router');
  const { shell, apps } = await after.visitor().json<Registry>('/mfe/registry.json');
  expect([shell?.version, apps['people']?.version]).toEqual(['1.1.0', '1.2.4']);
  await after.close();
  await database.drop();
});
