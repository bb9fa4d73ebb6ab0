/** Preview widths in pixels. Smaller originals are not enlarged. */
export const PREVIEW_WIDTHS = { thumbnail: 600, large: 1600 } as const;
export type PreviewKind = keyof typeof PREVIEW_WIDTHS;
export const PREVIEW_KINDS = Object.keys(PREVIEW_WIDTHS) as PreviewKind[];
export const PREVIEW_TYPE = 'image/webp';

/** Limits the height of a preview to this multiple of its width. */
export const MAX_HEIGHT_RATIO = 4;

/** Size in pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface Preview extends Size {
  /** WebP. */
  data: Buffer;
}

/** The previews of a file, with the size of the upright original: in pixels for images and in points for PDF pages. */
export interface Rendering extends Size {
  previews: Record<PreviewKind, Preview>;
}
