import { contentTypeOf, playerOf } from '../../media/index.ts';
import type { Size } from '../../sandbox/index.ts';
import type { Item } from './items.ts';

/** A video or recording that browsers can play. */
export interface AudioVideo {
  url: string;
  type: 'Video' | 'Sound';
  format: string;
  /** Seconds. */
  duration: number;
  /** Undefined for a recording. */
  size: Size | undefined;
}

/** Undefined for other files, and until the duration is known, because IIIF requires it. */
export function audioVideoOf(item: Item): AudioVideo | undefined {
  const player = playerOf(item);
  if (!player || player.url === null || player.duration === null || player.duration <= 0) return undefined;
  const { own_width: width, own_height: height } = item;
  const { url, kind, duration } = player;
  const isVideo = kind === 'video' && width !== null && height !== null;
  return {
    url,
    type: isVideo ? 'Video' : 'Sound',
    format: url === item.url && item.content_type !== null ? item.content_type : contentTypeOf(url).type,
    duration,
    size: isVideo ? { width, height } : undefined,
  };
}
