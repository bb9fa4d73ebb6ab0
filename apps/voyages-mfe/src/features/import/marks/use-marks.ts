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

/** The marks of a document with all steps of this visit. Each is saved shortly after it, one request at a time. */
export function useMarks(id: string, saved: IngestMarks) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(markIngestMutation(client));
  const [steps, setSteps] = useState<readonly Step[]>([{ marks: saved.marks, parts: undefined }]);
  const [failure, setFailure] = useState<{ message: string; isConflict: boolean }>();
  const [savedStep, setSavedStep] = useState(steps[0]);
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
