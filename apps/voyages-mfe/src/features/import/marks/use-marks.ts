import { ApiError, ingestMarksQuery, markIngestMutation, messageOf } from '@archive/api-client';
import type { IngestColumn, IngestMarks } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useEffect, useRef, useState } from 'react';
import type { Marks } from './marks.ts';

/** What a part of the passages is. */
export type Part = Pick<IngestColumn, 'name' | 'column'>;

/** A curator's step: the marks and the meanings of parts after it. */
interface Step {
  marks: Marks;
  parts: readonly Part[] | undefined;
}

const SAVE_AFTER_MS = 250;
const KEY = 'import.marks';
/** Steps that can be undone after a reload. */
const STORED_STEPS = 200;

interface Stored {
  id: string;
  version: number;
  steps: readonly Step[];
  /** The step that has this version. */
  saved: number;
}

const isStep = (value: unknown): value is Step => Array.isArray((value as Partial<Step> | null)?.marks);

/** The steps before a reload, unless someone else has changed the marks since. */
function readStored(id: string, { version, marks }: IngestMarks): Pick<Stored, 'steps' | 'saved'> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null;
    if (stored?.id === id && stored.version === version && stored.steps.length > 0 && stored.steps.every(isStep))
      return stored;
  } catch {
    // Storage is unavailable.
  }
  return { steps: [{ marks, parts: undefined }], saved: 0 };
}

function store({ steps, saved, ...stored }: Stored): void {
  const first = Math.max(0, steps.length - STORED_STEPS);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...stored, steps: steps.slice(first), saved: saved - first }));
  } catch {
    // The steps last as long as the page.
  }
}

/** The marks of a document with all steps that can be undone. Each is saved shortly after it, one request at a time. */
export function useMarks(id: string, saved: IngestMarks) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(markIngestMutation(client));
  const [initial] = useState(() => readStored(id, saved));
  const [steps, setSteps] = useState(initial.steps);
  const [failure, setFailure] = useState<{ message: string; isConflict: boolean }>();
  const [savedStep, setSavedStep] = useState(initial.steps[initial.saved]);
  const current = steps.at(-1) ?? { marks: [], parts: undefined };
  const version = useRef(saved.version);
  const stored = useRef(savedStep);
  const saving = useRef<Promise<boolean>>(Promise.resolve(true));

  /** Saves the current step, after those that are being saved. Returns whether it is saved. */
  const save = (): Promise<boolean> => {
    saving.current = saving.current.then(async () => {
      if (current === stored.current && version.current > 0) return true;
      try {
        const columns = current.parts && { columns: [...current.parts] };
        const result = await mutateAsync({ id, version: version.current, marks: [...current.marks], ...columns });
        version.current = result.version;
        client.setQueryData(ingestMarksQuery(id).queryKey, result);
        stored.current = current;
        store({ id, version: result.version, steps, saved: steps.length - 1 });
        setSavedStep(current);
        setFailure(undefined);
        return true;
      } catch (error) {
        setFailure({ message: messageOf(error), isConflict: error instanceof ApiError && error.status === 409 });
        return false;
      }
    });
    return saving.current;
  };

  const isSaved = current === savedStep;
  useEffect(() => {
    store({ id, version: version.current, steps, saved: steps.indexOf(stored.current ?? current) });
    if (isSaved) return undefined;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- saves once after each step
  }, [current, isSaved]);

  const change = (step: Partial<Step>) => setSteps([...steps, { ...current, ...step }]);
  return {
    marks: current.marks,
    parts: current.parts,
    isSaved,
    failure,
    canUndo: steps.length > 1,
    mark: (marks: Marks) => {
      if (marks !== current.marks) change({ marks });
    },
    choose: (parts: readonly Part[]) => change({ parts }),
    undo: () => {
      if (steps.length > 1) setSteps(steps.slice(0, -1));
    },
    /** Saves what isn't saved yet. Marks that were only proposed are saved, too. */
    flush: save,
  };
}
