import type { MediaView } from '@archive/contracts';
import { Button, formatNumber } from '@archive/ui';
import { useState, type ReactNode } from 'react';

interface AnimationProps {
  animation: NonNullable<MediaView['animation']>;
  alt: string;
  onBroken(): void;
  /** The first frame, which can be zoomed. */
  children: ReactNode;
}

/** An animated picture: its first frame, or the animation after the user starts it. It never starts automatically. */
export function Animation({ animation, alt, onBroken, children }: AnimationProps) {
  const [isPlaying, setPlaying] = useState(false);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="relative min-h-0 flex-1">
        {isPlaying ? (
          <img src={animation.url} alt={alt} onError={onBroken} className="absolute inset-0 size-full object-contain" />
        ) : (
          children
        )}
      </div>
      <div className="flex min-h-12 flex-wrap items-center gap-3 px-2 sm:px-4 print:hidden">
        <Button size="small" onClick={() => setPlaying(!isPlaying)}>
          {isPlaying ? 'Stop animation' : 'Play animation'}
        </Button>
        <span className="text-13 text-faded tabular-nums">{formatNumber(animation.frames)} frames</span>
      </div>
    </div>
  );
}
