import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FrontendsStatus } from '@archive/contracts';
import { digestedText, signedText } from '@archive/contracts/build-signature';
import { sha256 } from '../../src/modules/frontends/build-files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { type Build, buildFrontends, type FrontendBuilds } from '../support/frontend-builds.ts';
import { register } from '../support/register.ts';
import { sql } from '../support/sql.ts';
import { waitUntil } from '../support/wait-until.ts';

const people = generateKeyPairSync('ed25519');
const voyages = generateKeyPairSync('ed25519');
const publicKey = ({ publicKey: key }: typeof people) => key.export({ format: 'der', type: 'spki' }).toString('base64');
const SOURCE = { commit: '4f1c2d7e9b0a', pipeline_url: 'https://ci.example.org/people/128' };

let builds: FrontendBuilds;
let api: TestApi;
let curator: Browser;
let build: Build;

beforeAll(async () => {
  builds = await buildFrontends('shell', 'sound', 'next');
  const directory = await builds.startingWith({ shell: 'shell', 'people/1.0.0': 'people/1.0.0' });
  const keys = `people=${publicKey(people)}, voyages=${publicKey(voyages)}`;
  api = await startApi({ environment: { FRONTENDS_DIR: directory, FRONTEND_KEYS: keys } });
  curator = await api.signIn();
  await register(curator, 'people');
  build = await builds.build('people/1.1.0');
});
afterAll(async () => {
  await api.close();
  await builds.remove();
});

function signatureOf(keys: typeof people, change: object = {}): string {
  const files = build.files.map(({ path, content }) => ({ path, sha256: sha256(Buffer.from(content, 'base64')) }));
  const signed = { name: 'people', version: '1.1.0', digest: sha256(digestedText(files)), ...SOURCE, ...change };
  return sign(null, Buffer.from(signedText(signed)), keys.privateKey).toString('base64');
}

async function publish(more: object) {
  const response = await curator.post('/api/frontends/people/versions', { ...build, source: SOURCE, ...more });
  const { detail = '' } = (await response.json()) as { detail?: string };
  return [response.status, detail];
}

const WRONG_KEY =
  'people 1.1.0 is not signed with a key of its publisher. The archive lists the keys in FRONTEND_KEYS.';

test('if keys are configured, an unsigned build is rejected', async () => {
  expect(await publish({})).toEqual([
    403,
    'people 1.1.0 is not signed, and this archive accepts signed builds only. Set SIGNING_KEY to the key of the publisher of people.',
  ]);
});

test.each([
  ['of another publisher', () => signatureOf(voyages)],
  ['of another version', () => signatureOf(people, { version: '1.0.9' })],
  ['of other files', () => signatureOf(people, { digest: sha256('other') })],
  ['from another commit', () => signatureOf(people, { commit: 'ffffffffffff' })],
])('a signature %s is rejected', async (_, signature) => {
  expect(await publish({ signature: signature() })).toEqual([403, WRONG_KEY]);
});

test('a build signed with the key of its publisher is a candidate, and the security log names the key', async () => {
  expect(await publish({ signature: signatureOf(people) })).toEqual([200, '']);
  const fingerprint = sha256(people.publicKey.export({ format: 'der', type: 'spki' })).slice(0, 16);
  const events = () =>
    api.database.rows(sql<{ details: object }>("select details from security_event where kind = 'release-published'"));
  await waitUntil(async () => (await events()).length > 0);
  expect(await events()).toEqual([{ details: expect.objectContaining({ version: '1.1.0', key: fingerprint }) }]);
});

test('the status lists the accepted keys by fingerprint, and the key that signed each build', async () => {
  const { keys, apps } = await curator.json<FrontendsStatus>('/api/frontends');
  expect(keys).toEqual([
    { name: 'people', fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) },
    { name: 'voyages', fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) },
  ]);
  expect(JSON.stringify(keys)).not.toContain(publicKey(people));
  const versions = apps.find(({ name }) => name === 'people')!.versions;
  expect(versions.map(({ version, signed_by }) => [version, signed_by])).toEqual([
    ['1.1.0', keys[0]!.fingerprint],
    ['1.0.0', null],
  ]);
});
