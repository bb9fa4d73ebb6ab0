import { useSyncExternalStore } from 'react';
import type { FieldName, FormValues, TextName } from './values.ts';

/** The form's values after the latest key press, even before React has rendered them. */
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

/** The parts of the form that text fields need. */
export interface TypingForm {
  latest: LatestValues;
  errors: Partial<Record<FieldName, string>>;
  type(name: TextName, text: string): void;
}

/** The text of a field. Only the field renders after each key press; the rest of the form renders when the browser is idle. */
export function useTypedText({ latest, errors, type }: TypingForm, name: TextName) {
  return {
    value: useSyncExternalStore(latest.subscribe, () => latest.current[name]),
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value),
  };
}
