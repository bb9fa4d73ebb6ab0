import type { MediaKind } from '@archive/ui';

/** Kind of placeholder for a chosen file that isn't a picture. */
export function kindOfFile({ type }: File): MediaKind {
  if (type === 'application/pdf') return 'pdf';
  const [family] = type.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
}
