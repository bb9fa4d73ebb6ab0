import { mediaNeighborsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Link, useNavigate } from '@archive/router';
import { buttonClass, linkClass } from '@archive/ui';
import { ArrowLeft, ArrowRight } from '@archive/ui/icons';
import { useEffect } from 'react';
import { collectionHref } from '../collections-url.ts';
import { mediaHref } from '../explorer-url.ts';

/** Controls and dialogs that use the arrow keys themselves. */
const OWN_KEYS =
  'input, textarea, select, video, audio, iframe, canvas, dialog, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="tablist"], [role="application"], [role="slider"]';

const usesArrowKeys = (target: EventTarget | null) => target instanceof Element && target.closest(OWN_KEYS) !== null;

/** Links to the media items before and after this one, in the album or the folder. The left and right arrow keys open them too. */
export function Neighbors({ slug, album }: { slug: string; album: string | undefined }) {
  const { data } = useQuery(mediaNeighborsQuery(slug, album));
  const navigate = useNavigate();
  const { previous, next } = data ?? {};
  const context = data?.album?.album_slug;
  const previousHref = previous && mediaHref(previous.media_slug, context);
  const nextHref = next && mediaHref(next.media_slug, context);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (usesArrowKeys(event.target) || document.querySelector('dialog[open]')) return;
      const href = { ArrowLeft: previousHref, ArrowRight: nextHref }[event.key];
      if (!href) return;
      event.preventDefault();
      void navigate(href);
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [navigate, previousHref, nextHref]);
  if (!data || (!previous && !next)) return null;
  const noun = data.album?.voyage_slug === null ? 'collection' : 'album';
  return (
    <nav
      aria-label={data.album ? `In this ${noun}` : 'In this folder'}
      className="flex flex-wrap items-center gap-2 print:hidden"
    >
      {data.album && (
        <span className="mr-2 text-13 text-faded">
          {data.album.voyage_slug === null ? 'Collection' : 'Album'}:{' '}
          <Link
            to={
              data.album.voyage_slug === null
                ? collectionHref(data.album.album_slug)
                : `/voyages/${data.album.voyage_slug}`
            }
            className={linkClass()}
          >
            {data.album.title}
          </Link>
        </span>
      )}
      {previous && (
        <Link
          to={mediaHref(previous.media_slug, context)}
          title={previous.title}
          aria-label={`Previous: ${previous.title}`}
          className={buttonClass()}
        >
          <ArrowLeft aria-hidden className="size-4" />
          Previous
        </Link>
      )}
      {next && (
        <Link
          to={mediaHref(next.media_slug, context)}
          title={next.title}
          aria-label={`Next: ${next.title}`}
          className={buttonClass()}
        >
          Next
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  );
}
