import type { SearchHit } from '@archive/contracts';
import type { ReactNode } from 'react';

/**
 * Slots of one micro-frontend that others fill, with the props they get. The owner renders
 * `<Fill remote="people" slot="home-card" …>`; the remote lists its component under `fills` in `./routes`.
 */
export interface Slots {
  /** Content of the remote's card on Home, about three lines. `day` is today's date in the user's time zone, `MM-DD`. */
  'home-card': { day: string };
  /**
   * A search result whose record is of one of the remote's kinds. `href` is its URL, if it has one; `title` and `excerpt` are rendered text
   * with the matches marked, without links.
   */
  'search-result': { result: SearchHit; href: string | undefined; title: ReactNode; excerpt: ReactNode };
}
