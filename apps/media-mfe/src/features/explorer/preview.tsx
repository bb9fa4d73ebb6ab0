import type { StoredFile } from '@archive/contracts';
import { Thumbnail, lazyComponent } from '@archive/ui';
import { PlayerWithCaptions } from '../player/player.tsx';
import { kindOf, needsReplacement, pictureOf, thumbnailOf } from '../stored-file.ts';
import type { ViewerPlace } from '../viewer/picture-view.tsx';

const BOX = 'w-full rounded border border-rule bg-wash';
const LOADING = <div className={`${BOX} h-[75vh]`} />;

const DocumentText = lazyComponent(() => import('../viewer/document-text.tsx'), 'DocumentText', LOADING);
const Viewer = lazyComponent(() => import('../viewer/viewer.tsx'), 'Viewer', LOADING);

/** The file if the browser can show it, otherwise a placeholder for its type. */
export function Preview({ file, place }: { file: StoredFile; place?: ViewerPlace }) {
  const kind = kindOf(file);
  const name = file.title ?? file.name;
  const picture = file.public_derivative_url;
  if (file.media_slug !== null && (kind === 'pdf' || (kind === 'image' && picture)))
    return (
      <Viewer
        file={{
          slug: file.media_slug,
          title: name,
          alt: file.alt_text,
          pictureUrl: picture,
          isDocument: kind === 'pdf',
        }}
        className="h-[75vh]"
        fallback={() => <Thumbnail src={thumbnailOf(file)} alt={file.alt_text ?? name} kind={kind} fit="contain" />}
        {...place}
      />
    );
  if (kind === 'pdf') return <iframe title={name} src={file.url} className={`${BOX} h-[70vh]`} />;
  if (kind === 'document' && file.media_slug !== null && picture)
    return (
      <DocumentText
        slug={file.media_slug}
        title={name}
        className={`${BOX} h-[75vh]`}
        fallback={() => <Thumbnail src={picture} alt={file.alt_text ?? name} kind={kind} fit="contain" />}
      />
    );
  if (kind === 'video' || kind === 'audio')
    return (
      <PlayerWithCaptions
        file={{ slug: file.media_slug, title: name, kind, url: file.url, posterUrl: picture }}
        isExplained={needsReplacement(file)}
        className={`${BOX} max-h-[75vh]`}
      />
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
