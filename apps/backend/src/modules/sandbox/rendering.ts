/** Preview widths in pixels. Smaller originals are not enlarged. */
export const PREVIEW_WIDTHS = { thumbnail: 600, large: 1600 } as const;
export type PreviewKind = keyof typeof PREVIEW_WIDTHS;
export const PREVIEW_KINDS = Object.keys(PREVIEW_WIDTHS) as PreviewKind[];
export const PREVIEW_TYPE = 'image/webp';

/** Maximum height of a preview as a multiple of its width. */
export const MAX_HEIGHT_RATIO = 4;

/** A picture hash has this many rows, with this many bits each. */
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
  /** Number of frames in an animated picture. */
  frame_count: number | null;
  /** Name of the embedded color profile. */
  color_profile: string | null;
  /** Bits per channel. */
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
  /** Whether parts of the file seem to be lost, although the picture could be decoded. */
  isDoubtful?: boolean;
  previews: Record<PreviewKind, Preview>;
}

/** Properties of a video or recording. */
export interface Measurement {
  /** Size as displayed, upright and in square pixels; null without a picture. */
  size: Size | null;
  /** In seconds; null if the file doesn’t state it. */
  duration: number | null;
  /** For example `H.264, AAC`. */
  codecs: string;
  /** Whether browsers can play the file without a conversion. */
  playable: boolean;
  hasAudio: boolean;
  /** Which streams can be copied into an MP4 file without encoding them again. */
  canCopy: { video: boolean; audio: boolean };
}
