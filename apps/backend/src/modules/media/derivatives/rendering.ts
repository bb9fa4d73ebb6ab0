/** Preview widths in pixels. Smaller originals are not enlarged. */
export const PICTURE_WIDTHS = { thumbnail: 600, large: 1600 } as const;
export type PictureKind = keyof typeof PICTURE_WIDTHS;
export const PICTURE_KINDS = Object.keys(PICTURE_WIDTHS) as PictureKind[];
export const PICTURE_TYPE = 'image/webp';

/** Limits the height of a preview to this multiple of its width. */
export const MAX_HEIGHT_RATIO = 4;

export interface Picture {
  /** WebP. */
  data: Buffer;
  width: number;
  height: number;
}

export interface Rendering {
  /** Size of the upright original, in pixels for images and in points for PDF pages. */
  width: number;
  height: number;
  pictures: Record<PictureKind, Picture>;
}

/** The file can't be rendered, and a retry won't help. The message is shown to curators. */
export class RenderError extends Error {}
