import type { MediaCaption } from '@archive/contracts';
import { type ComponentProps, type MouseEvent, useRef, useState } from 'react';
import { Tracks } from './tracks.tsx';

interface RecordingProps extends ComponentProps<'audio'> {
  /** URL of the waveform. */
  picture: string | null;
  /** In seconds. */
  duration: number | null;
  captions: readonly MediaCaption[];
}

/**
 * A recording with its waveform: the played part is darker, and a click seeks. The browser's own controls have a slider for keyboard users.
 */
export function Recording({ picture, duration, captions, ...audio }: RecordingProps) {
  const player = useRef<HTMLAudioElement>(null);
  const [seconds, setSeconds] = useState(0);
  const update = () => setSeconds(player.current?.currentTime ?? 0);
  const seek = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (player.current && width > 0) player.current.currentTime = ((clientX - left) / width) * (duration ?? 0);
  };
  const layer = 'absolute inset-0 size-full select-none';
  const rest = duration === null ? 100 : Math.max(0, 1 - seconds / duration) * 100;
  return (
    <div className="w-full space-y-2">
      {picture && duration !== null && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div
          aria-hidden
          data-played={`${(100 - rest).toFixed(0)}%`}
          className="relative h-24 w-full cursor-pointer overflow-hidden"
          onClick={seek}
        >
          <img src={picture} alt="" draggable={false} className={`${layer} opacity-40`} />
          <img
            src={picture}
            alt=""
            draggable={false}
            className={layer}
            style={{ clipPath: `inset(0 ${rest.toFixed(2)}% 0 0)` }}
          />
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Tracks has the captions */}
      <audio ref={player} {...audio} onTimeUpdate={update} onSeeking={update} className="w-full">
        <Tracks captions={captions} />
      </audio>
    </div>
  );
}
