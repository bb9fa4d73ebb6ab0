import { messageOf, settleConflictsMutation } from '@archive/api-client';
import type { ConflictChoice, IngestConflict, IngestItem, IngestReport } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, toast } from '@archive/ui';
import { Check } from '@archive/ui/icons';
import { isAtWork } from '../words.ts';
import { Value } from './value.tsx';

const CHOICES: { choice: ConflictChoice; text: string }[] = [
  { choice: 'keep', text: 'Keep the archive’s' },
  { choice: 'take', text: 'Take the document’s' },
];

/** Fields that a curator has edited and the document says otherwise: each is kept or taken. */
export function Conflicts({ item, report }: { item: IngestItem; report: IngestReport }) {
  const { mutate, isPending, variables } = useMutation(settleConflictsMutation(useQueryClient()));
  const { ordinal, conflicts } = item;
  const over = isAtWork(report) || report.applied_as !== null || report.undone_at !== null;
  // A run has done what was chosen; of a trial run one may still think otherwise.
  const isSettled = ({ choice }: IngestConflict) => over || (!report.dry_run && choice !== null);
  const choose = (fields: readonly string[], choice: ConflictChoice) =>
    mutate(
      { id: report.operation_id, choices: fields.map((field) => ({ ordinal, field, choice })) },
      { onError: (error) => toast.error(`The choice was not kept: ${messageOf(error)}`) },
    );
  const open = conflicts.filter((conflict) => !isSettled(conflict)).map(({ field }) => field);
  const chosen = (field: string) =>
    isPending ? variables?.choices.find((one) => one.field === field)?.choice : undefined;
  return (
    <div className="flex flex-col gap-3 rounded border border-l-3 border-rule border-l-amber p-3">
      {conflicts.map((conflict) => (
        <Conflict
          key={conflict.field}
          conflict={conflict}
          choice={chosen(conflict.field) ?? conflict.choice}
          settled={isSettled(conflict)}
          onChoose={(choice) => choose([conflict.field], choice)}
        />
      ))}
      {open.length > 1 && (
        <div className="flex flex-wrap gap-2 border-t border-rule pt-3">
          <Button size="small" onClick={() => choose(open, 'keep')}>
            Keep all of the archive’s
          </Button>
          <Button size="small" onClick={() => choose(open, 'take')}>
            Take all of the document’s
          </Button>
        </div>
      )}
    </div>
  );
}

interface ConflictProps {
  conflict: IngestConflict;
  choice: ConflictChoice | null;
  settled: boolean;
  onChoose: (choice: ConflictChoice) => void;
}

function Conflict({ conflict: { label, curator, document }, choice, settled, onChoose }: ConflictProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-13 font-medium">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Value label="In the archive, by a curator" value={curator} />
        <Value label="In the document" value={document} />
      </div>
      {settled ? (
        <p className="text-13 text-faded">
          {choice === 'take' ? 'The document’s was taken.' : 'The archive’s was kept.'}
        </p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {CHOICES.map(({ choice: one, text }) => (
            <Button
              key={one}
              size="small"
              aria-pressed={choice === one}
              variant={choice === one ? 'primary' : 'secondary'}
              icon={choice === one && <Check aria-hidden className="size-4" />}
              onClick={() => onChoose(one)}
            >
              {text}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
