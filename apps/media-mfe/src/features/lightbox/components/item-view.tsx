import type { LightboxItem } from '@archive/shell-api';
import { Thumbnail } from '@archive/ui';
import { useState, type CSSProperties } from 'react';
import { displayKind, pictureUrl } from '../kind.ts';
import type { usePanZoom } from '../use-pan-zoom.ts';

interface ItemViewProps {
  item: LightboxItem;
  setStage: (element: HTMLElement | null) => void;
  panZoom: Pick<ReturnType<typeof usePanZoom>, 'view' | 'handlers'>;
  /** Clockwise quarter turns. */
  turns: number;
}

const FILL = 'absolute inset-0 size-full';

/** The current item, scaled to fit. */
export function ItemView({ item, ...rest }: ItemViewProps) {
  const kind = displayKind(item);
  if (kind === 'image') return <Picture item={item} {...rest} />;
  return (
    <div className="relative min-h-0 flex-1">
      {kind === 'pdf' && <iframe title={item.title} src={item.url} className={`${FILL} bg-leaf`} />}
      {kind === 'video' && (
        <video controls autoPlay preload="metadata" src={item.url} aria-label={item.title} className={FILL}>
          <track kind="captions" />
        </video>
      )}
      {kind === 'audio' && (
        <div className={`${FILL} grid place-items-center p-6`}>
          <audio controls preload="metadata" src={item.url} aria-label={item.title} className="w-full max-w-xl">
            <track kind="captions" />
          </audio>
        </div>
      )}
      {kind === 'other' && (
        <NoPreview item={item}>
          {item.preview_error ?? 'Your browser can’t show this type of file. Download it to open it.'}
        </NoPreview>
      )}
    </div>
  );
}

function Picture({ item, setStage, panZoom, turns }: ItemViewProps) {
  const [broken, setBroken] = useState(false);
  const { scale, x, y } = panZoom.view;
  const isSideways = turns % 2 === 1;
  const style: CSSProperties = {
    maxWidth: isSideways ? '100cqh' : '100cqw',
    maxHeight: isSideways ? '100cqw' : '100cqh',
    transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${turns * 90}deg)`,
  };
  return (
    <div
      ref={setStage}
      {...panZoom.handlers}
      style={{ containerType: 'size', touchAction: 'none' }}
      className={`relative grid min-h-0 flex-1 place-items-center overflow-hidden select-none ${scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
    >
      {broken ? (
        <NoPreview item={item}>Can’t load the picture. Download it to open it.</NoPreview>
      ) : (
        <img src={pictureUrl(item)} alt={item.title} draggable={false} onError={() => setBroken(true)} style={style} />
      )}
    </div>
  );
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
