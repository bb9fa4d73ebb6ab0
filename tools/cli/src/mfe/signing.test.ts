import { digestedText, signedText } from '@archive/contracts/build-signature';
import { expect, test } from '@jest/globals';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { newKey, signatureOf } from './signing.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const build = {
  name: 'people',
  version: '1.4.0',
  files: [{ path: 'archive.json', content: Buffer.from('{}').toString('base64') }],
  source: { commit: '4f1c2d7e9b0a' },
};

test('a build is signed with the new key, and the public key of the settings verifies it', () => {
  const lines = newKey('people');
  const [, secret] = /^SIGNING_KEY=(.+)$/m.exec(lines) ?? [];
  const [, open = ''] = /^FRONTEND_KEYS=people=(.+)$/m.exec(lines) ?? [];
  const signature = signatureOf(build, { SIGNING_KEY: secret });
  const digest = sha256(digestedText([{ path: 'archive.json', sha256: sha256('{}') }]));
  const text = signedText({ name: 'people', version: '1.4.0', digest, commit: '4f1c2d7e9b0a' });
  const key = createPublicKey({ key: Buffer.from(open, 'base64'), format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(text), key, Buffer.from(signature ?? '', 'base64'))).toBe(true);
});

test('without a key, a build is not signed; a wrong key is an error', () => {
  expect(signatureOf(build, {})).toBeUndefined();
  expect(() => signatureOf(build, { SIGNING_KEY: 'secret' })).toThrow('SIGNING_KEY is not a key for signing.');
});
