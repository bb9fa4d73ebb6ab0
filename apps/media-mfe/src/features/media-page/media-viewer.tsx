import type { StoredFile } from '@archive/contracts';
import { Preview } from '../explorer/components/preview.tsx';

/** What the page of a media item shows the file with. */
export function MediaViewer({ file }: { file: StoredFile }) {
  return <Preview file={file} />;
}
