import { type SettledFindings, undoSeveralSettlingsMutation } from '@archive/api-client';
import type { Settling, StorageFinding } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, Dialog, toast } from '@archive/ui';
import { Check, CircleAlert } from '@archive/ui/icons';
import { useRef, useState } from 'react';
import { countOf } from '../several/names.ts';
import { WAYS } from './ways.ts';

const PAGE = 50;

interface SettledListProps {
  by: Settling;
  findings: StorageFinding[];
  outcome: SettledFindings;
  onClose: () => void;
}

/** What became of each: first what could not be settled, with the reason; and the way back for the rest. */
export function SettledList({ by, findings, outcome: { settled, failures }, onClose }: SettledListProps) {
  const { of, done, undone } = WAYS[by];
  const close = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState(PAGE);
  const undo = useMutation(undoSeveralSettlingsMutation(useQueryClient()));
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  const reasons = new Map(failures.map(({ id, reason }) => [id, reason]));
  const items = [...reasons.keys(), ...settled].flatMap((id) => byId.get(id) ?? []);
  const all = failures.length === 0;

  const takeBack = async () => {
    const { settled: back, failures: left } = await undo.mutateAsync({ ids: settled, onProgress: () => undefined });
    if (back.length > 0) toast.success(`Undone for ${countOf(back.length, of)}`);
    if (left.length > 0)
      toast.error(
        `${countOf(left.length, of)} could not be undone: ${[...new Set(left.map(({ reason }) => reason))].join(' ')}`,
      );
    onClose();
  };

  return (
    <Dialog
      open
      initialFocus={close}
      title={
        all
          ? `${countOf(settled.length, of)} ${done}`
          : `${settled.length.toLocaleString('en-US')} of ${countOf(items.length, of)} ${done}`
      }
      {...(all ? {} : { description: `${countOf(failures.length, of)} could not be ${done}.` })}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {undone && settled.length > 0 && (
            <Button busy={undo.isPending} onClick={() => void takeBack()}>
              Undo
            </Button>
          )}
          <Button ref={close} variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <ul aria-label="What became of each" className="divide-y divide-rule border-y border-rule">
        {items.slice(0, shown).map((finding) => (
          <Row key={finding.id} finding={finding} done={done} reason={reasons.get(finding.id)} />
        ))}
      </ul>
      {items.length > shown && (
        <Button size="small" className="mt-3" onClick={() => setShown(shown + 10 * PAGE)}>
          Show more of {items.length.toLocaleString('en-US')}
        </Button>
      )}
    </Dialog>
  );
}

interface RowProps {
  finding: StorageFinding;
  done: string;
  /** Why it is not settled. */
  reason: string | undefined;
}

function Row({ finding: { record, path }, done, reason }: RowProps) {
  const Icon = reason === undefined ? Check : CircleAlert;
  return (
    <li className="flex items-start gap-2.5 py-2">
      <Icon aria-hidden className={`mt-1 size-4 shrink-0 ${reason === undefined ? 'text-sea' : 'text-signal'}`} />
      <div className="min-w-0">
        <span className="block font-medium wrap-anywhere">{record?.title ?? path}</span>
        <span className="block text-13 text-faded first-letter:uppercase">{reason ?? done}</span>
      </div>
    </li>
  );
}
