import type { MediaItem } from '@archive/contracts';
import { RemoteComponent } from '@archive/shell-api';
import { Button, Dialog, Notice, TextField } from '@archive/ui';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { type Crop, linkMarkdown, pictureMarkdown } from '../reading/addresses.ts';

interface PickPictureProps {
  action: string;
  onPick: (media: MediaItem) => void;
  onClose: () => void;
}

interface PickerFailedProps {
  onRetry: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** In place of a dialog of another micro-frontend that can't be loaded. */
function PickerFailed({ onRetry, onClose, children }: PickerFailedProps) {
  return (
    <Notice
      announce
      tone="warning"
      action={
        <>
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
          <Button size="small" variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {children}
    </Notice>
  );
}

/** Picks a picture in the media micro-frontend's dialog. */
export function PickPicture({ action, onPick, onClose }: PickPictureProps) {
  return (
    <RemoteComponent
      remote="media"
      exposed="./media-picker"
      props={{ open: true, action, imagesOnly: true, onSelect: onPick, onClose }}
      fallback={(retry) => (
        <PickerFailed onRetry={retry} onClose={onClose}>
          Can’t open the media library right now. You can still write.
        </PickerFailed>
      )}
    />
  );
}

interface InsertProps {
  onInsert: (markdown: string) => void;
  onClose: () => void;
}

/** Picks a chart or map in the voyages micro-frontend's dialog. */
export function InsertFigure({ onInsert, onClose }: InsertProps) {
  return (
    <RemoteComponent
      remote="voyages"
      exposed="./figure-picker"
      props={{ onPick: ({ caption, href }) => onInsert(linkMarkdown(caption, href)), onClose }}
      fallback={(retry) => (
        <PickerFailed onRetry={retry} onClose={onClose}>
          Can’t open the charts and maps right now. You can still write.
        </PickerFailed>
      )}
    />
  );
}

const FULL: Crop = { x: 0, y: 0, width: 100, height: 100 };
const SIDES = { x: 'Left', y: 'Top', width: 'Width', height: 'Height' } as const;
const clamp = (value: number, max: number) => Math.min(Math.max(Math.round(value), 0), max);

/** The crop without what is outside of the picture. */
const within = ({ x, y, width, height }: Crop): Crop => {
  const [left, top] = [clamp(x, 99), clamp(y, 99)];
  return {
    x: left,
    y: top,
    width: Math.max(1, clamp(width, 100 - left)),
    height: Math.max(1, clamp(height, 100 - top)),
  };
};

/** Picks a picture, and then the part of it to show and its caption. */
export function InsertPicture({ onInsert, onClose }: InsertProps) {
  const [media, setMedia] = useState<MediaItem>();
  const [caption, setCaption] = useState('');
  const [crop, setCrop] = useState<Crop>(FULL);
  if (!media)
    return (
      <PickPicture
        action="Choose picture"
        onPick={(picked) => {
          setMedia(picked);
          setCaption(picked.title);
        }}
        // The picker closes itself after a choice.
        onClose={() => setMedia((current) => (current ? current : (onClose(), undefined)))}
      />
    );
  const isCropped = Object.keys(FULL).some((side) => crop[side as keyof Crop] !== FULL[side as keyof Crop]);
  return (
    <Dialog
      open
      title="Insert a picture"
      description="Drag over the picture to show only a part of it."
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => onInsert(pictureMarkdown(caption, media.media_slug, isCropped ? crop : undefined))}
          >
            Insert picture
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <CropPicture src={media.public_derivative_url ?? media.url ?? ''} crop={crop} onChange={setCrop} />
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {Object.entries(SIDES).map(([side, label]) => (
            <TextField
              key={side}
              label={`${label} (%)`}
              type="number"
              min={0}
              max={100}
              value={String(crop[side as keyof Crop])}
              onChange={(event) => setCrop(within({ ...crop, [side]: Number(event.target.value) }))}
            />
          ))}
        </div>
        {isCropped && (
          <Button size="small" onClick={() => setCrop(FULL)}>
            Show the full picture
          </Button>
        )}
        <TextField label="Caption" value={caption} onChange={(event) => setCaption(event.target.value)} />
      </div>
    </Dialog>
  );
}

function CropPicture({ src, crop, onChange }: { src: string; crop: Crop; onChange: (crop: Crop) => void }) {
  const [start, setStart] = useState<{ x: number; y: number }>();
  const at = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return {
      x: Math.min(Math.max(((clientX - left) / width) * 100, 0), 100),
      y: Math.min(Math.max(((clientY - top) / height) * 100, 0), 100),
    };
  };
  const drag = (event: PointerEvent) => {
    if (!start) return;
    const end = at(event);
    const size = { width: Math.abs(end.x - start.x), height: Math.abs(end.y - start.y) };
    if (size.width < 2 || size.height < 2) return;
    onChange(within({ x: Math.min(start.x, end.x), y: Math.min(start.y, end.y), ...size }));
  };
  return (
    <div
      className="relative mx-auto w-fit cursor-crosshair touch-none overflow-hidden select-none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setStart(at(event));
      }}
      onPointerMove={drag}
      onPointerUp={() => setStart(undefined)}
    >
      <img src={src} alt="" draggable={false} className="max-h-[45vh] w-auto max-w-full" />
      <div
        aria-hidden
        className="pointer-events-none absolute border-2 border-brass shadow-[0_0_0_999px_rgb(0_0_0/0.5)]"
        style={{ left: `${crop.x}%`, top: `${crop.y}%`, width: `${crop.width}%`, height: `${crop.height}%` }}
      />
    </div>
  );
}
