import { hostname } from 'node:os';
import { ArchiveSession } from '../archive-session.ts';
import { secretOf } from '../settings.ts';

export interface Verdict {
  passed: boolean;
  problems: string[];
  revision: number;
}

export interface Version {
  version: string;
  state: 'live' | 'canary' | 'candidate' | 'earlier' | 'removed';
  published_at: string;
  published_by: string;
  stored: boolean;
  /** Identifies the build; null for one on the server. */
  digest: string | null;
  commit: string | null;
  verdict: Verdict | null;
  /** Why it cannot be promoted now. */
  objection: string | null;
  sessions: number;
  failed_sessions: number;
  failures: number;
  last_failure: string | null;
}

interface LiveVersion {
  version: string;
  since: string;
  by: string;
}

export interface FrontendStatus {
  name: string;
  registration: { description: { pages: string[] } } | null;
  live: LiveVersion | null;
  canary: (LiveVersion & { share: number }) | null;
  rollback_to: string | null;
  versions: Version[];
}

export interface Status {
  revision: number;
  apps: FrontendStatus[];
}

export interface App {
  version: string;
  manifest: string;
  path: string;
  contract: number;
  optional?: Record<string, string> | undefined;
}

export interface Registry {
  schema: 1;
  revision: number;
  shell?: { version: string };
  apps: Record<string, App>;
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
    if (!this.hasToken) await this.request('PUT', `/api/frontends/${name}/preview`, { version });
  }

  /** Records a verdict, with the token of a verifier. A curator without such a token creates one for this verdict. */
  async recordVerdict(name: string, version: string, verdict: Verdict & { digest: string }): Promise<void> {
    const path = `/api/frontends/${name}/versions/${version}/verdicts`;
    if (this.#identity === 'verifier' && this.hasToken) return this.request('POST', path, verdict);
    const label = `Check of ${name} ${version} on ${hostname()}`.slice(0, 100);
    const created = await this.request<{ token_id: number; token: string }>('POST', '/api/tokens', {
      label,
      scopes: ['verify'],
      expires_in_days: 1,
    });
    try {
      await this.accepted('POST', path, { authorization: `Bearer ${created.token}` }, verdict);
    } finally {
      await this.request('DELETE', `/api/tokens/${created.token_id}`);
    }
  }

  status(): Promise<Status> {
    return this.request<Status>('GET', '/api/frontends');
  }
}
