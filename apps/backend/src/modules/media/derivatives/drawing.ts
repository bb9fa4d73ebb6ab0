/** The smaller pictures of media, by their width in pixels. A smaller original is not made larger. */
export const PICTURE_WIDTHS = { thumbnail: 600, large: 1600 } as const;
export type PictureKind = keyof typeof PICTURE_WIDTHS;
export const PICTURE_KINDS = Object.keys(PICTURE_WIDTHS) as PictureKind[];
export const PICTURE_TYPE = 'image/webp';

/** A long strip is drawn narrower rather than higher than so many times its width. */
export const MOST_TIMES_HIGHER = 4;

export interface Picture {
  /** WebP. */
  data: Buffer;
  width: number;
  height: number;
}

export interface Drawing {
  /** Of the original as it is seen: pixels of a picture, points of a page. */
  width: number;
  height: number;
  pictures: Record<PictureKind, Picture>;
}

/** There is no picture to be had of a file, and trying again will not change that. The message is a sentence for a person. */
export class CannotDraw extends Error {}
