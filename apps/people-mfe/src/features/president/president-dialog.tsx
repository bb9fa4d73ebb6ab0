import { type PresidentBody, createPresidentMutation, messageOf } from '@archive/api-client';
import { endsBefore } from '@archive/contracts/dates';
import {
  DATE_HELP,
  DateField,
  FieldGroup,
  FormDialog,
  type Problems,
  dateProblem,
  useDraft,
  useIdempotencyKey,
} from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import type { PresidentDialogProps } from '@archive/shell-api';
import { TextField, toast } from '@archive/ui';
import { useId, useRef } from 'react';
import { FiledUnderField } from '../forms/filed-under-field.tsx';
import { MoreFields, RoleAndYearFields, deathProblem, urlProblem, yearProblem } from '../forms/life-fields.tsx';
import { CREATE_ANYWAY, CandidatesNotice, useCandidates } from '../person-editing/candidates.tsx';

const PARTIES = ['Democratic', 'Republican', 'Private Owner', 'U.S. Navy'];

/** Form for a new president or owner. Saves the record unless the caller does (SPEC sections 2, 4, 5, and 8). Closing discards it. */
export function PresidentDialog({ open, ...rest }: PresidentDialogProps) {
  return open ? <PresidentForm {...rest} /> : null;
}

function PresidentForm({ onClose, onCreated, onEntered }: Omit<PresidentDialogProps, 'open'>) {
  const form = useDraft(EMPTY_PRESIDENT, checkPresident);
  const name = useRef<HTMLInputElement>(null);
  const parties = useId();
  const keyOf = useIdempotencyKey();
  const create = useMutation(createPresidentMutation(useQueryClient()));
  const candidates = useCandidates(form);
  const createText = onEntered ? 'Add President/Owner' : 'Create President/Owner';
  const save = () => {
    const body = presidentBody(form.draft);
    if (onEntered) {
      onEntered(body);
      onClose();
      return;
    }
    create.mutate(
      { body, idempotencyKey: keyOf(body) },
      {
        onError: form.showErrors,
        onSuccess: (president) => {
          toast.success(`President/Owner ${president.full_name} created successfully!`);
          onCreated?.(president);
          onClose();
        },
      },
    );
  };
  const submit = async () => {
    const url = checkPresident(form.draft).wikipedia_url ? '' : form.draft.wikipedia_url.trim();
    if (await candidates.hasNone(url)) save();
  };
  return (
    <FormDialog
      title="New President/Owner"
      description="A U.S. president, a private owner, or a government or military organization that operated the yacht."
      saveText={candidates.needsConfirmation ? CREATE_ANYWAY : createText}
      proposeText={candidates.needsConfirmation ? 'Propose anyway' : createText}
      busyText="Creating..."
      busy={create.isPending || candidates.busy}
      dirty={form.dirty}
      canSave={form.draft.full_name.trim() !== '' && form.draft.term_start.trim() !== ''}
      failure={create.error ? `Failed to create president/owner: ${messageOf(create.error)}` : undefined}
      initialFocus={name}
      onInvalid={form.showProblems}
      onSave={() => form.saveIfValid(() => void submit())}
      onClose={onClose}
    >
      <CandidatesNotice check={candidates.check} />
      <FieldGroup title="Name and term">
        <TextField
          ref={name}
          label="Full Name"
          required
          autoComplete="off"
          help={
            candidates.check?.typed &&
            `Changed from “${candidates.check.typed}”. Check that it’s right before you create the record.`
          }
          {...form.field('full_name')}
        />
        <FiledUnderField draft={form} name={form.draft.full_name} />
        <TextField
          label="Political Party or Owner Type"
          list={parties}
          autoComplete="off"
          help="A president’s political party, or “Private Owner” or “U.S. Navy” for anyone else."
          {...form.field('party')}
        />
        <datalist id={parties}>
          {PARTIES.map((party) => (
            <option key={party}>{party}</option>
          ))}
        </datalist>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <DateField label="Term Start" required help={DATE_HELP} {...form.field('term_start')} />
          <DateField label="Term End" help="Leave blank if ongoing." {...form.field('term_end')} />
        </div>
      </FieldGroup>
      <FieldGroup title="Role and dates">
        <RoleAndYearFields draft={form} />
      </FieldGroup>
      <MoreFields draft={form} />
    </FormDialog>
  );
}

const EMPTY_PRESIDENT = {
  full_name: '',
  filed_under: '',
  party: '',
  term_start: '',
  term_end: '',
  role_title: '',
  birth_year: '',
  death_year: '',
  organization: '',
  wikipedia_url: '',
  tags: '',
  notes_internal: '',
};
type PresidentDraft = typeof EMPTY_PRESIDENT;

/** The rules of SPEC section 5, New president modal. */
function checkPresident(draft: PresidentDraft): Problems<PresidentDraft> {
  const problems: Record<keyof PresidentDraft, string | undefined> = {
    full_name: draft.full_name.trim() === '' ? 'Please enter a full name' : undefined,
    filed_under: undefined,
    party: undefined,
    term_start:
      draft.term_start === '' ? 'Please enter the start date of presidency/ownership' : dateProblem(draft.term_start),
    term_end:
      dateProblem(draft.term_end) ??
      (endsBefore(draft.term_end, draft.term_start) ? 'Term end can’t be before term start.' : undefined),
    role_title: undefined,
    birth_year: yearProblem(draft.birth_year),
    death_year: deathProblem(draft.birth_year, draft.death_year),
    organization: undefined,
    wikipedia_url: urlProblem(draft.wikipedia_url),
    tags: undefined,
    notes_internal: undefined,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

const yearOf = (text: string) => (text === '' ? null : Number(text));
const textOf = (text: string) => text.trim() || null;

const presidentBody = (draft: PresidentDraft): PresidentBody => ({
  president_slug: 'auto',
  full_name: draft.full_name.trim(),
  filed_under: textOf(draft.filed_under),
  party: textOf(draft.party),
  term_start: draft.term_start,
  term_end: draft.term_end || null,
  role_title: textOf(draft.role_title),
  birth_year: yearOf(draft.birth_year),
  death_year: yearOf(draft.death_year),
  organization: textOf(draft.organization),
  wikipedia_url: textOf(draft.wikipedia_url),
  notes_internal: textOf(draft.notes_internal),
  tags: draft.tags,
});
