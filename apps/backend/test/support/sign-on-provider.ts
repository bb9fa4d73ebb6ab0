import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';

type Claims = Record<string, unknown>;

export const CLIENT = { client_id: 'archive', client_secret: 'a secret of the archive at the provider' };

/** A real provider of OpenID Connect on this machine, where people sign in by choosing who they are. */
export interface TestProvider {
  issuer: string;
  /** Claims of the people who can sign in, by subject. */
  people: Map<string, Claims>;
  /** Changes the claims of the ID tokens that follow, and signs them with the right key or another one. */
  tamper(change: ((claims: Claims) => Claims) | undefined, withOtherKey?: boolean): void;
  /** Makes every request fail with 503, or not. */
  setAvailable(isAvailable: boolean): void;
  close(): Promise<void>;
}

const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;

/** `origins`: addresses of archives that may use it. */
export async function startProvider(origins: readonly string[], id = 'museum', port = 0): Promise<TestProvider> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Claims>();
  const key = newKey();
  let changed: ((claims: Claims) => Claims) | undefined;
  let signingKey = key;
  let isAvailable = true;
  const provider = new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: origins.map((origin) => `${origin}/sign-on/${id}`),
        post_logout_redirect_uris: origins.map((origin) => `${origin}/`),
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key for cookies of tests'] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => {
      const claims = people.get(accountId);
      return claims && { accountId, claims: () => ({ ...claims, sub: accountId }) };
    },
    loadExistingGrant: async ({ oidc }: KoaContextWithOIDC) => {
      const { accountId } = oidc.session ?? {};
      const grant = new provider.Grant({ clientId: oidc.client?.clientId, accountId });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const { id_token: token } = (context.path === '/token' ? context.body : {}) as { id_token?: string };
    if (token === undefined || (changed === undefined && signingKey === key)) return;
    const [header = '', payload] = token.split('.');
    const claims = decode(payload);
    const data = `${header}.${encode(changed?.(claims) ?? claims)}`;
    const signature = sign('sha256', Buffer.from(data), signingKey).toString('base64url');
    context.body = { ...(context.body as object), id_token: `${data}.${signature}` };
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (!isAvailable) {
      response.writeHead(503).end();
    } else if (request.url?.startsWith('/interaction/') === true) {
      void (async () => {
        if (request.method === 'POST') {
          const person = new URLSearchParams(await text(request)).get('person');
          await provider.interactionFinished(
            request,
            response,
            person ? { login: { accountId: person } } : { error: 'access_denied' },
          );
          return;
        }
        const names = [...people.keys()].map((name) => `<button name="person" value="${name}">I am ${name}</button>`);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(
          `<!doctype html><title>Museum</title><form method="post">${names.join('')}<button>Cancel</button>`,
        );
      })();
    } else {
      void handle(request, response);
    }
  });
  return {
    issuer,
    people,
    tamper: (change, withOtherKey = false) => {
      changed = change;
      signingKey = withOtherKey ? newKey() : key;
    },
    setAvailable: (available) => {
      isAvailable = available;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
