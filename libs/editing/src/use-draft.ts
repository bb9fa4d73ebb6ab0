import { ApiError } from '@archive/api-client';
import { useState } from 'react';

export type Problems<D> = Partial<Record<keyof D, string>>;

/** What is typed into a form of text fields, and what is wrong with it. A problem shows once its field has been left. */
export function useDraft<D extends object>(start: D, check: (draft: D) => Problems<D>) {
  const [draft, setDraft] = useState(start);
  const [left, setLeft] = useState<ReadonlySet<keyof D>>(new Set());
  const [refused, setRefused] = useState<Problems<D>>({});
  const problems = check(draft);
  const names = Object.keys(draft) as (keyof D & string)[];

  const change = (changes: Partial<D> | ((draft: D) => Partial<D>)) => {
    setDraft((now) => ({ ...now, ...(typeof changes === 'function' ? changes(now) : changes) }));
    if (typeof changes === 'function') return;
    setRefused((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changes))) as Problems<D>);
  };

  return {
    draft,
    change,
    dirty: names.some((name) => draft[name] !== start[name]),
    sound: Object.keys(problems).length === 0,
    /** Wires a control of `libs/ui` to a field; `shape` makes what is typed fit. */
    field: (name: keyof D & string, shape: (text: string) => string = (text) => text) => ({
      name,
      value: String(draft[name]),
      error: refused[name] ?? (left.has(name) ? problems[name] : undefined),
      onChange: (event: { target: { value: string } }) =>
        change({ [name]: shape(event.target.value) } as unknown as Partial<D>),
      onBlur: () => setLeft((now) => new Set([...now, name])),
    }),
    /** Shows every problem, as after an attempt to save. */
    showProblems: () => setLeft(new Set(names)),
    /** Puts the server's refusals beside their fields. */
    refuse: (error: unknown) => {
      if (error instanceof ApiError)
        setRefused(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) as Problems<D>);
    },
  };
}

/** A draft that has at least these fields. */
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
