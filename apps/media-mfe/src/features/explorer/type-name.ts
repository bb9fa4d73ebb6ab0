const NAMES: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG image',
  'image/png': 'PNG image',
  'image/gif': 'GIF image',
  'image/webp': 'WebP image',
  'image/avif': 'AVIF image',
  'image/bmp': 'BMP image',
  'image/svg+xml': 'SVG image',
  'image/tiff': 'TIFF image',
  'image/heic': 'HEIC image',
  'video/mp4': 'MP4 video',
  'video/quicktime': 'QuickTime video',
  'video/webm': 'WebM video',
  'video/x-msvideo': 'AVI video',
  'audio/mpeg': 'MP3 audio',
  'audio/mp4': 'M4A audio',
  'audio/aac': 'AAC audio',
  'audio/ogg': 'Ogg audio',
  'audio/wav': 'WAV audio',
  'audio/flac': 'FLAC audio',
  'application/pdf': 'PDF document',
  'application/msword': 'Word document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'text/plain': 'Text file',
  'text/markdown': 'Markdown file',
};

/** The name of a content type for people: "JPEG image". Types without a name are shown as they are. */
export const typeName = (type: string) => NAMES[type.split(';', 1)[0] ?? ''] ?? type;
