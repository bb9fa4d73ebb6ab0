import { mediaUsageQuery } from '@archive/api-client';
import type { MediaUsage, StoredFile } from '@archive/contracts';
import { rightsLabel } from '@archive/contracts/rights';
import { TagLinks } from '@archive/editing';
import { useQuery } from '@archive/query';
import { Link } from '@archive/router';
import { useEditMode } from '@archive/shell-api';
import {
  DefinitionList,
  Eyebrow,
  Loading,
  Notice,
  SkeletonLine,
  formatDate,
  formatDateTime,
  formatDuration,
  formatFileSize,
  formatNumber,
  lazyComponent,
  linkClass,
} from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { type ReactNode, useState } from 'react';
import { FileActions, ReplaceFileButton } from './file-actions.tsx';
import {
  isDoubtful,
  kindOf,
  lightboxItem,
  needsReplacement,
  pictureOf,
  previewProblem,
  typeName,
} from '../stored-file.ts';
import { collectionHref, explorerHref, manifestHref, mediaHref } from '../urls.ts';
import { NO_MARKS, PictureMarksContext } from '../viewer/region.ts';
import { Preview } from './preview.tsx';

const InThisPicture = lazyComponent(() => import('../people-in-picture/in-this-picture.tsx'), 'InThisPicture');
const Lightbox = lazyComponent(() => import('../lightbox/lightbox.tsx'), 'Lightbox');

interface FileRecordProps {
  file: StoredFile;
  /** The items that the lightbox shows, and the index of this file. */
  lightbox: { items: StoredFile[]; index: number };
  /** Folder of the file. */
  path: string;
  /** Shown instead of the preview. */
  viewer?: ReactNode;
  /** SHA-256 in hexadecimal, if it is known. */
  checksum?: string | null | undefined;
  /** Shown below the metadata. */
  children?: ReactNode;
}

/** One file: preview, actions, metadata and where it is used. */
export function FileRecord({ file, lightbox, path, viewer, checksum, children }: FileRecordProps) {
  const { editing } = useEditMode();
  const [opened, setOpened] = useState(false);
  const [marks, setMarks] = useState(NO_MARKS);
  const address = `${window.location.origin}${file.media_slug === null ? explorerHref(path, file.name) : mediaHref(file.media_slug)}`;
  const isPlayed = /^(?:video|audio)$/.test(kindOf(file));
  // The player says why it can’t play a file, but not what to do about a damaged file.
  const problem = isPlayed && !needsReplacement(file) ? null : previewProblem(file);
  const isShownInPart = file.preview_state === 'failed' && kindOf(file) === 'image' && pictureOf(file) !== null;
  /** Whether the file is stored in the archive, not on another website. */
  const isStored = file.url.startsWith('/');
  return (
    <article className="grid gap-10 lg:grid-cols-[1fr_22rem]">
      <div className="min-w-0 space-y-4">
        {problem && (
          <Notice
            tone={file.preview_state === 'failed' || isDoubtful(file) ? 'warning' : 'info'}
            title={file.preview_failure === 'damaged' ? 'Damaged file' : 'No preview'}
            action={editing && needsReplacement(file) && <ReplaceFileButton file={file} />}
          >
            {problem}
            {isShownInPart && <span className="block">Below is what your browser can show of it.</span>}
          </Notice>
        )}
        <PictureMarksContext value={marks}>{viewer ?? <Preview file={file} />}</PictureMarksContext>
        {file.media_slug !== null && (
          <InThisPicture
            key={file.media_slug}
            slug={file.media_slug}
            kind={kindOf(file)}
            // Marking regions needs the viewer.
            hasRegions={kindOf(file) === 'image' && file.public_derivative_url !== null}
            onShow={setMarks}
          />
        )}
      </div>
      <div className="space-y-6">
        <h1 className="text-27 [overflow-wrap:anywhere]">{file.title ?? file.name}</h1>
        <FileActions file={file} path={path} editing={editing} address={address} onOpen={() => setOpened(true)} />
        <DefinitionList
          items={[
            { term: 'Date', detail: file.date && formatDate(file.date) },
            { term: 'Credit', detail: file.credit },
            { term: 'Creator', detail: file.creator },
            { term: 'Place', detail: file.place },
            { term: 'Identifier', detail: file.identifier && <span className="wrap-anywhere">{file.identifier}</span> },
            { term: 'Provenance', detail: file.provenance },
            { term: 'Rights', detail: file.rights && <Rights url={file.rights} /> },
            { term: 'Rights note', detail: file.rights_note },
            { term: 'Tags', detail: file.tags.length > 0 ? <TagLinks tags={file.tags} /> : null },
            { term: 'Alternative text', detail: file.alt_text },
            { term: 'File name', detail: isStored ? <span className="wrap-anywhere">{nameOf(file.url)}</span> : null },
            {
              term: 'Original file name',
              detail: file.original_filename && <span className="wrap-anywhere">{file.original_filename}</span>,
            },
            { term: 'Size', detail: file.size > 0 || file.last_modified !== '' ? formatFileSize(file.size) : null },
            { term: 'Type', detail: isStored ? typeName(file.type) : null },
            { term: 'Dimensions', detail: dimensions(file) },
            { term: 'Duration', detail: file.duration && formatDuration(file.duration) },
            { term: 'Codecs', detail: file.codecs },
            { term: 'Color profile', detail: file.color_profile },
            { term: 'Bit depth', detail: file.bit_depth && `${formatNumber(file.bit_depth)} bits per channel` },
            { term: 'Pages', detail: file.page_count && formatNumber(file.page_count) },
            { term: 'Animation', detail: file.frame_count && `${formatNumber(file.frame_count)} frames` },
            { term: 'File modified', detail: file.last_modified && formatDateTime(file.last_modified) },
            { term: 'Checksum', detail: checksum && <Checksum sha256={checksum} /> },
            {
              term: 'Open in other viewers',
              detail: file.public_derivative_url && <Manifest slug={file.media_slug} />,
            },
          ]}
        />
        {file.description_markdown && <Prose>{file.description_markdown}</Prose>}
        {file.media_slug !== null && <Usage slug={file.media_slug} />}
        {file.media_slug === null && <p className="text-13 text-faded">This file isn’t in the database yet.</p>}
        {children}
      </div>
      {opened && (
        <Lightbox items={lightbox.items.map(lightboxItem)} start={lightbox.index} onClose={() => setOpened(false)} />
      )}
    </article>
  );
}

/** Name of a stored file, from its URL. */
const nameOf = (url: string) => decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));

/** "3,000 × 2,000 pixels" for pictures and videos; PDFs are measured in points, which readers do not need. */
function dimensions(file: StoredFile): string | null {
  const kind = kindOf(file);
  if ((kind !== 'image' && kind !== 'video') || !file.width || !file.height) return null;
  return `${formatNumber(file.width)} × ${formatNumber(file.height)} pixels`;
}

function Rights({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer license" className={linkClass()}>
      {rightsLabel(url)}
    </a>
  );
}

/** The URL that other viewers can open. */
function Manifest({ slug }: { slug: string | null }) {
  if (slug === null) return null;
  return (
    <a href={manifestHref(slug)} target="_blank" rel="noopener" className={linkClass()}>
      IIIF manifest
    </a>
  );
}

function Checksum({ sha256 }: { sha256: string }) {
  return (
    <>
      SHA-256 <code className="text-13 [overflow-wrap:anywhere]">{sha256}</code>
    </>
  );
}

/** Links to the voyages, albums and collections that show this file, and to the people whose portrait it is. */
function Usage({ slug }: { slug: string }) {
  const { data, error } = useQuery(mediaUsageQuery(slug));
  if (error) return null;
  return (
    <section aria-labelledby="usage-head">
      <h2 id="usage-head">
        <Eyebrow>Voyages</Eyebrow>
      </h2>
      {!data && (
        <Loading label="Loading voyages...">
          <SkeletonLine className="w-2/3" />
        </Loading>
      )}
      {data?.voyages.length === 0 && <p className="text-faded">Not attached to any voyage.</p>}
      {data && data.voyages.length > 0 && (
        <Links
          links={data.voyages.map(({ title, voyage_slug }) => ({
            key: voyage_slug,
            title,
            to: `/voyages/${voyage_slug}`,
          }))}
        />
      )}
      <Albums title="Albums" albums={data?.albums.filter(({ voyage_slug }) => voyage_slug !== null)} />
      <Albums title="Collections" albums={data?.albums.filter(({ voyage_slug }) => voyage_slug === null)} />
      {data && data.people.length > 0 && (
        <>
          <h2 className="mt-4">
            <Eyebrow>Portrait of</Eyebrow>
          </h2>
          <Links
            links={data.people.map(({ full_name, person_slug }) => ({
              key: person_slug,
              title: full_name,
              to: `/people/${person_slug}`,
            }))}
          />
        </>
      )}
    </section>
  );
}

/** Albums link to their voyage, which shows them; collections have a page. */
function Albums({ title, albums }: { title: string; albums: MediaUsage['albums'] | undefined }) {
  if (!albums || albums.length === 0) return null;
  return (
    <>
      <h2 className="mt-4">
        <Eyebrow>{title}</Eyebrow>
      </h2>
      <Links
        links={albums.map(({ title, album_slug, voyage_slug }) => ({
          key: album_slug,
          title,
          to: voyage_slug === null ? collectionHref(album_slug) : `/voyages/${voyage_slug}`,
        }))}
      />
    </>
  );
}

function Links({ links }: { links: { key: string; title: string; to: string }[] }) {
  return (
    <ul className="mt-1 space-y-1">
      {links.map(({ key, title, to }) => (
        <li key={key}>
          <Link to={to} className={linkClass()}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
