import { similarMediaQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Link } from '@archive/router';
import { formatDate, Thumbnail } from '@archive/ui';
import { mediaHref } from '../explorer-url.ts';

/** Pictures in the library that look like this one, the most similar first. Shows nothing if there are none. */
export function SimilarPictures({ slug }: { slug: string }) {
  const { data: pictures = [] } = useQuery(similarMediaQuery(slug));
  if (pictures.length === 0) return null;
  return (
    <section aria-labelledby="similar-pictures" className="space-y-3">
      <h2 id="similar-pictures" className="text-21">
        Similar images
      </h2>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-6">
        {pictures.map(({ media_slug, title, thumbnail_url, date }) => (
          <li key={media_slug} className="min-w-0">
            <Link to={mediaHref(media_slug)} className="group block">
              <span className="block h-28 overflow-hidden">
                <Thumbnail src={thumbnail_url} alt="" fit="contain" />
              </span>
              <span className="mt-1 line-clamp-2 font-medium wrap-anywhere group-hover:underline">{title}</span>
            </Link>
            {date && <p className="text-13 text-faded">{formatDate(date)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
