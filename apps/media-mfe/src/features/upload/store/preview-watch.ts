import { fetchMedia, mediaQuery } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import type { QueryClient } from '@archive/query';
import type { PreviewProblem } from './upload-item.ts';

const POLL_MS = 1500;
const MAX_POLLS = 200;
const MAX_PAGE = 500;
/** Margin of the request for the newest media, for files that other people have uploaded since. */
const OTHERS = 20;

const NO_REASON = 'The preview couldn’t be generated.';

/**
 * Result for an uploaded file. `none`: the file never gets a preview, or waiting timed out. `failed`: there is a problem, such as a damaged
 * file, which may still have a preview.
 */
export type PreviewResult = { state: 'ready' | 'none' } | { state: 'failed'; problem: PreviewProblem };

type Report = (slug: string, result: PreviewResult) => Promise<void>;

/** Waits for the previews of uploaded files, with one request for all of them. A preview shows whether a file is damaged. */
export class PreviewWatch {
  readonly #report: Report;
  readonly #waiting = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `report` is called with the result for a file, and called again if it fails. */
  constructor(report: Report) {
    this.#report = report;
  }

  add(client: QueryClient, media: MediaItem): void {
    this.#waiting.set(media.media_slug, 0);
    void this.#settle(media).then(() => this.#schedule(client));
  }

  /** Resumes waiting for a file after a reload. */
  resume(client: QueryClient, slug: string): void {
    if (this.#waiting.has(slug)) return;
    this.#waiting.set(slug, 0);
    this.#schedule(client);
  }

  #schedule(client: QueryClient): void {
    if (this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#poll(client).finally(() => this.#schedule(client));
    }, POLL_MS);
  }

  async #poll(client: QueryClient): Promise<void> {
    const limit = Math.min(MAX_PAGE, this.#waiting.size + OTHERS);
    const options = mediaQuery({ sort: 'newest', limit });
    const page = await client.fetchQuery({ ...options, staleTime: 0 }).catch(() => undefined);
    if (!page) return;
    const newest = new Map(page.items.map((media) => [media.media_slug, media]));
    for (const [slug, polls] of this.#waiting) {
      const media = newest.get(slug) ?? (await fetchMedia(slug).catch(() => undefined));
      if (media) await this.#settle(media);
      if (!this.#waiting.has(slug)) continue;
      this.#waiting.set(slug, polls + 1);
      if (polls < MAX_POLLS) continue;
      this.#waiting.delete(slug);
      await this.#report(slug, { state: 'none' });
    }
  }

  async #settle({
    media_slug: slug,
    preview_state: state,
    preview_error: error,
    preview_failure: failure,
  }: MediaItem): Promise<void> {
    if (state === 'waiting') return;
    const isDamaged = failure === 'damaged';
    const result: PreviewResult =
      state === 'failed' || isDamaged
        ? { state: 'failed', problem: { text: error ?? NO_REASON, isDamaged } }
        : { state: state ?? 'none' };
    await this.#report(slug, result).then(
      () => this.#waiting.delete(slug),
      () => undefined,
    );
  }
}
