import { fetchMedia, mediaQuery } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import type { QueryClient } from '@archive/query';

const POLL_MS = 1500;
const MAX_POLLS = 200;
const MAX_PAGE = 500;
/** Files of other people that were uploaded in between. */
const OTHERS = 20;

const NO_REASON = 'The preview couldn’t be generated.';

type Report = (slug: string, problem: string | undefined) => void;

/** Waits for the previews of uploaded files, with one request for all of them. A file without one may be damaged. */
export class PreviewWatch {
  readonly #report: Report;
  readonly #waiting = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `report` is called with the reason if a file has no preview, or undefined if there is nothing to wait for any longer. */
  constructor(report: Report) {
    this.#report = report;
  }

  add(client: QueryClient, media: MediaItem): void {
    if (this.#isSettled(media)) return;
    this.#waiting.set(media.media_slug, 0);
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
      const isOver = polls >= MAX_POLLS || (media !== undefined && this.#isSettled(media));
      if (isOver) this.#waiting.delete(slug);
      else this.#waiting.set(slug, polls + 1);
    }
  }

  #isSettled({ media_slug: slug, preview_state: state, preview_error: error }: MediaItem): boolean {
    if (state === 'waiting') return false;
    this.#report(slug, state === 'failed' ? (error ?? NO_REASON) : undefined);
    return true;
  }
}
