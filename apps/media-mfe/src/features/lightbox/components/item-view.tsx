import type { LightboxItem } from '@archive/shell-api';
import { Thumbnail, lazyComponent } from '@archive/ui';
import { type RefObject } from 'react';
import { Player } from '../../player/player.tsx';
import type { DeepZoom } from '../../viewer/deep-zoom.ts';
import { PictureView } from '../../viewer/picture-view.tsx';
import { displayKind, isViewable, pictureUrl } from '../kind.ts';

const DocumentText = lazyComponent(() => import('../../viewer/document-text.tsx'), 'DocumentText');

interface ItemViewProps {
  item: LightboxItem;
  controls: RefObject<DeepZoom | null>;
  onSwipe(direction: 1 | -1): void;
}

const FILL = 'absolute inset-0 size-full';
const CANNOT_SHOW = 'Your browser can’t show this type of file. Download it to open it.';

/** The current item, scaled to fit. */
export function ItemView({ item, controls, onSwipe }: ItemViewProps) {
  const kind = displayKind(item);
  if (isViewable(item))
    return (
      <PictureView
        file={{
          slug: item.media_slug ?? null,
          title: item.title,
          pictureUrl: pictureUrl(item),
          isDocument: kind === 'pdf',
        }}
        controls={controls}
        onSwipe={onSwipe}
        fallback={(reason) => <NoPreview item={item}>{reason ?? CANNOT_SHOW}</NoPreview>}
      />
    );
  return (
    <div className="relative min-h-0 flex-1">
      {kind === 'pdf' && <iframe title={item.title} src={item.url} className={`${FILL} bg-leaf`} />}
      {(kind === 'video' || kind === 'audio') && (
        <div className={`${FILL} grid place-items-center ${kind === 'audio' ? 'p-6' : ''}`}>
          <Player
            file={{
              slug: item.media_slug ?? null,
              title: item.title,
              kind,
              url: item.url,
              posterUrl: item.preview_url ?? null,
            }}
            autoPlay={kind === 'video'}
            className={FILL}
          />
        </div>
      )}
      {kind === 'word' && <WordDocument item={item} />}
      {kind === 'other' && <NoPreview item={item}>{item.preview_error ?? CANNOT_SHOW}</NoPreview>}
    </div>
  );
}

/** Shows the text of a Word document. Without a record, there is no text. */
function WordDocument({ item }: { item: LightboxItem }) {
  const noPreview = (reason: string | null) => (
    <NoPreview item={item}>{reason ?? item.preview_error ?? CANNOT_SHOW}</NoPreview>
  );
  if (!item.media_slug) return noPreview(null);
  return <DocumentText slug={item.media_slug} title={item.title} className={FILL} fallback={noPreview} />;
}

function NoPreview({ item, children }: { item: LightboxItem; children: string }) {
  return (
    <div className={`${FILL} flex flex-col items-center justify-center gap-4 p-6 text-center`}>
      <div className="h-40 w-56">
        <Thumbnail alt={item.title} kind={item.media_type === 'image' ? 'image' : 'document'} />
      </div>
      <p className="text-faded">{children}</p>
    </div>
  );
}
