import type { Home } from '@archive/contracts';
import { Link } from '@archive/router';
import { MountVernon, Saloon, UnderWay } from './drawn-pictures.tsx';

const COUNT = 3;
const DRAWN = [
  { title: 'Under way on the Potomac', Picture: UnderWay },
  { title: 'The landing at Mount Vernon', Picture: MountVernon },
  { title: 'The saloon', Picture: Saloon },
];

/** The newest pictures of the archive. Drawn ones take the places of those that it doesn't have. */
export function HomePictures({ home }: { home: Home | undefined }) {
  const pictures = home?.newest_pictures ?? [];
  return (
    <section aria-label="Pictures" className="grid h-full gap-3 max-sm:grid-rows-3 sm:grid-cols-3">
      {pictures.map(({ media_slug, title, url }) => (
        <figure key={media_slug} className="flex min-h-0 flex-col">
          <Link to={`/media/${media_slug}`} className="block min-h-0 flex-1 overflow-hidden rounded bg-wash">
            <img src={url} alt={title} decoding="async" className="size-full object-cover" />
          </Link>
          <figcaption className="h-7 truncate pt-1 text-13 text-faded">{title}</figcaption>
        </figure>
      ))}
      {home &&
        DRAWN.slice(0, COUNT - pictures.length).map(({ title, Picture }) => (
          <figure key={title} className="flex min-h-0 flex-col">
            <div className="min-h-0 flex-1">
              <Picture />
            </div>
            <figcaption className="h-7 truncate pt-1 text-13 text-faded">{title} (drawing)</figcaption>
          </figure>
        ))}
    </section>
  );
}
