import type { MEDIA_TYPES } from '@archive/contracts';

type MediaType = (typeof MEDIA_TYPES)[number];

export interface ContentType {
  type: string;
  /** Whether browsers can display the file. Files of all other types can only be downloaded. */
  inline: boolean;
  /** Whether the file contains nothing that a browser would execute on this origin. */
  passive: boolean;
  /** The default media type of a new record (SPEC section 2, upload dialog). */
  mediaType: MediaType;
}

const displayableType = (type: string, mediaType: MediaType, passive = true): ContentType => ({
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

/** Types of files that can be uploaded, by the file extension for their content. */
const CONTENT_TYPES: Record<string, ContentType> = {
  jpg: displayableType('image/jpeg', 'image'),
  png: displayableType('image/png', 'image'),
  gif: displayableType('image/gif', 'image'),
  webp: displayableType('image/webp', 'image'),
  avif: displayableType('image/avif', 'image'),
  bmp: displayableType('image/bmp', 'image'),
  svg: displayableType('image/svg+xml', 'image', false),
  tif: downloadOnly('image/tiff', 'image'),
  heic: downloadOnly('image/heic', 'image'),
  jp2: downloadOnly('image/jp2', 'image'),
  mp4: displayableType('video/mp4', 'video'),
  m4v: displayableType('video/mp4', 'video'),
  mov: displayableType('video/quicktime', 'video'),
  webm: displayableType('video/webm', 'video'),
  avi: displayableType('video/x-msvideo', 'video'),
  mkv: displayableType('video/matroska', 'video'),
  mpg: displayableType('video/mpeg', 'video'),
  mp3: displayableType('audio/mpeg', 'audio'),
  m4a: displayableType('audio/mp4', 'audio'),
  aac: displayableType('audio/aac', 'audio'),
  ogg: displayableType('audio/ogg', 'audio'),
  wav: displayableType('audio/wav', 'audio'),
  flac: displayableType('audio/flac', 'audio'),
  aif: displayableType('audio/aiff', 'audio'),
  pdf: displayableType('application/pdf', 'pdf'),
  doc: downloadOnly('application/msword', 'document'),
  docx: downloadOnly('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'document'),
};

/** Types of files that can't be uploaded but get into storage in other ways. */
const OTHER_TYPES: Record<string, ContentType> = {
  jpeg: displayableType('image/jpeg', 'image'),
  tiff: downloadOnly('image/tiff', 'image'),
  txt: displayableType('text/plain; charset=utf-8', 'other', false),
  md: downloadOnly('text/markdown; charset=utf-8', 'other'),
};

const UNKNOWN: ContentType = downloadOnly('application/octet-stream', 'other');

const extensionOf = (key: string) => /\.([A-Za-z0-9]{1,8})$/.exec(key)?.[1]?.toLowerCase() ?? '';

const ownProperty = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The content type of an uploaded file by its extension; undefined for unsupported types. */
export const acceptedType = (extension: string): ContentType | undefined => ownProperty(CONTENT_TYPES, extension);

/** The content type for serving a stored file. Unknown types, HTML above all, are served as binary downloads. */
export function contentTypeOf(key: string): ContentType {
  const extension = extensionOf(key);
  return acceptedType(extension) ?? ownProperty(OTHER_TYPES, extension) ?? UNKNOWN;
}
