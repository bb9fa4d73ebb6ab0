import { mediaViewQuery, messageOf } from '@archive/api-client';
import type { MediaCaption, MediaPlayer, MediaView } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, lazyComponent } from '@archive/ui';
import { type ComponentProps, type MouseEvent, type ReactNode, useRef, useState } from 'react';

export interface PlayedFile {
  /** Null for a file that has no record. */
  slug: string | null;
  title: string;
  kind: MediaPlayer['kind'];
  /** URL of the file, used if it has no record. */
  url: string;
  posterUrl: string | null;
}

interface PlayerProps {
  file: PlayedFile;
  /** Ignored if the user prefers reduced data. */
  autoPlay?: boolean;
  /** Whether the page already says what is wrong with the file. */
  isExplained?: boolean;
  /** Sets the size of a video. */
  className?: string;
}

const NO_VIEW = { state: null, error: null };
const NAMES = { video: 'video', audio: 'recording' } as const;

/** Plays a video or recording: the file itself, or its conversion for browsers. Says why it can’t be played. */
export function Player({ file, autoPlay = false, isExplained = false, className }: PlayerProps) {
  const { slug, title, kind } = file;
  const { data, error, isFetching, refetch } = useQuery({ ...mediaViewQuery(slug ?? ''), enabled: slug !== null });
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const picture = data?.pictures[0]?.url ?? file.posterUrl;
  const captions = data?.captions ?? [];
  const { state, error: problem } = data ?? NO_VIEW;
  const reason = isExplained ? null : problem;
  // A file without a record, or on another website, has only a URL.
  const { url, duration } = data?.player ?? { url: file.url, duration: null };

  if (error && !data)
    return (
      <Message picture={picture}>
        Can’t load this {NAMES[kind]}: {messageOf(error)}{' '}
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </Message>
    );
  if (slug !== null && !data) return <Message picture={picture}>Loading {NAMES[kind]}...</Message>;
  if (url === null || url === brokenUrl)
    return <Message picture={picture}>{whyNotPlayed(kind, state, reason, url)}</Message>;

  const reducedData = prefersReducedData();
  const common = {
    src: url,
    controls: true,
    'aria-label': title,
    onError: () => setBrokenUrl(url),
  };
  if (kind === 'video')
    return (
      <>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Tracks has the captions */}
        <video
          key={url}
          {...common}
          playsInline
          autoPlay={autoPlay && !reducedData}
          preload={reducedData || picture ? 'none' : 'metadata'}
          poster={picture ?? undefined}
          className={className}
        >
          <Tracks captions={captions} />
        </video>
        <Reason>{reason}</Reason>
      </>
    );
  return (
    <>
      <Recording
        key={url}
        {...common}
        picture={picture}
        duration={duration}
        captions={captions}
        preload={reducedData ? 'none' : 'metadata'}
      />
      <Reason>{reason}</Reason>
    </>
  );
}

function whyNotPlayed(kind: MediaPlayer['kind'], state: MediaView['state'], reason: string | null, url: string | null) {
  if (state === 'waiting') return `The ${NAMES[kind]} is being prepared. You can download it in the meantime.`;
  return (
    reason ??
    (url === null
      ? `This ${NAMES[kind]} can’t be played here.`
      : `Your browser can’t play this ${NAMES[kind]}. Download it to open it.`)
  );
}

/** Why a playable file has no poster or waveform. */
const Reason = ({ children }: { children: string | null }) =>
  children === null ? null : <p className="text-15 text-faded">{children}</p>;

function Message({ picture, children }: { picture: string | null; children: ReactNode }) {
  return (
    <div className="w-full space-y-3 rounded border border-rule bg-wash p-4 text-center">
      {picture && <img src={picture} alt="" className="mx-auto max-h-80 max-w-full" />}
      <output className="block text-15 text-faded">{children}</output>
    </div>
  );
}

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
function Recording({ picture, duration, captions, ...audio }: RecordingProps) {
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

interface NavigatorWithConnection extends Navigator {
  /** Missing in some browsers. */
  connection?: { saveData?: boolean };
}

/** Whether the user prefers reduced data, as set in the system or the browser. */
const prefersReducedData = (): boolean =>
  (typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-data: reduce)').matches) ||
  (navigator as NavigatorWithConnection).connection?.saveData === true;

/** The captions in the menu of a player. */
function Tracks({ captions }: { captions: readonly MediaCaption[] }) {
  if (captions.length === 0) return <track kind="captions" />;
  return captions.map(({ language, label, url }) => (
    <track key={language} kind="captions" srcLang={language} label={label} src={url} />
  ));
}
