/** Preview widths in pixels. Smaller originals are not enlarged. */
export const PREVIEW_WIDTHS = { thumbnail: 600, large: 1600 } as const;
export type PreviewKind = keyof typeof PREVIEW_WIDTHS;
export const PREVIEW_KINDS = Object.keys(PREVIEW_WIDTHS) as PreviewKind[];
export const PREVIEW_TYPE = 'image/webp';

/** Limits the height of a preview to this multiple of its width. */
export const MAX_HEIGHT_RATIO = 4;

/** A hash of a picture has this many bits a row, and as many rows. */
export const PICTURE_HASH_SIDE = 12;

/** Size in pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface Preview extends Size {
  /** WebP. */
  data: Buffer;
}

/** Properties stated in a picture or PDF; null for what doesn't apply or is unknown. */
export interface FileProperties {
  page_count: number | null;
  /** Only for an animated picture. */
  frame_count: number | null;
  /** Name of the embedded profile. */
  color_profile: string | null;
  /** Bits of a channel. */
  bit_depth: number | null;
}

export const NO_PROPERTIES: FileProperties = {
  page_count: null,
  frame_count: null,
  color_profile: null,
  bit_depth: null,
};

/** The previews of a file, with the size of the upright original: in pixels for images and in points for PDF pages. */
export interface Rendering extends Size {
  properties: FileProperties;
  /** Picture hash of the preview, as `0` and `1`; null for recordings, and for pictures with too little detail. */
  hash: string | null;
  /** The decoder drew the picture, but parts of the file seem to be lost. */
  isDoubtful?: boolean;
  previews: Record<PreviewKind, Preview>;
}

/** Properties of a video or recording. */
export interface Measurement {
  /** Size as displayed, upright and in square pixels; null without a picture. */
  size: Size | null;
  /** Seconds; null if the file doesn’t say. */
  duration: number | null;
  /** `H.264, AAC` */
  codecs: string;
  /** Whether browsers play the file as it is. */
  playable: boolean;
  hasAudio: boolean;
  /** Streams that can be copied into an MP4 without encoding them again. */
  canCopy: { video: boolean; audio: boolean };
}
