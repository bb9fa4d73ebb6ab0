import { statement } from './statement.ts';

/**
 * Deletes words that no search document contains, and adds missing words. A word may be missing because a concurrent save skips a word
 * that still exists, even if this statement then deletes it.
 */
export const REFRESH_SEARCH_WORDS = statement(
  'search-words-refresh',
  `with used as materialized (
    select word from ts_stat($$
      select document from voyage_search union all select search from person
      union all select search from media union all select search from album$$)
    where length(word) between 3 and 40 and word !~ '[0-9]'),
  added as (insert into search_word (word) select word from used order by word on conflict do nothing)
  delete from search_word s where not exists (select from used u where u.word = s.word)`,
);
