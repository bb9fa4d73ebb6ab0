import type { IngestName, IngestReport, NameDecision } from '@archive/contracts';
import { Badge, Button, pluralize } from '@archive/ui';
import { useRef, useState } from 'react';
import { canDecide } from '../labels.ts';
import { useDecideName } from '../use-decide-name.ts';
import { NameDialog } from './name-dialog.tsx';

/** The person that a curator can accept for a name with one click. */
const acceptable = ({ state, person, suggestion, decision }: IngestName) => {
  if (decision) return null;
  return state === 'likely' ? person : suggestion;
};

interface NameControlsProps {
  name: IngestName;
  report: IngestReport;
  onDecided?: () => void;
}

/** Accepts, changes or undoes the decision about a name. */
export function NameControls({ name, report, onDecided }: NameControlsProps) {
  const { written, decision, decided_earlier, kind, person, spellings, proposal } = name;
  const { decide, useForAll: chooseForAll, isPending } = useDecideName(report.operation_id, name);
  const [changing, setChanging] = useState(false);
  const controls = useRef<HTMLSpanElement>(null);
  const close = () => {
    setChanging(false);
    onDecided?.();
    // Move focus, because the button that was pressed disappears.
    controls.current?.focus();
  };
  const decideAndClose = (next: NameDecision | null) => {
    decide(next);
    close();
  };
  const accepted = acceptable(name);
  return (
    <span ref={controls} tabIndex={-1} className="inline-flex flex-wrap items-center gap-1.5 rounded-sm">
      {decision && <Badge tone="brass">{decided_earlier ? 'Confirmed in an earlier import' : 'Confirmed'}</Badge>}
      {canDecide(report) && (
        <>
          {accepted?.person_slug && (
            <Button
              size="small"
              busy={isPending}
              aria-label={`Use ${accepted.full_name} for “${written}”`}
              onClick={() => decideAndClose({ kind: 'person', person_slug: accepted.person_slug ?? '' })}
            >
              Use {accepted.full_name}
            </Button>
          )}
          {spellings.length > 0 && !decision && (
            <>
              <Button
                size="small"
                busy={isPending}
                aria-label={`Use “${person?.full_name}” for all spellings`}
                onClick={() => {
                  chooseForAll();
                  close();
                }}
              >
                Use for all spellings
              </Button>
              <Button
                size="small"
                variant="quiet"
                busy={isPending}
                aria-label={`“${written}” is a different person`}
                onClick={() => decideAndClose({ kind: 'new' })}
              >
                Different person
              </Button>
            </>
          )}
          {proposal.length > 0 && !decision && (
            <Button
              size="small"
              busy={isPending}
              aria-label={`${pluralize(proposal.length, 'Use this person', 'Use these people')} for “${written}”`}
              onClick={() => decideAndClose({ kind: 'split', names: proposal.map(({ full_name }) => full_name) })}
            >
              {pluralize(proposal.length, 'Use this person', 'Use these people')}
            </Button>
          )}
          {kind === 'group' && !decision && (
            <Button
              size="small"
              variant="quiet"
              busy={isPending}
              aria-label={`Keep as text: “${written}”`}
              onClick={() => decideAndClose({ kind: 'text' })}
            >
              Keep as text
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            aria-label={kind === 'group' ? `Choose people for “${written}”` : `Change the match for “${written}”`}
            onClick={() => setChanging(true)}
          >
            {kind === 'group' ? 'Choose people' : 'Change'}
          </Button>
          {decision && (
            <Button
              size="small"
              variant="quiet"
              busy={isPending}
              aria-label={`Undo the choice for “${written}”`}
              onClick={() => decideAndClose(null)}
            >
              Undo
            </Button>
          )}
        </>
      )}
      {changing && <NameDialog name={name} onDecide={decideAndClose} onClose={() => setChanging(false)} />}
    </span>
  );
}
