import type { MediaItem } from '@archive/contracts';
import { type DropSide, moveTo } from '@archive/editing';

export type Category = NonNullable<MediaItem['media_category']>;

export const categoryOf = ({ media_category }: MediaItem): Category => media_category ?? 'source';

const CATEGORIES: readonly Category[] = ['source', 'additional_source'];

/** The media of a category, in order. */
export const inCategory = (media: readonly MediaItem[], category: Category) =>
  media.filter((item) => categoryOf(item) === category);

/** Sources before additional sources, as pages show them. */
const byCategory = (media: readonly MediaItem[]) => CATEGORIES.flatMap((category) => inCategory(media, category));

/** Changes the order in one category. */
export const changeCategory = (
  media: readonly MediaItem[],
  category: Category,
  change: (items: MediaItem[]) => MediaItem[],
) =>
  CATEGORIES.flatMap((other) => {
    const items = inCategory(media, other);
    return other === category ? change(items) : items;
  });

/** Moves media to the end of a category. */
export const moveToCategory = (media: readonly MediaItem[], slugs: ReadonlySet<string>, category: Category) => {
  const isMoved = ({ media_slug }: MediaItem) => slugs.has(media_slug);
  const moved = moveTo(media, isMoved, media.length);
  return byCategory(moved.map((item) => (isMoved(item) ? { ...item, media_category: category } : item)));
};

/** Moves a media item beside another one, into its category. */
export function moveBeside(media: readonly MediaItem[], slug: string, target: string, side: DropSide): MediaItem[] {
  const index = media.findIndex(({ media_slug }) => media_slug === target);
  const beside = media[index];
  if (!beside) return [...media];
  const isMoved = ({ media_slug }: MediaItem) => media_slug === slug;
  const moved = moveTo(media, isMoved, side === 'before' ? index : index + 1);
  return byCategory(moved.map((item) => (isMoved(item) ? { ...item, media_category: categoryOf(beside) } : item)));
}
