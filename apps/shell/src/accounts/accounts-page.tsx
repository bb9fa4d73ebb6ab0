import {
  accountsQuery,
  addAccountMutation,
  messageOf,
  resetAccountMutation,
  updateAccountMutation,
} from '@archive/api-client';
import type { Account, Invitation, Role } from '@archive/contracts';
import { MAIL_FAILURES } from '@archive/contracts/format';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState, usePageTitle, useSession } from '@archive/shell-api';
import {
  Badge,
  Button,
  ConfirmDialog,
  formatDateTime,
  formatDay,
  PageHeader,
  Select,
  TextField,
  toast,
  VisuallyHidden,
} from '@archive/ui';
import { useState } from 'react';
import { fieldError, otherError } from './field-errors.ts';
import { ROLE_OPTIONS, roleName } from './roles.ts';
import { Section } from './section.tsx';
import { ShownOnce } from './shown-once.tsx';

const STATES: Record<Account['state'], string> = { active: 'Active', invited: 'Invited', deactivated: 'Deactivated' };
const SHORT_OPTIONS = ROLE_OPTIONS.map(({ value }) => ({ value, label: roleName(value) }));

interface Invited {
  account: Account;
  invitation: Invitation;
}

/** /ops/accounts: who can sign in, and what they may do, for administrators. */
export function AccountsPage() {
  usePageTitle('Accounts');
  const query = useQuery(accountsQuery());
  const { data } = query;
  const [invited, setInvited] = useState<Invited>();
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Accounts"
        lede="Everyone who can sign in. History and the security log record what each person does under their name."
      />
      <NewAccount onInvited={setInvited} />
      {invited && <InvitationLink {...invited} />}
      {data ? (
        <ul aria-label="Accounts" className="divide-y divide-rule border-y border-rule">
          {data.map((account) => (
            <AccountRow key={account.email ?? ''} account={account} onInvited={setInvited} />
          ))}
        </ul>
      ) : (
        <QueryState query={query} failed="Can’t load the accounts" loading="Loading accounts..." />
      )}
    </div>
  );
}

function InvitationLink({ account: { name, email }, invitation: { path, expires_at, mailed } }: Invited) {
  const isSent = mailed === 'sent';
  return (
    <ShownOnce
      title={isSent ? `The link was sent to ${email}.` : 'Copy this link now. It won’t be shown again.'}
      secret={`${location.origin}${path}`}
    >
      {mailed !== null && !isSent && `The link was not sent by mail: ${MAIL_FAILURES[mailed]}. `}
      {isSent
        ? `If it doesn’t arrive, send it to ${name} yourself. It won’t be shown again.`
        : `Send it to ${name}, who chooses a password with it.`}{' '}
      It works once, until {formatDateTime(expires_at)}.
    </ShownOnce>
  );
}

interface FormProps {
  onInvited: (invited: Invited | undefined) => void;
}

const FIELDS = ['name', 'email'] as const;

function NewAccount({ onInvited }: FormProps) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('curator');
  const [submitted, setSubmitted] = useState(false);
  const { mutate, isPending, error } = useMutation(addAccountMutation(useQueryClient()));
  const submit = () => {
    setSubmitted(true);
    if (name.trim() === '' || email.trim() === '') return;
    onInvited(undefined);
    const onSuccess = (invited: Invited) => {
      setName('');
      setEmail('');
      setSubmitted(false);
      onInvited(invited);
    };
    mutate({ name, email, role }, { onSuccess });
  };
  return (
    <Section title="New account" className="space-y-4" failure={otherError(error, FIELDS)} onSubmit={submit}>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={100}
          value={name}
          error={(submitted && name.trim() === '' && 'Enter a name') || fieldError(error, 'name')}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={(submitted && email.trim() === '' && 'Enter an e-mail address') || fieldError(error, 'email')}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Select
          label="Role"
          options={ROLE_OPTIONS}
          value={role}
          onChange={({ target }) => setRole(target.value as Role)}
        />
      </div>
      <Button type="submit" variant="primary" busy={isPending}>
        Add account
      </Button>
    </Section>
  );
}

function factsOf({
  email,
  state,
  invitation_expires_at,
  last_signed_in_at,
  created_at,
  created_by,
  provider,
}: Account): string {
  const facts = [
    email ?? 'Managed in the configuration',
    state === 'invited' &&
      (invitation_expires_at === null ? 'Not signed in yet' : `Invitation expires ${formatDay(invitation_expires_at)}`),
    provider && `Signs in with ${provider}`,
    last_signed_in_at && `Last signed in ${formatDateTime(last_signed_in_at)}`,
    created_at && `Added ${formatDay(created_at)} by ${created_by}`,
  ];
  return facts.filter(Boolean).join(' · ');
}

/** An account in the list. One’s own role and access, and the account in the configuration, can’t be changed. */
function AccountRow({ account, onInvited }: { account: Account } & FormProps) {
  const { name, role, state, email } = account;
  const { username } = useSession();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span className="font-serif text-17 font-semibold wrap-anywhere">{name}</span>
          <Badge>{roleName(role)}</Badge>
          {name === username && <Badge tone="sea">You</Badge>}
          {state !== 'active' && <Badge tone={state === 'invited' ? 'brass' : 'signal'}>{STATES[state]}</Badge>}
        </p>
        <p className="mt-1 text-13 text-faded wrap-anywhere">{factsOf(account)}</p>
      </div>
      {email !== null && name !== username && <AccountActions account={account} email={email} onInvited={onInvited} />}
    </li>
  );
}

function AccountActions({ account, email, onInvited }: { account: Account; email: string } & FormProps) {
  const { name, role, state, provider } = account;
  const hasPassword = state !== 'invited' && provider === null;
  const client = useQueryClient();
  const [confirming, setConfirming] = useState<'deactivate' | 'reset'>();
  const key = `account ${email}`;
  const onError = (error: Error) => toast.error(messageOf(error), { key });
  const update = useMutation({ ...updateAccountMutation(client, email), onError });
  const reset = useMutation({ ...resetAccountMutation(client, email), onError });
  const close = () => setConfirming(undefined);
  const setActive = (active: boolean) =>
    update.mutate(
      { active },
      {
        onSuccess: () => toast.success(`${name} ${active ? 'can sign in again' : 'can’t sign in anymore'}`, { key }),
        onSettled: close,
      },
    );
  const changeRole = (to: Role) =>
    update.mutate({ role: to }, { onSuccess: () => toast.success(`${name} is now ${roleName(to)}`, { key }) });
  const sendLink = () => reset.mutate(undefined, { onSuccess: onInvited, onSettled: close });
  if (state === 'deactivated')
    return (
      <Button size="small" busy={update.isPending} onClick={() => setActive(true)}>
        Reactivate<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label={`Role of ${name}`}
        hideLabel
        fieldClassName="w-40"
        options={SHORT_OPTIONS}
        value={role}
        disabled={update.isPending || provider !== null}
        onChange={({ target }) => changeRole(target.value as Role)}
      />
      <Button size="small" onClick={() => setConfirming('reset')}>
        {hasPassword ? 'Reset password' : 'New link'}
        <VisuallyHidden> of {name}</VisuallyHidden>
      </Button>
      <Button size="small" onClick={() => setConfirming('deactivate')}>
        Deactivate<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        danger
        open={confirming === 'deactivate'}
        onOpenChange={close}
        title={`Deactivate ${name}?`}
        description="Signs them out everywhere and revokes their API tokens. What they have done is kept, and you can reactivate the account."
        confirmText="Deactivate"
        busy={update.isPending}
        onConfirm={() => setActive(false)}
      />
      <ConfirmDialog
        danger
        open={confirming === 'reset'}
        onOpenChange={close}
        title={hasPassword ? `Reset the password of ${name}?` : `New link for ${name}?`}
        description={`Signs them out everywhere. ${provider === null ? 'Their password, passkeys, codes, API tokens, and earlier links stop' : `Signing in with ${provider} and their API tokens stop`} working, and you get a new link to send to them.`}
        confirmText="Get a link"
        busy={reset.isPending}
        onConfirm={sendLink}
      />
    </div>
  );
}
