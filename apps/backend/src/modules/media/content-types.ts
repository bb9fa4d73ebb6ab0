/** How a file of the library may be shown by a browser, by the extension that its content earned it at upload. */
const INLINE: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
};

/** Known, but only ever downloaded: browsers do not show them. */
const DOWNLOADED: Record<string, string> = {
  tif: 'image/tiff',
  tiff: 'image/tiff',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  md: 'text/markdown; charset=utf-8',
};

const extensionOf = (key: string) => /\.([A-Za-z0-9]{1,8})$/.exec(key)?.[1]?.toLowerCase() ?? '';

/**
 * The content type of a stored file, and whether a browser may show it. What is not known, HTML above all, is bytes to download.
 */
export function contentTypeOf(key: string): { type: string; inline: boolean } {
  const extension = extensionOf(key);
  const inline = INLINE[extension];
  if (inline !== undefined) return { type: inline, inline: true };
  return { type: DOWNLOADED[extension] ?? 'application/octet-stream', inline: false };
}
