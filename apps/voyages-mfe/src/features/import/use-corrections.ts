import { messageOf, refreshIngestMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { toast } from '@archive/ui';
import { useState } from 'react';
import { type Correction, correctedText, passageOf, withCorrection } from './corrections.ts';
import type { LineRange } from './labels.ts';

interface UncheckedCorrections {
  corrections: Correction[];
  /** The correction that is being typed. */
  open: Correction | null;
}

const NONE: UncheckedCorrections = { corrections: [], open: null };
const keyOf = (id: string) => `voyages.import-corrections.${id}`;

/** Reads the stored corrections, which survive a reload and an expired session. */
function readStored(id: string): UncheckedCorrections {
  try {
    return { ...NONE, ...(JSON.parse(localStorage.getItem(keyOf(id)) ?? '{}') as Partial<UncheckedCorrections>) };
  } catch {
    return NONE;
  }
}

function store(id: string, state: UncheckedCorrections): void {
  try {
    if (state.corrections.length === 0 && state.open === null) localStorage.removeItem(keyOf(id));
    else localStorage.setItem(keyOf(id), JSON.stringify(state));
  } catch {
    // Storage is unavailable: the corrections last until the page closes.
  }
}

/** Whether a preview has no pending corrections. If it has, shows a toast, because an import or a refresh would ignore them. */
export function requireNoCorrections(id: string): boolean {
  const { corrections, open } = readStored(id);
  if (corrections.length === 0 && open === null) return true;
  toast.error('Your edits to the document are not in the preview yet. Save and refresh, or discard them.');
  return false;
}

/** Corrections of a preview's document, by line, and a function to preview the corrected document. */
export function useCorrections(id: string, lines: readonly string[]) {
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useMutation(refreshIngestMutation(useQueryClient()));
  const [state, setState] = useState(() => readStored(id));
  const [failure, setFailure] = useState<string>();
  const change = (next: Partial<UncheckedCorrections>) => {
    const nextState = { ...state, ...next };
    setState(nextState);
    store(id, nextState);
  };
  const { corrections, open } = state;
  const withOpen = () => (open ? withCorrection(lines, corrections, open) : corrections);
  return {
    corrections,
    open,
    failure,
    busy: isPending,
    text: correctedText(lines, corrections),
    /** Opens lines for editing, and keeps the text of lines that are already open. */
    edit: (range: LineRange) => {
      // Ignore edits during a refresh, because the refreshed preview would not contain them.
      if (isPending) return;
      const committed = withOpen();
      setState({ corrections: committed, open: passageOf(lines, committed, range) });
      store(id, { corrections: committed, open: null });
    },
    type: (text: string) => {
      if (open) change({ open: { ...open, text } });
    },
    close: () => change({ open: null }),
    save: () => change({ open: null, corrections: withOpen() }),
    discard: () => change(NONE),
    check: async () => {
      setFailure(undefined);
      const all = withOpen();
      change({ open: null, corrections: all });
      try {
        const { operation_id } = await mutateAsync({ id, document: correctedText(lines, all) });
        store(id, NONE);
        await navigate(`/voyages/import/${operation_id}`);
      } catch (error) {
        setFailure(messageOf(error));
      }
    },
  };
}
