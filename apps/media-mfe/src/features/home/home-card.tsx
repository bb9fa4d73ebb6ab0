import type { Slots } from '@archive/shell-api';
import { HomeDetail } from '@archive/shell-api/home-detail';
import { formatDate, Thumbnail } from '@archive/ui';

/** Detail on the Media Explorer card of Home: the newest photograph. */
export function HomeCard({ day }: Slots['home-card']) {
  return (
    <HomeDetail day={day}>
      {({ newest_photograph: photograph }) =>
        photograph ? (
          <div className="flex items-center gap-3">
            {/* Shows a placeholder instead of loading an external picture. */}
            <Thumbnail
              src={photograph.thumbnail_url ?? (photograph.url.startsWith('/') ? photograph.url : null)}
              alt=""
              className="size-16 shrink-0"
            />
            <div className="min-w-0">
              <p>Most recent photograph, by date taken</p>
              <p className="font-serif text-17 text-ink">{photograph.title}</p>
              {photograph.date && <p>{formatDate(photograph.date)}</p>}
            </div>
          </div>
        ) : (
          <p>No photographs yet.</p>
        )
      }
    </HomeDetail>
  );
}

export const component = HomeCard;
