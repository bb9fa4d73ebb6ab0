import { ApiError } from '@archive/api-client';
import { useRef, useState } from 'react';

export type Problems<D> = Partial<Record<keyof D, string>>;

/** State and validation of a form of text fields. An error shows once its field loses focus. */
export function useDraft<D extends object>(start: D, check: (draft: D) => Problems<D>) {
  const [draft, setDraft] = useState(start);
  const latest = useRef(draft);
  const [blurred, setBlurred] = useState<ReadonlySet<keyof D>>(new Set());
  const [serverErrors, setServerErrors] = useState<Problems<D>>({});
  const problems = check(draft);
  const names = Object.keys(draft) as (keyof D & string)[];

  const change = (changes: Partial<D> | ((draft: D) => Partial<D>)) => {
    latest.current = {
      ...latest.current,
      ...(typeof changes === 'function' ? changes(latest.current) : changes),
    };
    setDraft(latest.current);
    if (typeof changes === 'function') return;
    setServerErrors(
      (current) => Object.fromEntries(Object.entries(current).filter(([name]) => !(name in changes))) as Problems<D>,
    );
  };

  const isValid = Object.keys(problems).length === 0;
  const showProblems = () => setBlurred(new Set(names));

  return {
    draft,
    /** Returns the latest draft, even in a callback created by an earlier render. */
    latest: () => latest.current,
    change,
    dirty: names.some((name) => draft[name] !== start[name]),
    isValid,
    /** Props for a control of `@archive/ui`. `shape` transforms the typed text. */
    field: (name: keyof D & string, shape: (text: string) => string = (text) => text) => ({
      name,
      value: String(draft[name]),
      error: serverErrors[name] ?? (blurred.has(name) ? problems[name] : undefined),
      onChange: (event: { target: { value: string } }) =>
        change({ [name]: shape(event.target.value) } as unknown as Partial<D>),
      onBlur: () => setBlurred((current) => new Set([...current, name])),
    }),
    /** Shows all errors, for example after an attempt to save. */
    showProblems,
    /** Calls `save` if the draft is valid, and shows its errors otherwise. */
    saveIfValid: (save: () => void) => (isValid ? save() : showProblems()),
    /** Shows the server's field errors beside their fields. */
    showErrors: (error: unknown) => {
      if (error instanceof ApiError)
        setServerErrors(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) as Problems<D>);
    },
  };
}

/** A draft with at least these fields. */
export interface DraftWith<Names extends string> {
  field(
    name: Names,
    shape?: (text: string) => string,
  ): {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
    onBlur: () => void;
  };
}

/** A random idempotency key of 32 hexadecimal digits. `randomUUID` is missing on pages without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Returns the idempotency key for a request body: the same key while the body is
 * unchanged, so that a request that got no response can be repeated safely.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newKey() };
    return last.current.key;
  };
}
