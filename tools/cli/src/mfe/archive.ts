import type { FrontendStatus, FrontendsStatus, Registry, VersionDetails } from '@archive/contracts';
import { hostname } from 'node:os';
import { ArchiveSession } from '../archive-session.ts';
import { secretOf } from '../settings.ts';

export type { FrontendStatus, Registry };
export type Status = Pick<FrontendsStatus, 'revision' | 'apps'>;
export type Version = FrontendStatus['versions'][number];
export type App = VersionDetails;

export interface Verdict {
  passed: boolean;
  problems: string[];
  revision: number;
}

/** Whose token a command uses: that of a publishing pipeline or of a verifier. */
export type Identity = 'publisher' | 'verifier';

/** A running archive, accessed with a token or as a curator. */
export class RunningArchive extends ArchiveSession {
  readonly #identity: Identity;

  constructor(originOption: string | undefined, env: NodeJS.ProcessEnv, identity: Identity = 'publisher') {
    super(originOption, env, identity === 'verifier' ? 'VERIFY_TOKEN' : 'DEPLOY_TOKEN');
    this.#identity = identity;
  }

  /** The session cookie, to read records; undefined with only a token, which cannot read them. */
  override async cookie(): Promise<string | undefined> {
    const readsRecords = !this.hasToken || (this.#identity === 'verifier' && secretOf(this.env, 'CURATOR_PASSWORD'));
    return readsRecords ? super.cookie() : undefined;
  }

  /** Lets this command load a version that is not released, until it signs out. With a token, this isn't needed. */
  async startPreview(name: string, version: string): Promise<void> {
    if (!this.hasToken) await this.request('frontends.startPreview', { params: { name }, body: { version } });
  }

  /** Records a verdict, with the token of a verifier. A curator without such a token creates one for this verdict. */
  async recordVerdict(name: string, version: string, verdict: Verdict & { digest: string }): Promise<void> {
    const input = { params: { name, version }, body: verdict };
    if (this.#identity === 'verifier' && this.hasToken) return this.request('frontends.verdict', input);
    const label = `Check of ${name} ${version} on ${hostname()}`.slice(0, 100);
    const created = await this.request('tokens.create', {
      body: { label, scopes: ['verify'], expires_in_days: 1 },
    });
    try {
      await this.clientWith(created.token).request('frontends.verdict', input);
    } finally {
      await this.request('tokens.revoke', { params: { token_id: created.token_id } });
    }
  }

  status(): Promise<Status> {
    return this.request('frontends.status');
  }
}
