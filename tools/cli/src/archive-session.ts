import {
  ArchiveClient,
  type ArchiveError,
  type InputArgument,
  NO_RESPONSE,
  type OperationId,
  type Operations,
  type Output,
} from '@archive/client';
import { UserError } from '@archive/postgres';
import { localAddress, readSettings, secretOf } from './settings.ts';

const REQUEST_TIMEOUT_MS = 60_000;
const UNAVAILABLE_STATUSES = new Set([NO_RESPONSE, 429, 502, 503, 504]);

/** True when the archive does not respond, is too busy, or restarts: the same request may succeed later. */
export const isUnavailable = ({ status }: ArchiveError): boolean => UNAVAILABLE_STATUSES.has(status);

/** The archive that an option or `ARCHIVE_URL` names, by default the one on this machine, accessed with a token or as a curator. */
export class ArchiveSession {
  readonly origin: string;
  protected readonly env: NodeJS.ProcessEnv;
  readonly #tokenVariable: string | undefined;
  readonly #tokenClient: ArchiveClient | undefined;
  #curator: Promise<ArchiveClient> | undefined;

  /**
   * @param tokenVariable the variable with the token, if there is one
   * @throws a `UserError` if the address is not a web address
   */
  constructor(originOption: string | undefined, env: NodeJS.ProcessEnv, tokenVariable?: string) {
    this.env = env;
    this.#tokenVariable = tokenVariable;
    const { host, port } = readSettings({ ...env, NODE_ENV: 'development' });
    const address = originOption || env.ARCHIVE_URL || localAddress(host, port);
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new UserError(`"${address}" is not a web address. Use one like https://archive.example.org.`);
    this.origin = url.origin;
    const token = tokenVariable === undefined ? undefined : secretOf(env, tokenVariable);
    if (token !== undefined) this.#tokenClient = this.clientWith(token);
  }

  /** Whether a token identifies this program, and not a curator. */
  get hasToken(): boolean {
    return this.#tokenClient !== undefined;
  }

  /** Identified by the token, or else signed in. */
  async client(): Promise<ArchiveClient> {
    return this.#tokenClient ?? this.curator();
  }

  /** Signed in as the curator. A sign-in that failed is tried again by the next call. */
  curator(): Promise<ArchiveClient> {
    this.#curator ??= this.#signIn().catch((error: unknown) => {
      this.#curator = undefined;
      throw error;
    });
    return this.#curator;
  }

  /** The session cookie of the curator. */
  async cookie(): Promise<string | undefined> {
    return (await this.curator()).credentials['cookie'];
  }

  async request<Id extends OperationId>(
    id: Id,
    ...input: InputArgument<Operations[Id]>
  ): Promise<Output<Operations[Id]>> {
    return (await (await this.client()).request(id, ...input)).data;
  }

  async signOut(): Promise<void> {
    const curator = await this.#curator?.catch(() => undefined);
    this.#curator = undefined;
    await curator?.signOut().catch(() => undefined);
  }

  protected clientWith(token: string): ArchiveClient {
    return new ArchiveClient({ url: this.origin, token, timeoutMs: REQUEST_TIMEOUT_MS });
  }

  /** A curator who confirms with the password whatever the archive asks for. */
  async #signIn(): Promise<ArchiveClient> {
    const { username, password } = readSettings({ ...this.env, NODE_ENV: 'development' }).curator;
    if (password === undefined)
      throw new UserError(
        `Set ${this.#tokenVariable === undefined ? '' : `${this.#tokenVariable}, or `}CURATOR_PASSWORD to sign in as a curator.`,
      );
    const client = new ArchiveClient({
      url: this.origin,
      timeoutMs: REQUEST_TIMEOUT_MS,
      confirm: (error) => client.confirmWith(password, error),
    });
    await client.signIn(username, password);
    return client;
  }
}
