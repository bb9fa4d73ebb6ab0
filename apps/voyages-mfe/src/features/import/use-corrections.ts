import { messageOf, refreshIngestMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
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

/** Corrections survive a reload and an expired session. */
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
    // Corrections work without storage until the page closes.
  }
}

/** Corrections of a preview's document, by line, and a new preview of the corrected document. */
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
  return {
    corrections,
    open,
    failure,
    busy: isPending,
    text: correctedText(lines, corrections),
    edit: (range: LineRange) => change({ open: passageOf(lines, corrections, range) }),
    type: (text: string) => {
      if (open) change({ open: { ...open, text } });
    },
    close: () => change({ open: null }),
    save: () => {
      if (open) change({ open: null, corrections: withCorrection(lines, corrections, open) });
    },
    discard: () => change(NONE),
    check: async () => {
      setFailure(undefined);
      try {
        const { operation_id } = await mutateAsync({ id, document: correctedText(lines, corrections) });
        store(id, NONE);
        await navigate(`/voyages/import/${operation_id}`);
      } catch (error) {
        setFailure(messageOf(error));
      }
    },
  };
}
