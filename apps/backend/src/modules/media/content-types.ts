import type { MEDIA_TYPES } from '@archive/contracts';

type MediaType = (typeof MEDIA_TYPES)[number];

export interface ContentType {
  type: string;
  /** Browsers can display it. All other types are downloads only. */
  inline: boolean;
  /** Contains nothing that a browser would execute on this origin. */
  passive: boolean;
  /** The default media type of a new record (SPEC section 2, upload dialog). */
  mediaType: MediaType;
}

const displayable = (type: string, mediaType: MediaType, passive = true): ContentType => ({
  type,
  inline: true,
  passive,
  mediaType,
});
const downloadOnly = (type: string, mediaType: MediaType): ContentType => ({
  type,
  inline: false,
  passive: true,
  mediaType,
});

/** Accepted uploads, by the file extension for their content. */
const CONTENT_TYPES: Record<string, ContentType> = {
  jpg: displayable('image/jpeg', 'image'),
  png: displayable('image/png', 'image'),
  gif: displayable('image/gif', 'image'),
  webp: displayable('image/webp', 'image'),
  avif: displayable('image/avif', 'image'),
  bmp: displayable('image/bmp', 'image'),
  svg: displayable('image/svg+xml', 'image', false),
  tif: downloadOnly('image/tiff', 'image'),
  heic: downloadOnly('image/heic', 'image'),
  mp4: displayable('video/mp4', 'video'),
  m4v: displayable('video/mp4', 'video'),
  mov: displayable('video/quicktime', 'video'),
  webm: displayable('video/webm', 'video'),
  avi: displayable('video/x-msvideo', 'video'),
  mp3: displayable('audio/mpeg', 'audio'),
  m4a: displayable('audio/mp4', 'audio'),
  aac: displayable('audio/aac', 'audio'),
  ogg: displayable('audio/ogg', 'audio'),
  wav: displayable('audio/wav', 'audio'),
  flac: displayable('audio/flac', 'audio'),
  pdf: displayable('application/pdf', 'pdf'),
  doc: downloadOnly('application/msword', 'other'),
  docx: downloadOnly('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'other'),
};

/** Types of files that reach storage in other ways than by upload. */
const OTHER_TYPES: Record<string, ContentType> = {
  jpeg: displayable('image/jpeg', 'image'),
  tiff: downloadOnly('image/tiff', 'image'),
  txt: displayable('text/plain; charset=utf-8', 'other', false),
  md: downloadOnly('text/markdown; charset=utf-8', 'other'),
};

const UNKNOWN: ContentType = downloadOnly('application/octet-stream', 'other');

const extensionOf = (key: string) => /\.([A-Za-z0-9]{1,8})$/.exec(key)?.[1]?.toLowerCase() ?? '';

const own = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The content type of an uploaded file by its extension; undefined for unsupported types. */
export const acceptedType = (extension: string): ContentType | undefined => own(CONTENT_TYPES, extension);

/** The content type for serving a stored file. Unknown types, HTML above all, are served as binary downloads. */
export function contentTypeOf(key: string): ContentType {
  const extension = extensionOf(key);
  return acceptedType(extension) ?? own(OTHER_TYPES, extension) ?? UNKNOWN;
}
