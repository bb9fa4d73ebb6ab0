import { useLocation, useNavigate, useSearchParams } from '@archive/router';
import { useEffect, useRef } from 'react';

interface NavigateOptions {
  replace?: boolean;
  preventScrollReset?: boolean;
}

/** Changes the parameters. `change` receives the latest parameters, which may not be rendered yet, and returns the new ones. */
export type ChangeSearchParams = (
  change: (latest: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void;

/**
 * The parameters in the URL, and a function to change them. Each change builds on the previous one, even if that isn't rendered yet.
 */
export function useQueuedSearchParams(): [URLSearchParams, ChangeSearchParams] {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const navigate = useNavigate();
  const rendered = params.toString();
  /** Parameter strings that were passed to `navigate` and aren't rendered yet. */
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
