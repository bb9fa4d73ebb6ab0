import { filingProposalQuery } from '@archive/api-client';
import type { DraftWith } from '@archive/editing';
import { useQuery } from '@archive/query';
import { TextField } from '@archive/ui';
import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 300;

/** The name once it has not changed for a moment. */
function usePausedName(name: string): string {
  const [paused, setPaused] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(name), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name]);
  return paused;
}

/** What a person is filed under. Shows what the rules for names propose until something is entered. */
export function FiledUnderField({ draft, name }: { draft: DraftWith<'filed_under'>; name: string }) {
  const paused = usePausedName(name.trim());
  const { data } = useQuery({ ...filingProposalQuery(paused), enabled: paused !== '' });
  const proposal = paused === '' ? undefined : data?.filing_proposal;
  const field = draft.field('filed_under');
  const help =
    field.value.trim() === ''
      ? 'Proposed from the name. Lists and citations sort by it. Enter something else to change it.'
      : `Lists and citations sort by it. Clear it to use ${proposal ? `“${proposal}”` : 'the proposal'} again.`;
  return <TextField label="Filed Under" autoComplete="off" placeholder={proposal} help={help} {...field} />;
}
