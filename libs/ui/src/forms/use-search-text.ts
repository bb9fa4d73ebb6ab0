import { useState } from 'react';

/**
 * The text of a search field whose query is in the URL. A query set elsewhere replaces the text. Its own query, which arrives when
 * the results are rendered, does not replace what was typed since.
 * @param query the current one
 */
export function useSearchText(query: string) {
  const [text, setText] = useState(query);
  const [lastQuery, setLastQuery] = useState(query);
  /** Queries that were sent and are not yet in the URL. */
  const [sentTexts, setSent] = useState<readonly string[]>([]);
  if (lastQuery !== query) {
    const index = sentTexts.lastIndexOf(query);
    setLastQuery(query);
    setSent(index === -1 ? [] : sentTexts.slice(index + 1));
    if (index === -1) setText(query);
  }
  return {
    text,
    setText,
    /** The last query sent. */
    latest: sentTexts.at(-1) ?? query,
    /** Call it with each query before it is sent. */
    markSent: (next: string) => setSent((queries) => [...queries, next]),
  };
}
