import { personCandidatesQuery } from '@archive/api-client';
import type { PersonMatch } from '@archive/contracts';
import { useQueryClient } from '@archive/query';
import { useState } from 'react';

interface Check {
  /** The checked name, as shown in the form. */
  name: string;
  /** People in the archive who may be the same person. */
  people: PersonMatch[];
  /** The typed text, if the form now shows a different name parsed from it. */
  typed: string | undefined;
  /** The form of address that was removed from the name. */
  title: string | null;
}

/** Checks a new person against the archive before the record is created. */
export function useCandidates(name: string, onReading: (name: string) => void) {
  const client = useQueryClient();
  const [check, setCheck] = useState<Check>();
  const [busy, setBusy] = useState(false);
  const currentCheck = check?.name === name.trim() ? check : undefined;
  /** Whether the record can be created: all candidates have been shown, or the check failed. */
  const hasNone = async (url: string): Promise<boolean> => {
    if (currentCheck) return true;
    setBusy(true);
    const trimmedName = name.trim();
    const candidates = await client.fetchQuery(personCandidatesQuery(trimmedName, url)).catch(() => undefined);
    setBusy(false);
    if (!candidates || (candidates.people.length === 0 && candidates.full_name === trimmedName)) return true;
    const isRead = candidates.full_name !== trimmedName;
    setCheck({
      name: candidates.full_name,
      people: candidates.people,
      typed: isRead ? trimmedName : undefined,
      title: candidates.title,
    });
    if (isRead) onReading(candidates.full_name);
    return false;
  };
  return { check: currentCheck, busy, hasNone };
}
