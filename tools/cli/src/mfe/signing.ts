import { UserError } from '@archive/postgres';
import { digestedText, signedText } from '@archive/contracts/build-signature';
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { secretOf } from '../settings.ts';

interface Signable {
  name: string;
  version: string;
  files: { path: string; content: string }[];
  source: Source;
}

const sha256 = (body: Buffer | string) => createHash('sha256').update(body).digest('hex');

/** The signature of a build with the publisher's key, SIGNING_KEY; undefined without one. */
export function signatureOf(build: Signable, env: NodeJS.ProcessEnv): string | undefined {
  const key = secretOf(env, 'SIGNING_KEY');
  if (key === undefined) return undefined;
  const hashes = build.files.map(({ path, content }) => ({ path, sha256: sha256(Buffer.from(content, 'base64')) }));
  const digest = sha256(digestedText(hashes));
  const text = signedText({ ...build, ...build.source, digest });
  return sign(null, Buffer.from(text), readKey(key)).toString('base64');
}

function readKey(text: string): KeyObject {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The value is not a key.
  }
  throw new UserError('SIGNING_KEY is not a key for signing. Create one with the command "key".');
}

/** A new key pair, as lines for the secrets of a pipeline and for the settings of the archive. */
export function newKey(name: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const open = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  return `The secret of the publisher, shown only now:

SIGNING_KEY=${secret}

For the settings of the archive, which then accepts signed builds only:

FRONTEND_KEYS=${name}=${open}`;
}

interface Source {
  commit?: string;
  pipeline_url?: string;
}

/** The commit that a build is made from, and the pipeline run that makes it, as far as they are known. */
export function sourceOf(root: string, env: NodeJS.ProcessEnv): Source {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  const github = server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined;
  const pipeline = env.CI_JOB_URL || github;
  const commit = env.GITHUB_SHA || env.CI_COMMIT_SHA || headOf(root);
  return { ...(commit ? { commit } : {}), ...(pipeline ? { pipeline_url: pipeline } : {}) };
}

function headOf(root: string): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
