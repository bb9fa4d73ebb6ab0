import type { UploadItem } from './upload-item.ts';
import { UploadJournal } from './upload-journal.ts';

/** The uploads of this window, written to the browser's storage with each change. */
export class UploadList {
  #items: readonly UploadItem[] = [];
  /** The user who uploads. */
  #username = '';
  readonly #listeners = new Set<() => void>();
  readonly #journal = new UploadJournal();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly items = (): readonly UploadItem[] => this.#items;

  /** Sets the user. A different user starts with an empty list. */
  changePerson(username: string): void {
    if (this.#username !== '' && this.#username !== username) this.#set([]);
    this.#username = username;
  }

  /** Adds the uploads of this user from before a reload. */
  async takeOver(onFound: (items: readonly UploadItem[]) => void): Promise<void> {
    await this.#journal.takeOver(this.#username, (found) => {
      this.add(found);
      onFound(found);
    });
  }

  add(items: readonly UploadItem[]): void {
    this.#set([...this.#items, ...items]);
    this.#write();
  }

  remove(ids: ReadonlySet<string>): void {
    this.#set(this.#items.filter(({ id }) => !ids.has(id)));
    this.#write();
  }

  find(id: string): UploadItem | undefined {
    return this.#items.find((item) => item.id === id);
  }

  /** Changes an upload. Pass `isStored = false` for progress and notes, which aren't needed after a reload. */
  change(id: string, changes: Partial<UploadItem>, isStored = true): void {
    this.#set(this.#items.map((item) => (item.id === id ? { ...item, ...changes } : item)));
    if (isStored) this.#write();
  }

  #write(): void {
    this.#journal.write(this.#username, this.#items);
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}
