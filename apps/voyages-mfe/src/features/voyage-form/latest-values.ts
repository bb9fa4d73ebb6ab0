import { useSyncExternalStore } from 'react';
import type { FieldName, FormValues, TextName } from './values.ts';

/** The form's values as of the last key, before React has rendered them. */
export class LatestValues {
  #values: FormValues;
  readonly #listeners = new Set<() => void>();

  constructor(values: FormValues) {
    this.#values = values;
  }

  get current(): FormValues {
    return this.#values;
  }

  replace(values: FormValues): void {
    this.#values = values;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
}

/** What text fields need of the form. */
export interface TypingForm {
  latest: LatestValues;
  errors: Partial<Record<FieldName, string>>;
  type(name: TextName, text: string): void;
}

/** The text of a field. Only the field renders with each key; the rest of the form follows when the browser has time. */
export function useTypedText({ latest, errors, type }: TypingForm, name: TextName) {
  return {
    value: useSyncExternalStore(latest.subscribe, () => latest.current[name]),
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value),
  };
}
