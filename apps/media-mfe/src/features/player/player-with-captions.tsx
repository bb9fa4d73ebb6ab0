import { mediaViewQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { lazyComponent } from '@archive/ui';
import { useRef } from 'react';
import { Player, type PlayerProps } from './player.tsx';

const Captions = lazyComponent(() => import('../captions/captions.tsx'), 'Captions');

/** The player of a page, with captions and transcripts. */
export function PlayerWithCaptions({ file, ...props }: PlayerProps) {
  const { slug } = file;
  const { data } = useQuery({ ...mediaViewQuery(slug ?? ''), enabled: slug !== null });
  const frame = useRef<HTMLDivElement>(null);
  const seek = (second: number) => {
    const player = frame.current?.querySelector<HTMLMediaElement>('video, audio');
    if (!player) return;
    player.currentTime = second;
    // If the browser blocks autoplay, it still shows the frame at this time.
    void player.play().catch(() => undefined);
  };
  return (
    <div ref={frame} className="space-y-4">
      <Player file={file} {...props} />
      {slug !== null && data && <Captions slug={slug} captions={data.captions} onSeek={seek} />}
    </div>
  );
}
