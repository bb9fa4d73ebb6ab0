import { createHmac, randomBytes } from 'node:crypto';
import type { SignOnFailure } from '@archive/contracts';
import { accountOperations } from '@archive/contracts';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { behindTls, notFound, originOf, Problem } from '../../common/index.ts';
import { CONFIG, type Config, roleOfGroups, type SignOnProvider } from '../../config/index.ts';
import { Database } from '../../database/index.ts';
import { Accounts, type ProvidedPerson } from './accounts.ts';
import { Credentials } from './credentials.ts';
import { readCookie, setCookie } from './known-devices.ts';

const MAX_MINUTES = 10;
const TIMEOUT_SECONDS = 5;
/** How long the description of a provider is used. Its keys are read again when they change. */
const DISCOVERY_MS = 3_600_000;

/** What a sign-in is for, in the cookie of the browser that began it. */
const attemptSchema = z.object({
  provider: z.string(),
  startedAt: z.number(),
  to: z.string().optional(),
  invitation: z.string().optional(),
});
type Attempt = z.output<typeof attemptSchema>;

/** A sign-in that didn’t succeed, for a reason that the sign-in page explains. */
export class SignOnError extends Error {
  constructor(
    readonly reason: SignOnFailure,
    cause?: unknown,
  ) {
    super(`Signing in with a provider failed: ${reason}`, { cause });
    this.name = 'SignOnError';
  }
}

interface SignedOn {
  person: ProvidedPerson;
  /** For signing out at the provider; null if it has no page for that. */
  idToken: string | null;
  attempt: Attempt;
}

const emailSchema = accountOperations.create.body.shape.email;
const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim : '');
const pathOf = (id: string) => `/sign-on/${id}`;

/**
 * Signing in with a provider of OpenID Connect: Authorization Code with PKCE.
 *
 * The browser holds the attempt in a cookie, beside a random value. State, nonce and PKCE verifier are keyed hashes of that cookie, so
 * nothing is stored here, a changed or foreign cookie fits no answer, and the browser learns the verifier of no one.
 */
@Injectable()
export class SignOn implements OnApplicationBootstrap {
  readonly #log = new Logger(SignOn.name);
  readonly #providers: ReadonlyMap<string, SignOnProvider>;
  readonly #discovered = new Map<string, { readAt: number; server: Promise<oidc.Configuration> }>();

  constructor(
    private readonly accounts: Accounts,
    @Inject(CONFIG) private readonly config: Config,
    private readonly credentials: Credentials,
    private readonly database: Database,
  ) {
    this.#providers = new Map(config.signOn.providers.map((provider) => [provider.id, provider]));
  }

  onApplicationBootstrap(): void {
    void this.database
      .untilReachable()
      .then(() => this.accounts.endSessionsOfOthers())
      .catch((error: unknown) => this.#log.warn(`Sessions of earlier providers could not be ended: ${String(error)}`));
  }

  /** @throws 404 for an unknown provider */
  provider(id: string): SignOnProvider {
    const provider = this.#providers.get(id);
    if (!provider) throw notFound('There is no provider with this name to sign in with.');
    return provider;
  }

  /** The address at the provider. Sets the cookie. @throws 404 for an unknown provider, 503 for one that can’t be reached */
  async begin(
    id: string,
    purpose: Pick<Attempt, 'to' | 'invitation'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const provider = this.provider(id);
    const server = await this.#discover(provider).catch((error: unknown) => {
      this.#log.warn(`${provider.name} can’t be used to sign in: ${describe(error)}`);
      throw new Problem(503, `Can’t reach ${provider.name}. Try again in a few minutes, or sign in another way.`);
    });
    const attempt: Attempt = { provider: id, startedAt: Date.now(), ...purpose };
    const random = randomBytes(32).toString('base64url');
    const cookie = `${random}.${Buffer.from(JSON.stringify(attempt)).toString('base64url')}`;
    setCookie(reply, 'sign-on', cookie, MAX_MINUTES * 60, behindTls(this.config, request));
    const { state, nonce, verifier } = await this.#secretsOf(cookie);
    return oidc.buildAuthorizationUrl(server, {
      redirect_uri: originOf(this.config, request) + pathOf(id),
      scope: provider.scope,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /** Who has signed in, from the answer of the provider. Works once. @throws {SignOnError} */
  async finish(id: string, request: FastifyRequest, reply: FastifyReply): Promise<SignedOn> {
    const provider = this.provider(id);
    const isTls = behindTls(this.config, request);
    const cookie = readCookie(request, 'sign-on', isTls);
    setCookie(reply, 'sign-on', '', 0, isTls);
    const attempt = cookie === undefined ? undefined : attemptOf(cookie);
    const url = new URL(originOf(this.config, request) + request.url);
    if (cookie === undefined || attempt?.provider !== id) throw new SignOnError('expired');
    const { state, nonce, verifier } = await this.#secretsOf(cookie);
    if (url.searchParams.get('state') !== state) throw new SignOnError('expired');
    try {
      const server = await this.#discover(provider);
      const tokens = await oidc.authorizationCodeGrant(server, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new SignOnError('failed');
      const { userinfo_endpoint, end_session_endpoint } = server.serverMetadata();
      const more =
        userinfo_endpoint === undefined ? undefined : await oidc.fetchUserInfo(server, tokens.access_token, claims.sub);
      const person = personOf(provider, { ...more, ...claims });
      return { person, idToken: end_session_endpoint ? (tokens.id_token ?? null) : null, attempt };
    } catch (error) {
      const { reason } = error instanceof SignOnError ? error : new SignOnError(reasonOf(error));
      if (reason !== 'canceled') this.#log.warn(`Signing in with ${provider.name} failed: ${describe(error)}`);
      throw new SignOnError(reason, error);
    }
  }

  /** The page on which the provider signs out the person of an ID token; undefined without one. */
  async signOutPage(idToken: string, request: FastifyRequest): Promise<string | undefined> {
    const issuer = issuerOf(idToken);
    const provider = this.config.signOn.providers.find((candidate) => candidate.issuer === issuer);
    if (!provider) return undefined;
    try {
      const server = await this.#discover(provider);
      return oidc.buildEndSessionUrl(server, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${originOf(this.config, request)}/`,
      }).href;
    } catch (error) {
      this.#log.warn(`${provider.name} can’t be used to sign out: ${describe(error)}`);
      return undefined;
    }
  }

  #discover({ id, issuer, client_id, client_secret }: SignOnProvider): Promise<oidc.Configuration> {
    const cached = this.#discovered.get(id);
    if (cached && Date.now() - cached.readAt < DISCOVERY_MS) return cached.server;
    const execute = [oidc.enableNonRepudiationChecks];
    // Only addresses of this machine may have it.
    if (issuer.startsWith('http:')) execute.push(oidc.allowInsecureRequests);
    const server = oidc.discovery(new URL(issuer), client_id, client_secret, undefined, {
      execute,
      timeout: TIMEOUT_SECONDS,
    });
    this.#discovered.set(id, { readAt: Date.now(), server });
    server.catch(() => this.#discovered.delete(id));
    return server;
  }

  async #secretsOf(cookie: string) {
    const key = await this.credentials.sessionKey();
    const derive = (name: string) => createHmac('sha256', key).update(`sign-on ${name} ${cookie}`).digest('base64url');
    return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
  }
}

/** The attempt in a cookie. Undefined if it isn’t one, or is too old: the answer fits only an unchanged cookie. */
function attemptOf(cookie: string): Attempt | undefined {
  try {
    const json: unknown = JSON.parse(Buffer.from(cookie.slice(cookie.indexOf('.') + 1), 'base64url').toString());
    const { data } = attemptSchema.safeParse(json);
    return data && Date.now() - data.startedAt < MAX_MINUTES * 60_000 ? data : undefined;
  } catch {
    return undefined;
  }
}

function personOf(provider: SignOnProvider, claims: Record<string, unknown>): ProvidedPerson {
  const { sub, name, preferred_username, email, email_verified } = claims;
  const isVerified = email_verified === true || (email_verified === undefined && provider.trust_email);
  return {
    issuer: provider.issuer,
    subject: textOf(sub),
    role: roleOfGroups(provider, Object.hasOwn(claims, provider.groups_claim) ? claims[provider.groups_claim] : []),
    name: textOf(name) || textOf(preferred_username),
    email: isVerified ? emailSchema.safeParse(email).data : undefined,
    provider: provider.name,
  };
}

function issuerOf(idToken: string): unknown {
  const [, payload = ''] = idToken.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss?: unknown }).iss;
}

const UNAVAILABLE = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'temporarily_unavailable', 'server_error']);

function reasonOf(error: unknown): SignOnFailure {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (UNAVAILABLE.has(error.error)) return 'unavailable';
    return error.error === 'access_denied' ? 'canceled' : 'failed';
  }
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_grant' ? 'expired' : 'failed';
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock';
  if (code !== undefined && UNAVAILABLE.has(code)) return 'unavailable';
  if (cause instanceof Response) return cause.status >= 500 ? 'unavailable' : 'failed';
  // What fetch throws for a server that it can’t reach.
  return error instanceof TypeError ? 'unavailable' : 'failed';
}

/** For the log: messages of the library contain no tokens. */
function describe(error: unknown): string {
  const { message, code, cause } = error as Error & { code?: string };
  const inner = cause instanceof Error ? ` (${cause.message})` : '';
  return `${code === undefined ? '' : `${code}: `}${message}${inner}`;
}
