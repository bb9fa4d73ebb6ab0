import { mediaViewQuery, messageOf } from '@archive/api-client';
import type { MediaPlayer, MediaView } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button } from '@archive/ui';
import { type ReactNode, useState } from 'react';
import { Recording } from './recording.tsx';
import { prefersReducedData } from './reduced-data.ts';
import { Tracks } from './tracks.tsx';

export interface PlayedFile {
  /** Null for a file that has no record. */
  slug: string | null;
  title: string;
  kind: MediaPlayer['kind'];
  /** URL of the file, used if it has no record. */
  url: string;
  posterUrl: string | null;
}

export interface PlayerProps {
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
