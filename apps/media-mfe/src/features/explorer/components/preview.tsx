import type { StoredFile } from '@archive/contracts';
import { Thumbnail } from '@archive/ui';
import { kindOf, pictureOf } from '../kinds.ts';

const BOX = 'w-full rounded border border-rule bg-wash';

/** The file itself as far as a browser shows it, else the sheet that says what it is. */
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
        src={kind === 'image' ? file.url : pictureOf(file)}
        alt={file.alt_text ?? name}
        kind={kind}
        fit="contain"
        className="max-h-[75vh]"
      />
    </div>
  );
}
