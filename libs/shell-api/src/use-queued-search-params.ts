import { useLocation, useNavigate, useSearchParams } from '@archive/router';
import { useEffect, useRef } from 'react';

interface NavigateOptions {
  replace?: boolean;
  preventScrollReset?: boolean;
}

/** Changes the parameters. It gets the latest ones, which may not be rendered yet, and returns the new ones. */
export type ChangeSearchParams = (
  change: (latest: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void;

/** The parameters in the URL, and a way to change them. Changes in quick succession add up, even before they are rendered. */
export function useQueuedSearchParams(): [URLSearchParams, ChangeSearchParams] {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const navigate = useNavigate();
  const rendered = params.toString();
  /** Parameters that were navigated to and aren't rendered yet. */
  const pending = useRef<string[]>([]);
  useEffect(() => {
    const index = pending.current.lastIndexOf(rendered);
    pending.current = index === -1 ? [] : pending.current.slice(index + 1);
  }, [rendered, key]);
  return [
    params,
    (change, options) => {
      const next = change(new URLSearchParams(pending.current.at(-1) ?? rendered)).toString();
      pending.current.push(next);
      void navigate(`?${next}`, options);
    },
  ];
}
