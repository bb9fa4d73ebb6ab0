import { useState } from 'react';
import type { FieldName, FormValues } from './values.ts';

/** A control whose typed text is not part of the form values yet, such as a person typed but not added. */
export interface PendingEditor {
  /** The field to which the text belongs. */
  field: FieldName;
  /** Adds the text to the form values. Omit it if only the curator can complete the entry. */
  commit?(): void;
  /** The values that `commit` would produce. */
  committed?(values: FormValues): FormValues;
  /** Error message for text that `commit` can't add; undefined if there is none. */
  problem?(): string | undefined;
  focus?(): void;
}

/** The form's pending editors. Saving commits them, or stops at the first that cannot be committed. */
export function usePendingEditors() {
  const [pending] = useState(() => {
    const editors = new Set<PendingEditor>();
    const listeners = new Set<() => void>();
    return {
      /** Registers an editor and returns a function that removes it. Editors register again for each new text. */
      register: (editor: PendingEditor) => {
        editors.add(editor);
        for (const listener of listeners) listener();
        return () => {
          editors.delete(editor);
        };
      },
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
      /** The values including all text that can be committed. */
      committed: (values: FormValues): FormValues =>
        [...editors].reduce((result, editor) => editor.committed?.(result) ?? result, values),
      commitAll: () => {
        for (const editor of editors) editor.commit?.();
      },
      /** Editors with text that can't be committed. */
      blocked: () => [...editors].filter((editor) => editor.problem?.() !== undefined),
    };
  });
  return pending;
}
