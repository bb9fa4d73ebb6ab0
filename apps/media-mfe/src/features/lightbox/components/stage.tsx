import type { LightboxItem } from '@archive/shell-api';
import { Thumbnail } from '@archive/ui';
import { useState, type CSSProperties } from 'react';
import { shownAs } from '../kind.ts';
import type { usePanZoom } from '../use-pan-zoom.ts';

interface StageProps {
  item: LightboxItem;
  setStage: (element: HTMLElement | null) => void;
  panZoom: Pick<ReturnType<typeof usePanZoom>, 'view' | 'handlers'>;
  /** Quarters of a circle, clockwise. */
  turns: number;
}

const WHOLE_STAGE = 'absolute inset-0 size-full';

/** What the lightbox shows, as large as there is room. */
export function Stage({ item, ...rest }: StageProps) {
  const kind = shownAs(item);
  if (kind === 'image') return <Picture item={item} {...rest} />;
  return (
    <div className="relative min-h-0 flex-1">
      {kind === 'pdf' && <iframe title={item.title} src={item.url} className={`${WHOLE_STAGE} bg-leaf`} />}
      {kind === 'video' && (
        <video controls autoPlay preload="metadata" src={item.url} aria-label={item.title} className={WHOLE_STAGE}>
          <track kind="captions" />
        </video>
      )}
      {kind === 'audio' && (
        <div className={`${WHOLE_STAGE} grid place-items-center p-6`}>
          <audio controls preload="metadata" src={item.url} aria-label={item.title} className="w-full max-w-xl">
            <track kind="captions" />
          </audio>
        </div>
      )}
      {kind === 'other' && (
        <NotShown item={item}>The browser cannot show this kind of file. Download it to open it.</NotShown>
      )}
    </div>
  );
}

function Picture({ item, setStage, panZoom, turns }: StageProps) {
  const [broken, setBroken] = useState(false);
  const { scale, x, y } = panZoom.view;
  const lies = turns % 2 === 1;
  const style: CSSProperties = {
    maxWidth: lies ? '100cqh' : '100cqw',
    maxHeight: lies ? '100cqw' : '100cqh',
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
        <NotShown item={item}>The picture could not be loaded. Download it to open it.</NotShown>
      ) : (
        <img src={item.url} alt={item.title} draggable={false} onError={() => setBroken(true)} style={style} />
      )}
    </div>
  );
}

function NotShown({ item, children }: { item: LightboxItem; children: string }) {
  return (
    <div className={`${WHOLE_STAGE} flex flex-col items-center justify-center gap-4 p-6 text-center`}>
      <div className="h-40 w-56">
        <Thumbnail alt={item.title} kind={item.media_type === 'image' ? 'image' : 'document'} />
      </div>
      <p className="text-faded">{children}</p>
    </div>
  );
}
