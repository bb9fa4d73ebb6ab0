import { type OperationParams, historyOperations, type Revision } from '@archive/contracts';
import type { Browser } from '../support/browser.ts';
import { sendRejected, send } from './send.ts';

type Kind = OperationParams<typeof historyOperations.list>['kind'];

/** The history of an archive, as a curator sees it. */
export class HistoryPages {
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** All revisions of a record, newest first. */
  async revisionsOf(kind: Kind, slug: string): Promise<Revision[]> {
    return (await send(this.#browser, historyOperations.list, { params: { kind, slug } })).body;
  }

  async actions(kind: Kind, slug: string): Promise<string[]> {
    return (await this.revisionsOf(kind, slug)).map(({ action }) => action);
  }

  async restore(kind: Kind, slug: string, revision: number): Promise<Revision> {
    return (await send(this.#browser, historyOperations.restore, { params: { kind, slug, revision } })).body;
  }

  /** Restores the state before the newest change. */
  async undo(kind: Kind, slug: string): Promise<Revision> {
    const [newest] = await this.revisionsOf(kind, slug);
    return this.restore(kind, slug, newest?.revision ?? 0);
  }

  /** Why the newest change of a record cannot be undone. */
  async cannotUndo(kind: Kind, slug: string): Promise<string> {
    const [newest] = await this.revisionsOf(kind, slug);
    return this.cannotRestore(kind, slug, newest?.revision ?? 0);
  }

  /** Why the state before a change cannot be restored. */
  async cannotRestore(kind: Kind, slug: string, revision: number): Promise<string> {
    return (await sendRejected(this.#browser, historyOperations.restore, { params: { kind, slug, revision } }, 409))
      .detail;
  }
}
