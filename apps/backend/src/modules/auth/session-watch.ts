import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { col, Database, statement } from '../../database/index.ts';

const POLL_MS = 1000;

const LIVE = statement(
  'sessions-live',
  'select token_hash from session where token_hash = any($1::bytea[]) and expires_at > now()',
  { token_hash: col.bytes },
);

interface WatchedSession {
  session: Buffer;
  onEnd: () => void;
}

/**
 * Notifies long-lived responses within two seconds that their session has ended, even if another process ended it. One query a second
 * reads all of their sessions.
 */
@Injectable()
export class SessionWatch implements BeforeApplicationShutdown {
  readonly #log = new Logger(SessionWatch.name);
  readonly #database: Database;
  readonly #watched = new Set<WatchedSession>();
  #polling: NodeJS.Timeout | undefined;
  #isPolling = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Calls `onEnd` once the session has ended or expired.
   * @returns a function that stops watching
   */
  watch(session: Buffer, onEnd: () => void): () => void {
    const watched = { session, onEnd };
    this.#watched.add(watched);
    this.#polling ??= setInterval(() => void this.#poll(), POLL_MS);
    return () => this.#remove(watched);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.#polling);
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      const watched = [...this.#watched];
      const rows = await this.#database.rows(LIVE, [watched.map(({ session }) => session)]);
      const live = new Set(rows.map(({ token_hash }) => token_hash.toString('latin1')));
      for (const item of watched) {
        if (live.has(item.session.toString('latin1'))) continue;
        this.#remove(item);
        item.onEnd();
      }
    } catch (error) {
      this.#log.debug(`Could not read the sessions of open streams: ${(error as Error).message}`);
    } finally {
      this.#isPolling = false;
    }
  }

  #remove(watched: WatchedSession): void {
    this.#watched.delete(watched);
    if (this.#watched.size > 0) return;
    clearInterval(this.#polling);
    this.#polling = undefined;
  }
}
