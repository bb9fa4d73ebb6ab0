import { Pennant } from '@archive/ui/pennant';
import type { PublishedKind } from '@archive/contracts';
import { createContext, type ReactNode, use } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PublicMedia, Site } from './public-archive.ts';

export const FOLDERS: Record<PublishedKind, string> = {
  voyage: 'voyages',
  person: 'people',
  media: 'media',
  album: 'albums',
  place: 'places',
};

/** The path of a record’s page: a file with its ending, which every server and bucket finds. */
export const pathOf = (kind: PublishedKind, slug: string) => `${FOLDERS[kind]}/${slug}.html`;

const archivePathOf = (kind: PublishedKind, slug: string) =>
  kind === 'album' ? `/media/collections/${slug}` : `/${FOLDERS[kind]}/${slug}`;

/** Links are relative to the page, so that an edition works below any address. */
const Root = createContext('');

export function To({ path, className, children }: { path: string; className?: string; children: ReactNode }) {
  return (
    <a href={use(Root) + path} className={className}>
      {children}
    </a>
  );
}

interface RecordLinkProps {
  kind: PublishedKind;
  slug: string;
  children: ReactNode;
}

export const RecordLink = ({ kind, slug, children }: RecordLinkProps) => <To path={pathOf(kind, slug)}>{children}</To>;

/** The first picture of a page is the one that readers wait for. */
export function Picture({
  media,
  size,
  first = false,
}: {
  media: PublicMedia;
  size: 'small' | 'large';
  first?: boolean;
}) {
  const root = use(Root);
  const picture = size === 'large' ? (media.picture ?? media.thumbnail) : (media.thumbnail ?? media.picture);
  if (!picture) return <span className="no-picture">{media.media_type}</span>;
  return (
    <img
      src={root + picture.path}
      width={picture.width}
      height={picture.height}
      alt={media.alt_text ?? ''}
      {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
    />
  );
}

/** Pictures with their captions, in even rows. */
export function ContactSheet({ media }: { media: readonly PublicMedia[] }) {
  return (
    <ul className="contact-sheet">
      {media.map((item) => (
        <li key={item.slug}>
          <figure>
            <Picture media={item} size="small" />
            <figcaption>
              <RecordLink kind="media" slug={item.slug}>
                {item.title}
              </RecordLink>
              {item.credit && <small>{item.credit}</small>}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

export interface Facts {
  [label: string]: ReactNode;
}

/** Labels with their values; those without a value are left out. */
export function FactList({ facts }: { facts: Facts }) {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className="facts">
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sections of the site, with the folder of their pages. */
export const SECTIONS = [
  { path: 'voyages/index.html', label: 'Voyages' },
  { path: 'people/index.html', label: 'People' },
  { path: 'media/index.html', label: 'Pictures' },
  { path: 'places/index.html', label: 'Places' },
  { path: 'albums/index.html', label: 'Albums' },
  { path: 'figures.html', label: 'Figures' },
  { path: 'search.html', label: 'Search' },
] as const;

export interface Head {
  path: string;
  title: string;
  description: string;
  /** Data for machines (schema.org). */
  data?: object;
  /** Path of a picture for links to the page. */
  picture?: string | undefined;
  /** The record that the page is about. */
  record?: { kind: PublishedKind; slug: string };
  /** Path of the script that the page runs. All other pages run none. */
  script?: string;
  /** Path of the page that has taken its place. */
  movedTo?: string | undefined;
}

const isInSection = (path: string, section: string) =>
  path === section || (section.endsWith('/index.html') && path.startsWith(section.slice(0, -'index.html'.length)));

/** JSON that can’t close its `<script>` element. It is data, which is not run. */
const linkedData = (data: object) =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');

/** How to cite the page of a record, with an address that needs no account, and the record in the archive. */
function Citation({ site, head: { path, title, record } }: { site: Site; head: Head }) {
  const { address } = site;
  if (address === undefined || record === undefined) return null;
  const page = `${address}/edition/${path}`;
  return (
    <section className="citation">
      <h2>Cite this page</h2>
      <p>
        “{title}.” {site.title}. <a href={page}>{page}</a>.
      </p>
      <p>
        <a href={address + archivePathOf(record.kind, record.slug)}>Open in the archive (sign-in required)</a>
      </p>
    </section>
  );
}

function Document({ site, head, children }: { site: Site; head: Head; children: ReactNode }) {
  const root = use(Root);
  const { path, title, description, data, picture, script, movedTo } = head;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{path === 'index.html' ? title : `${title} · ${site.title}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <meta property="og:site_name" content={site.title} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:type" content={path === 'index.html' ? 'website' : 'article'} />
        {movedTo && <meta httpEquiv="refresh" content={`0; url=${root}${movedTo}`} />}
        {picture && (
          <meta
            property="og:image"
            content={site.address === undefined ? root + picture : `${site.address}/edition/${picture}`}
          />
        )}
        {site.address !== undefined && <link rel="canonical" href={`${site.address}/edition/${movedTo ?? path}`} />}
        <link rel="stylesheet" href={root + site.stylesheet} />
        <link rel="icon" href="data:," />
        {script && <script type="module" src={root + script} />}
        {data && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: linkedData(data) }} />}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header className="masthead">
          <To path="index.html" className="name">
            <Pennant className="pennant" />
            {site.title}
          </To>
          <nav aria-label="Main">
            <ul>
              {SECTIONS.map((section) => (
                <li key={section.path}>
                  <a
                    href={root + section.path}
                    aria-current={path === section.path ? 'page' : isInSection(path, section.path) ? 'true' : undefined}
                  >
                    {section.label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <main id="main">
          {children}
          <Citation site={site} head={head} />
        </main>
        <footer>
          <p>
            {site.title}. {site.subtitle}.
          </p>
          <nav aria-label="More">
            <ul>
              <li>
                <To path="days/index.html">On this day</To>
              </li>
              <li>
                <To path="about.html">About this edition</To>
              </li>
            </ul>
          </nav>
        </footer>
      </body>
    </html>
  );
}

/** The HTML of a page. */
export function pageHtml(site: Site, head: Head, content: ReactNode): string {
  const root = '../'.repeat(head.path.split('/').length - 1);
  const page = (
    <Root value={root}>
      <Document site={site} head={head}>
        {content}
      </Document>
    </Root>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}\n`;
}
