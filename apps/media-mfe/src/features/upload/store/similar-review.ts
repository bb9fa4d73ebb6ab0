import { fetchSimilarMedia, isNotFound, mergeMedia, messageOf, undoMergeMedia } from '@archive/api-client';
import type { MergedMedia } from '@archive/contracts';
import { formatCount, pluralize, toast } from '@archive/ui';
import { reasonOf } from '../../texts.tsx';
import type { Decision, UploadItem, UploadList } from './upload-item.ts';

/** Number of similar images to request, enough to find one that isn't part of another review. */
const CANDIDATES = 5;

interface Merge {
  item: UploadItem;
  merged: MergedMedia;
}

/** Finds pictures in the library that look like uploaded ones, and applies the decisions about them. */
export class SimilarReview {
  readonly #list: UploadList;
  readonly #onChanged: () => void;

  constructor(list: UploadList, onChanged: () => void) {
    this.#list = list;
    this.#onChanged = onChanged;
  }

  /** Looks for a picture that is similar to a stored file. Resolves to true if there is one. */
  async check(id: string): Promise<boolean> {
    const slug = this.#list.find(id)?.media_slug;
    if (slug === undefined) return false;
    const found = await fetchSimilarMedia(slug, CANDIDATES).catch((error: unknown) => {
      if (isNotFound(error)) return [];
      throw error;
    });
    // If two files of an upload are similar to each other, review only one of them.
    const reviewed = this.#list.items().filter(({ similar }) => similar?.slug === slug);
    const match = found.find(({ media_slug }) => !reviewed.some((item) => item.media_slug === media_slug));
    this.#list.change(id, { checking: false, similar: match && { slug: match.media_slug } });
    return match !== undefined;
  }

  async decide(items: readonly UploadItem[], decision: Decision): Promise<void> {
    const merges: Merge[] = [];
    for (const item of items) {
      const merged = await this.#decide(item, decision).catch((error: unknown) =>
        this.#list.change(item.id, { failure: reasonOf(error, 'The decision couldn’t be saved.') }),
      );
      if (merged) merges.push({ item, merged });
    }
    if (merges.length === 0) return;
    const count = formatCount(merges.length, 'record');
    toast.success(
      decision === 'replace'
        ? `${pluralize(merges.length, 'File', 'Files')} replaced in ${count}`
        : `${formatCount(merges.length, 'similar image')} moved to the trash`,
      { action: { label: 'Undo', onClick: () => void this.#undo(merges) } },
    );
  }

  async #decide(item: UploadItem, decision: Decision): Promise<MergedMedia | undefined> {
    // Read the item again, because another decision may have changed its similar record.
    const { id, media_slug: slug, similar } = this.#list.find(item.id) ?? item;
    if (slug === undefined || !similar) return undefined;
    if (decision === 'keep') {
      this.#list.change(id, { similar: undefined, failure: undefined });
      return undefined;
    }
    const keep_file = decision === 'replace' ? 'new' : 'existing';
    const merged = await mergeMedia(slug, { into: similar.slug, keep_file }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
      return undefined;
    });
    if (!merged) {
      // One of the records was deleted in the meantime.
      await this.check(id);
      return undefined;
    }
    const outcome = decision === 'replace' ? 'replaced' : 'merged';
    this.#list.change(id, { similar: undefined, failure: undefined, media_slug: undefined, outcome });
    await this.#recheck(slug);
    return merged;
  }

  /** Checks files again that were similar to a record now in the trash. They may be similar to the remaining record. */
  async #recheck(slug: string): Promise<void> {
    for (const { id, similar } of this.#list.items()) if (similar?.slug === slug) await this.check(id);
  }

  async #undo(merges: readonly Merge[]): Promise<void> {
    try {
      for (const { item, merged } of merges.toReversed()) {
        await undoMergeMedia(merged);
        const { media_slug, similar } = item;
        this.#list.change(item.id, { media_slug, similar, outcome: 'uploaded' });
      }
      toast.success('Undone');
    } catch (error) {
      toast.error(`Couldn’t undo: ${messageOf(error)}`);
    }
    this.#onChanged();
  }
}
