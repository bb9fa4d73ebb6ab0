import type { MediaItem } from '@archive/contracts';
import type { QueryClient, QueryKey } from '@archive/query';
import { ApiError, isConflict } from './problem.ts';

type Media = MediaItem[];
type Change = (media: Media) => Media;

/** The media of a record on the server. */
export interface StoredMedia {
  media: Media;
  /** ETag for the next change, if known. */
  etag: string | undefined;
}

/** A record in the query cache that has ordered media. */
interface OrderedMediaOptions<Cached> {
  queryKey: QueryKey;
  mutationKey: QueryKey;
  read(cached: Cached): StoredMedia;
  /** The cached record with other media. */
  write(cached: Cached, media: Media): Cached;
}

interface Requests<Stored> {
  fetch(): Promise<StoredMedia>;
  save(media: Media, ifMatch: string | undefined): Promise<Stored>;
}

/** How often a change is applied to a newer version. During an upload, new versions are frequent. */
const ATTEMPTS = 5;

const slugOf = ({ media_slug }: MediaItem) => media_slug;

/** Whether `latest` has the media of `base` in their order, with or without others in between. */
function extendsBase(latest: Media, base: Media): boolean {
  const known = new Set(base.map(slugOf));
  const slugs = latest.map(slugOf).filter((slug) => known.has(slug));
  return slugs.length === base.length && slugs.every((slug, index) => slug === slugOf(base[index]!));
}

/** Inserts media that only the latest version has, each after the same item as there. */
function withAdded(media: Media, latest: Media, base: Media): Media {
  const known = new Set(base.map(slugOf));
  const merged = [...media];
  for (const [index, item] of latest.entries()) {
    if (known.has(slugOf(item)) || media.some(({ media_slug }) => media_slug === slugOf(item))) continue;
    const nearest = latest.slice(0, index).findLast((other) => merged.some((shown) => slugOf(shown) === slugOf(other)));
    const place = nearest ? merged.findIndex((shown) => slugOf(shown) === slugOf(nearest)) + 1 : 0;
    merged.splice(place, 0, item);
  }
  return merged;
}

/** The server's version has media removed or in another order. */
const conflict = () => new ApiError({ status: 412, title: 'Precondition Failed' });
/** The server rejects an order that lacks media attached since. */
const isOutdated = (error: unknown) => isConflict(error) || (error instanceof ApiError && error.status === 409);

/**
 * Changes of ordered media in the query cache. They run one at a time, each based on the previous response, so rapid edits and uploads
 * don't overwrite each other.
 */
export function orderedMedia<Cached>(
  client: QueryClient,
  { queryKey, mutationKey, read, write }: OrderedMediaOptions<Cached>,
) {
  /** The last known state on the server; the order on screen may be newer. */
  const baseKey = [...mutationKey, 'base'];
  const setBase = (base: StoredMedia) => client.setQueryData(baseKey, base);
  const base = () => client.getQueryData<StoredMedia>(baseKey) ?? { media: [], etag: undefined };
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const showMedia = (change: Change) =>
    client.setQueryData<Cached>(queryKey, (cached) => cached && write(cached, change(read(cached).media)));

  return {
    mutationKey,
    scope: { id: mutationKey.join('/') },
    isLast,
    /** Sends a change with the media that others added since. Rejects with a 412 `ApiError` if it changed in another way. */
    send: async <Stored>(change: Change, { fetch, save }: Requests<Stored>): Promise<Stored> => {
      const latest = async () => {
        const fetched = await fetch();
        if (!extendsBase(fetched.media, base().media)) throw conflict();
        return fetched;
      };
      const changed = change(base().media);
      let current = base().etag === undefined ? await latest() : base();
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await save(withAdded(changed, current.media, base().media), current.etag);
        } catch (error) {
          if (!isOutdated(error) || attempt === ATTEMPTS) throw error;
          current = await latest();
        }
      }
    },
    /** Updates the cached media before the server responds. */
    applyOptimistically: async (change: Change) => {
      await client.cancelQueries({ queryKey });
      const cached = client.getQueryData<Cached>(queryKey);
      if (cached && isLast()) setBase(read(cached));
      showMedia(change);
    },
    /** Resets the media on screen to the last known state on the server. */
    rollBack: () => showMedia(() => base().media),
    /** Applies a server response. Media from pending changes stays on screen. */
    store: async (stored: StoredMedia, replace: () => void, merge: Change = (visible) => visible) => {
      await client.cancelQueries({ queryKey });
      setBase(stored);
      if (isLast()) replace();
      else showMedia(merge);
    },
  };
}
