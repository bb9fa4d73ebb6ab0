import { messageOf, resolveConflictsMutation } from '@archive/api-client';
import type { ConflictChoice, IngestConflict, IngestItem, IngestReport } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, toast } from '@archive/ui';
import { Check } from '@archive/ui/icons';
import { isInProgress } from '../labels.ts';

/** Fields where the document differs from a curator's edit, with a choice for each. */
export function Conflicts({ item, report }: { item: IngestItem; report: IngestReport }) {
  const { mutate, isPending, variables } = useMutation(resolveConflictsMutation(useQueryClient()));
  const { ordinal, conflicts } = item;
  const isFinal = isInProgress(report) || report.applied_as !== null || report.undone_at !== null;
  // A finished import has applied the choice. In a preview the choice can still change.
  const isResolved = ({ choice }: IngestConflict) => isFinal || (!report.dry_run && choice !== null);
  const choose = (fields: readonly string[], choice: ConflictChoice) =>
    mutate(
      { id: report.operation_id, choices: fields.map((field) => ({ ordinal, field, choice })) },
      { onError: (error) => toast.error(`Couldn’t save your choice: ${messageOf(error)}`) },
    );
  const unresolved = conflicts.filter((conflict) => !isResolved(conflict)).map(({ field }) => field);
  const pendingChoice = (field: string) =>
    isPending && 'choices' in variables
      ? variables.choices.find((choice) => choice.field === field)?.choice
      : undefined;
  return (
    <div className="flex flex-col gap-3 rounded border border-l-3 border-rule border-l-amber p-3">
      {conflicts.map((conflict) => (
        <Conflict
          key={conflict.field}
          label={conflict.label}
          archive={conflict.curator}
          detail=", edited by a curator"
          other={conflict.document}
          source="document"
          choice={pendingChoice(conflict.field) ?? conflict.choice}
          resolved={isResolved(conflict)}
          onChoose={(choice) => choose([conflict.field], choice)}
        />
      ))}
      {unresolved.length > 1 && (
        <div className="flex flex-wrap gap-2 border-t border-rule pt-3">
          <Button size="small" onClick={() => choose(unresolved, 'keep')}>
            Keep all archive versions
          </Button>
          <Button size="small" onClick={() => choose(unresolved, 'take')}>
            Use all document versions
          </Button>
        </div>
      )}
    </div>
  );
}

interface ConflictProps {
  label: string;
  archive: string | null;
  other: string | null;
  /** What the other value is in, for example "document". */
  source: string;
  /** Says more about the archive’s value. */
  detail?: string;
  choice: ConflictChoice | null;
  resolved?: boolean;
  onChoose: (choice: ConflictChoice) => void;
}

/** Two values of a field, with a choice between them. */
export function Conflict({
  label,
  archive,
  other,
  source,
  detail = '',
  choice,
  resolved = false,
  onChoose,
}: ConflictProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-13 font-medium">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Value label={`In the archive${detail}`} value={archive} />
        <Value label={`In the ${source}`} value={other} />
      </div>
      {resolved ? (
        <p className="text-13 text-faded">{choice === 'take' ? 'Document version used.' : 'Archive version kept.'}</p>
      ) : (
        <Choices
          options={[
            { value: 'keep', text: 'Keep archive version' },
            { value: 'take', text: `Use ${source} version` },
          ]}
          chosen={choice}
          onChoose={onChoose}
        />
      )}
    </fieldset>
  );
}

interface ChoicesProps<V extends string> {
  options: readonly { value: V; text: string }[];
  chosen: V | null;
  onChoose: (value: V) => void;
}

/** Buttons of which one is pressed. */
export function Choices<V extends string>({ options, chosen, onChoose }: ChoicesProps<V>) {
  return (
    <div className="flex flex-wrap gap-2">
      {options.map(({ value, text }) => (
        <Button
          key={value}
          size="small"
          aria-pressed={chosen === value}
          variant={chosen === value ? 'primary' : 'secondary'}
          icon={chosen === value && <Check aria-hidden className="size-4" />}
          onClick={() => onChoose(value)}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}

/** A value labeled with its origin. */
export function Value({ label, value }: { label: string; value: string | null }) {
  return (
    <div className="min-w-0 rounded border border-rule bg-leaf px-3 py-2">
      <p className="text-13 text-faded">{label}</p>
      <p className="break-words whitespace-pre-line">{value ?? <span className="text-faded">blank</span>}</p>
    </div>
  );
}
