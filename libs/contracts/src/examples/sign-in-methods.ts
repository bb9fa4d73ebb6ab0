import { passkeyOperations, secondFactorOperations } from '../sign-in-methods.ts';
import { exampleOf } from './example.ts';

const passkey = {
  passkey_id: 3,
  name: 'Laptop',
  created_at: '2026-11-28T09:30:00.000Z',
  last_used_at: '2026-11-28T16:05:00.000Z',
};
const params = { passkey_id: 3 };
const id = 'qLpZ0m8b2Yx3JwE1Jd0c4w';
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0';
const credential = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
const challenge = 'q0V4m1c0cYb2d3e4f5g6h7i8j9k0lMnOpQrStUvWxYz';

export const signInMethodExamples = [
  exampleOf(passkeyOperations.list, { response: [passkey] }),
  exampleOf(passkeyOperations.options, {
    response: { rp: { id: 'archive.example.org', name: 'The Sequoia Archive' }, challenge },
  }),
  exampleOf(passkeyOperations.add, {
    body: {
      name: 'Laptop',
      credential: { ...credential, response: { clientDataJSON, attestationObject: 'o2N1_3' } },
    },
    response: { ...passkey, last_used_at: null },
  }),
  exampleOf(passkeyOperations.rename, {
    params,
    body: { name: 'Old laptop' },
    response: { ...passkey, name: 'Old laptop' },
  }),
  exampleOf(passkeyOperations.remove, { params }),
  exampleOf(passkeyOperations.signInOptions, {
    response: { options: { rpId: 'archive.example.org', challenge, userVerification: 'required' } },
  }),
  exampleOf(passkeyOperations.signIn, {
    body: {
      credential: { ...credential, response: { clientDataJSON, authenticatorData: 'x9_1', signature: 'y8_2' } },
    },
    response: { username: 'Anna Weber', role: 'curator' },
  }),
  exampleOf(secondFactorOperations.get, {
    response: { active_since: '2026-11-28T09:30:00.000Z', recovery_codes_left: 9 },
  }),
  exampleOf(secondFactorOperations.start, {
    response: {
      secret: 'A2B3C4D5E6F7A2B3C4D5E6F7A2B3C4D5',
      uri: 'otpauth://totp/Sequoia:anna.weber%40example.org?secret=A2B3C4D5E6F7A2B3C4D5E6F7A2B3C4D5&issuer=Sequoia',
    },
  }),
  exampleOf(secondFactorOperations.activate, {
    body: { code: '492039' },
    response: { recovery_codes: ['k7xq-2m4n-p6rs-t3vw'] },
  }),
  exampleOf(secondFactorOperations.end, {}),
];
