import { ApiError, messageOf, registerMutation } from '@archive/api-client';
import type { FrontendStatus, Registration, RemoteDescriptionInput, RemoteIcon, SearchKind } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useOpenForm } from '@archive/shell-api';
import { Button, Checkbox, ConfirmDialog, Dialog, Notice, Select, TextArea, TextField, toast } from '@archive/ui';
import { type FormEvent, useId, useState } from 'react';
import { ICON_NAMES } from '../placement/icons.ts';
import { KINDS, KIND_NAMES } from '../search/search-url.ts';

const ICON_OPTIONS = ICON_NAMES.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

interface RemoteDialogProps {
  /** The micro-frontend to change; absent for a new one. */
  frontend?: FrontendStatus;
  onClose: () => void;
}

/** Registers a micro-frontend, or changes where the archive shows it. */
export function RemoteDialog({ frontend, onClose }: RemoteDialogProps) {
  useOpenForm();
  const form = useId();
  const [before] = useState(() => fieldsOf(frontend?.name ?? '', frontend?.registration?.description));
  const [fields, setFields] = useState(before);
  const [showsErrors, setShowsErrors] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const register = useMutation({
    ...registerMutation(useQueryClient()),
    onSuccess: ({ description: { title } }) => {
      toast.success(frontend ? `${title} updated` : `${title} registered`);
      onClose();
    },
  });
  const problems = problemsOf(fields);
  const isChanged = JSON.stringify(fields) !== JSON.stringify(before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowsErrors(true);
    if (Object.keys(problems).length === 0 && !register.isPending)
      register.mutate({ name: fields.name.trim(), description: descriptionOf(fields) });
  };
  const fieldErrors = register.error instanceof ApiError ? register.error.errors : [];
  const errorOf = (field: keyof RemoteFields, path: string = field) =>
    (showsErrors && problems[field]) ||
    fieldErrors.find((error) => error.path === path || error.path.startsWith(`${path}.`))?.message;
  const change = <Field extends keyof RemoteFields>(field: Field, value: RemoteFields[Field]) =>
    setFields({ ...fields, [field]: value });
  const text = (
    field: 'title' | 'path' | 'recordPath' | 'label' | 'cardTitle' | 'cardDescription' | 'position' | 'budget',
  ) => ({
    value: fields[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change(field, target.value),
  });
  const close = () => (isChanged ? setLeaving(true) : onClose());
  return (
    <Dialog
      open
      title={frontend ? `Edit ${before.title}` : 'Register a micro-frontend'}
      {...(frontend
        ? {}
        : {
            description:
              'Its team can then create a token and publish. It appears on the site once a version is promoted.',
          })}
      onOpenChange={(open) => !open && !register.isPending && close()}
      footer={
        <>
          <Button onClick={close} disabled={register.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={register.isPending}
            disabled={frontend !== undefined && !isChanged}
          >
            {frontend ? 'Save' : 'Register'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-5">
        {register.error && (
          <Notice announce tone="error">
            {messageOf(register.error)}
          </Notice>
        )}
        {!frontend && (
          <TextField
            required
            label="Name"
            help="Lowercase letters, digits, and hyphens. It is used in URLs and commands and can’t be changed later."
            maxLength={40}
            autoComplete="off"
            value={fields.name}
            error={errorOf('name')}
            onChange={({ target }) => change('name', target.value)}
          />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField required label="Title" maxLength={60} error={errorOf('title')} {...text('title')} />
          <TextField
            required
            label="Path"
            help="The addresses of its pages start with this path."
            placeholder="/log-book"
            maxLength={40}
            error={errorOf('path')}
            {...text('path')}
          />
          <TextField
            label="Record path"
            help="Permanent links to records start with this path. Leave blank for none."
            placeholder="/media"
            maxLength={40}
            error={errorOf('recordPath', 'record_path')}
            {...text('recordPath')}
          />
          <Select
            label="Icon"
            options={ICON_OPTIONS}
            value={fields.icon}
            onChange={({ target }) => change('icon', target.value)}
          />
          <TextField
            label="Position"
            help="Determines the order of links and cards."
            inputMode="numeric"
            maxLength={4}
            error={errorOf('position')}
            {...text('position')}
          />
        </div>
        <Checkbox
          label="Link in the navigation"
          checked={fields.hasLink}
          onChange={({ target }) => change('hasLink', target.checked)}
        />
        {fields.hasLink && (
          <TextField
            label="Link label"
            help="If blank, the title is used."
            maxLength={24}
            error={errorOf('label', 'navigation')}
            {...text('label')}
          />
        )}
        <Checkbox
          label="Card on Home"
          checked={fields.hasCard}
          onChange={({ target }) => change('hasCard', target.checked)}
        />
        {fields.hasCard && (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Card title"
              help="If blank, the title is used."
              maxLength={40}
              error={errorOf('cardTitle', 'home_card')}
              {...text('cardTitle')}
            />
            <TextField label="Card description" maxLength={120} {...text('cardDescription')} />
            <Checkbox
              label="The micro-frontend provides the card’s content"
              checked={fields.fillsCard}
              onChange={({ target }) => change('fillsCard', target.checked)}
            />
          </div>
        )}
        <fieldset>
          <legend className="mb-2 text-13 font-medium">Types of search results it displays</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {KIND_NAMES.map((kind) => (
              <KindBox key={kind} kind={kind} fields={fields} onChange={(kinds) => change('searchKinds', kinds)} />
            ))}
          </div>
          {errorOf('searchKinds', 'search_kinds') && (
            <p className="mt-1 text-13 text-signal">{errorOf('searchKinds', 'search_kinds')}</p>
          )}
        </fieldset>
        <TextArea
          label="Pages to check"
          help="URLs that the browser check opens before a promotion, one per line."
          rows={3}
          value={fields.pages}
          error={errorOf('pages')}
          onChange={({ target }) => change('pages', target.value)}
        />
        <TextField
          label="Size budget in KB"
          help="Limit for compressed scripts and styles. If blank, the build’s own budget applies."
          inputMode="numeric"
          maxLength={4}
          error={errorOf('budget')}
          {...text('budget')}
        />
      </form>
      <ConfirmDialog
        danger
        open={leaving}
        onOpenChange={setLeaving}
        title="Discard your changes?"
        description="What you entered hasn’t been saved."
        confirmText="Discard"
        onConfirm={onClose}
      />
    </Dialog>
  );
}

interface KindBoxProps {
  kind: SearchKind;
  fields: RemoteFields;
  onChange: (kinds: string[]) => void;
}

function KindBox({ kind, fields: { searchKinds }, onChange }: KindBoxProps) {
  return (
    <Checkbox
      label={KINDS[kind].plural}
      checked={searchKinds.includes(kind)}
      onChange={({ target }) =>
        onChange(target.checked ? [...searchKinds, kind] : searchKinds.filter((item) => item !== kind))
      }
    />
  );
}

type Description = Registration['description'];

/** The form's fields, as typed. */
interface RemoteFields {
  name: string;
  title: string;
  path: string;
  recordPath: string;
  hasLink: boolean;
  label: string;
  hasCard: boolean;
  cardTitle: string;
  cardDescription: string;
  fillsCard: boolean;
  icon: string;
  position: string;
  searchKinds: readonly string[];
  /** One path per line. */
  pages: string;
  budget: string;
}

const DEFAULT_POSITION = 100;
const DEFAULT_ICON = 'file';

/** The fields of a registered micro-frontend, or empty ones for a new one. */
function fieldsOf(name: string, description?: Description): RemoteFields {
  const { navigation = null, home_card: card = null } = description ?? {};
  return {
    name,
    title: description?.title ?? '',
    path: description?.path ?? '',
    recordPath: description?.record_path ?? '',
    hasLink: description === undefined || navigation !== null,
    label: navigation?.label ?? '',
    hasCard: card !== null,
    cardTitle: card?.title ?? '',
    cardDescription: card?.description ?? '',
    fillsCard: description?.slots.includes('home-card') ?? false,
    icon: navigation?.icon ?? card?.icon ?? DEFAULT_ICON,
    position: String(navigation?.position ?? card?.position ?? DEFAULT_POSITION),
    searchKinds: description?.search_kinds ?? [],
    pages: description?.pages.join('\n') ?? '',
    budget: description?.budget === null || description === undefined ? '' : String(description.budget),
  };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Converts the fields to a description. A link or card without its own name gets the title. */
function descriptionOf(fields: RemoteFields): RemoteDescriptionInput {
  const title = fields.title.trim();
  const look = { icon: fields.icon as RemoteIcon, position: Number(fields.position) };
  const searchKinds = fields.searchKinds as SearchKind[];
  return {
    title,
    path: fields.path.trim(),
    ...(fields.recordPath.trim() === '' ? {} : { record_path: fields.recordPath.trim() }),
    navigation: fields.hasLink ? { label: fields.label.trim() || title, ...look } : null,
    home_card: fields.hasCard
      ? { title: fields.cardTitle.trim() || title, description: fields.cardDescription.trim(), ...look }
      : null,
    slots: [
      ...(fields.hasCard && fields.fillsCard ? (['home-card'] as const) : []),
      ...(searchKinds.length > 0 ? (['search-result'] as const) : []),
    ],
    search_kinds: searchKinds,
    pages: linesOf(fields.pages),
    budget: fields.budget.trim() === '' ? null : Number(fields.budget),
  };
}

const WHOLE_NUMBER = /^\d{1,4}$/;

/** Problems that the form finds before it is sent, by field. */
function problemsOf(fields: RemoteFields): Partial<Record<keyof RemoteFields, string>> {
  return {
    ...(fields.name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(fields.title.trim() === '' ? { title: 'Enter a title.' } : {}),
    ...(fields.path.trim() === '' ? { path: 'Enter a path.' } : {}),
    ...(WHOLE_NUMBER.test(fields.position) ? {} : { position: 'Enter a whole number.' }),
    ...(fields.budget.trim() === '' || WHOLE_NUMBER.test(fields.budget.trim())
      ? {}
      : { budget: 'Enter a whole number of KB.' }),
  };
}
