import type { StoredFile } from '@archive/contracts';
import { Thumbnail } from '@archive/ui';
import { kindOf, pictureOf, thumbnailOf } from '../kinds.ts';

const BOX = 'w-full rounded border border-rule bg-wash';

/** The file if the browser can show it, otherwise a placeholder for its type. */
export function Preview({ file }: { file: StoredFile }) {
  const kind = kindOf(file);
  const name = file.title ?? file.name;
  if (kind === 'pdf') return <iframe title={name} src={file.url} className={`${BOX} h-[70vh]`} />;
  if (kind === 'video')
    return (
      <video controls preload="metadata" src={file.url} aria-label={name} className={BOX}>
        <track kind="captions" />
      </video>
    );
  if (kind === 'audio')
    return (
      <audio controls preload="metadata" src={file.url} aria-label={name} className="w-full">
        <track kind="captions" />
      </audio>
    );
  return (
    <div className={kind === 'image' ? `${BOX} max-h-[75vh] overflow-hidden` : `${BOX} h-80`}>
      <Thumbnail
        src={kind === 'image' ? pictureOf(file) : thumbnailOf(file)}
        alt={file.alt_text ?? name}
        kind={kind}
        fit="contain"
        className="max-h-[75vh]"
      />
    </div>
  );
}
