import { useState } from 'react';

/**
 * The text of a search field whose query is in the URL. A query that was set elsewhere replaces the text. A query sent by the field itself,
 * which arrives when the results are rendered, does not replace text typed since then. `query` is the current one in the URL.
 */
export function useSearchText(query: string) {
  const [text, setText] = useState(query);
  const [lastQuery, setLastQuery] = useState(query);
  /** Queries that were sent but are not in the URL yet. */
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
    /** Call this with each query before sending it. */
    markSent: (next: string) => setSent((queries) => [...queries, next]),
  };
}
