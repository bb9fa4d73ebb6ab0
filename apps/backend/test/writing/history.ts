import { type CallParams, historyCalls, type Revision } from '@archive/contracts';
import type { Browser } from '../support/browser.ts';
import { refused, send } from './send.ts';

type Kind = CallParams<typeof historyCalls.list>['kind'];

/** History of one archive, as a curator sees it. */
export class HistoryPages {
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Newest first. */
  async of(kind: Kind, slug: string): Promise<Revision[]> {
    return (await send(this.#browser, historyCalls.list, { params: { kind, slug } })).body;
  }

  async actions(kind: Kind, slug: string): Promise<string[]> {
    return (await this.of(kind, slug)).map(({ action }) => action);
  }

  async restore(kind: Kind, slug: string, revision: number): Promise<Revision> {
    return (await send(this.#browser, historyCalls.restore, { params: { kind, slug, revision } })).body;
  }

  /** Restores what the newest change was made to. */
  async undo(kind: Kind, slug: string): Promise<Revision> {
    const [newest] = await this.of(kind, slug);
    return this.restore(kind, slug, newest?.revision ?? 0);
  }

  /** Why the newest change of a record cannot be undone. */
  async cannotUndo(kind: Kind, slug: string): Promise<string> {
    const [newest] = await this.of(kind, slug);
    return this.cannotRestore(kind, slug, newest?.revision ?? 0);
  }

  /** Why what a change was made to cannot be brought back. */
  async cannotRestore(kind: Kind, slug: string, revision: number): Promise<string> {
    return (await refused(this.#browser, historyCalls.restore, { params: { kind, slug, revision } }, 409)).detail;
  }
}
