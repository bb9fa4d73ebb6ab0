import type { StoryRecord } from '@archive/contracts';
import { Link } from '@archive/router';
import { RemoteComponent } from '@archive/shell-api';
import { Avatar, Button, cx, formatDateRange, FailedState, Loading, SkeletonBlock } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { Children, type ComponentProps, createContext, isValidElement, type ReactNode, useContext } from 'react';
import { cropStyles, isFigure, partsOf } from './addresses.ts';

/** The records that the text names, by address; undefined while they load. */
const Records = createContext<ReadonlyMap<string, StoryRecord> | undefined>(undefined);

const PATHS = { voyage: '/voyages', person: '/people', place: '/places', media: '/media' } as const;
const KINDS = { voyage: 'Voyage', person: 'Person', place: 'Place', media: 'Media' } as const;
const pathOf = ({ kind, slug }: StoryRecord) => `${PATHS[kind]}/${slug}`;

interface StoryTextProps {
  children: string;
  /** Undefined while they load. */
  records: readonly StoryRecord[] | undefined;
}

/** The text of a story: Markdown, in which links alone in a paragraph show their record, chart or map, and pictures that of the media library. */
export function StoryText({ children, records }: StoryTextProps) {
  return (
    <Records value={records && new Map(records.map((record) => [record.address, record]))}>
      <Prose
        components={COMPONENTS}
        className="mx-auto max-w-none text-17 leading-[1.7] sm:text-[1.1875rem] [&_blockquote]:border-l-0 [&_blockquote]:pl-6 [&_blockquote]:text-21 [&_blockquote>p:first-child]:-indent-[0.45em] [&_footer]:mt-10 [&_footer]:border-t [&_footer]:border-rule [&_footer]:pt-4 [&_footer]:text-15 [&_footer]:text-faded [&_h3]:mt-10"
      >
        {children}
      </Prose>
    </Records>
  );
}

function StoryLink({ href = '', children }: ComponentProps<'a'>) {
  const records = useContext(Records);
  const { address } = partsOf(href);
  if (address !== undefined) {
    const record = records?.get(address);
    return record ? <Link to={pathOf(record)}>{children}</Link> : <>{children}</>;
  }
  if (href.startsWith('/')) return <Link to={href}>{children}</Link>;
  if (href.startsWith('#')) return <a href={href}>{children}</a>;
  return href === '' ? (
    <>{children}</>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

const ATTRIBUTION = /^[—–]\s/;

function Paragraph({ children }: ComponentProps<'p'>) {
  const parts = Children.toArray(children);
  const [first] = parts;
  if (parts.length === 1 && isValidElement<{ href?: string; src?: string; children?: ReactNode }>(first)) {
    const { href, src, children: caption } = first.props;
    if (src !== undefined) return first;
    const { address } = partsOf(href ?? '');
    if (href !== undefined && isFigure(href)) return <EmbeddedFigure href={href}>{caption}</EmbeddedFigure>;
    if (address !== undefined) return <RecordCard address={address}>{caption}</RecordCard>;
  }
  const isAttribution = typeof first === 'string' && ATTRIBUTION.test(first);
  return <p className={isAttribution ? 'mt-2! font-sans text-15 text-faded not-italic' : undefined}>{children}</p>;
}

/** A link that is a paragraph of its own, with what the archive has about its record. */
function RecordCard({ address, children }: { address: string; children: ReactNode }) {
  const records = useContext(Records);
  const record = records?.get(address);
  if (!record) return <Missing isLoading={records === undefined}>{children}</Missing>;
  const { kind, title, subtitle, date, end_date, picture } = record;
  const dates = date && formatDateRange(date, end_date);
  return (
    <aside className="group relative flex items-center gap-4 border-y border-rule py-3 font-sans">
      {kind === 'person' && <Avatar name={title} src={picture?.url} />}
      <div className="min-w-0">
        <p className="text-13 text-faded">{[KINDS[kind], dates].filter(Boolean).join(' · ')}</p>
        <Link
          to={pathOf(record)}
          className="font-serif text-17 font-semibold text-ink! no-underline! group-hover:text-navy! after:absolute after:inset-0"
        >
          {children}
        </Link>
        <p className="text-15 text-faded">{[title, subtitle].filter(Boolean).join(', ')}</p>
      </div>
    </aside>
  );
}

/** Text of children without markup. */
const textOf = (node: ReactNode): string =>
  Children.toArray(node)
    .map((part) => (isValidElement<{ children?: ReactNode }>(part) ? textOf(part.props.children) : String(part)))
    .join('');

/** A chart or map of the voyages micro-frontend, which loads its code only here. */
function EmbeddedFigure({ href, children }: { href: string; children: ReactNode }) {
  const records = useContext(Records);
  const { address } = partsOf(href);
  if (address !== undefined && !records?.has(address))
    return <Missing isLoading={records === undefined}>{children}</Missing>;
  return (
    <div className="my-8 font-sans text-15">
      <RemoteComponent
        remote="voyages"
        exposed="./figure"
        props={{ href, caption: textOf(children) }}
        loading={
          <Loading label="Loading figure...">
            <SkeletonBlock className="h-64" />
          </Loading>
        }
        fallback={(retry) => (
          <FailedState title={textOf(children)} action={<Button onClick={retry}>Retry</Button>}>
            This chart or map can’t be shown right now.
          </FailedState>
        )}
      />
    </div>
  );
}

function Missing({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  return (
    <p className="border-y border-rule py-3">
      {children} {!isLoading && <span className="font-sans text-13 text-faded">(no longer in the archive)</span>}
    </p>
  );
}

/** A picture of the archive, with the caption in the text and the credit in its record. */
function Picture({ src = '', alt }: ComponentProps<'img'>) {
  const records = useContext(Records);
  const { address, crop } = partsOf(src);
  const record = address === undefined ? undefined : records?.get(address);
  if (!record?.picture) return <Missing isLoading={records === undefined}>{alt}</Missing>;
  const { title, picture } = record;
  const { url, width, height, alt_text, credit } = picture;
  const styles = crop && cropStyles(crop, width, height);
  return (
    <figure className="my-8 break-inside-avoid">
      <Link to={pathOf(record)} className="block" aria-label={`Open ${title}`}>
        <span className={cx('block overflow-hidden rounded-sm bg-wash', styles && 'relative')} style={styles?.frame}>
          <img
            src={url}
            alt={alt_text ?? title}
            width={width ?? undefined}
            height={height ?? undefined}
            loading="lazy"
            className={styles ? 'absolute max-w-none' : 'mx-auto h-auto max-h-[80vh] w-auto max-w-full'}
            style={styles?.image}
          />
        </span>
      </Link>
      <figcaption className="mt-2 font-sans text-15 text-faded">
        {alt} {credit && <span className="text-13">{credit}</span>}
      </figcaption>
    </figure>
  );
}

const COMPONENTS = { p: Paragraph, a: StoryLink, img: Picture };
