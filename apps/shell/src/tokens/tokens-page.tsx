import {
  apiTokensQuery,
  createApiTokenMutation,
  frontendsQuery,
  messageOf,
  revokeApiTokenMutation,
} from '@archive/api-client';
import type { ApiToken, TokenScope } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { SCOPES_OF_ROLE } from '@archive/contracts/access';
import { QueryState, useAllows, usePageTitle, useSession } from '@archive/shell-api';
import {
  Badge,
  Button,
  Checkbox,
  ConfirmDialog,
  EmptyState,
  Notice,
  PageHeader,
  Select,
  TextField,
  VisuallyHidden,
  formatDateTime,
  formatDay,
  formatList,
  toast,
} from '@archive/ui';
import { useState } from 'react';
import { Section } from '../accounts/section.tsx';
import { ShownOnce } from '../accounts/shown-once.tsx';
import { useRemotes, useTitles } from '../placement/remotes.tsx';

/** /account/tokens: what programs may do without a password. */
export function TokensPage() {
  usePageTitle('API tokens');
  const query = useQuery(apiTokensQuery());
  const { data } = query;
  const isOperator = useAllows('operator');
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="API tokens"
        lede={
          isOperator
            ? 'A program with a token can do only what the token allows: upload files and add them to voyages, albums, and people; publish, promote, and roll back a micro-frontend; or record the results of browser checks.'
            : 'A program with a token, such as that of a scanner, works without your password. It can upload files and add them to voyages, albums, and people, and nothing else.'
        }
      />
      <NewToken />
      {!data ? (
        <QueryState query={query} failed="Can’t load the tokens" loading="Loading tokens..." />
      ) : data.length === 0 ? (
        <EmptyState title="No tokens yet">
          {isOperator ? 'Create one for a scanner, or for the pipeline of a team.' : 'Create one for a scanner.'}
        </EmptyState>
      ) : (
        <ul aria-label="Tokens" className="divide-y divide-rule border-y border-rule">
          {data.map((token) => (
            <TokenRow key={token.token_id} token={token} now={query.dataUpdatedAt} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The name of a scope. */
function useScopeName(): (scope: string) => string {
  const titleOf = useTitles();
  return (scope) =>
    scope === 'upload'
      ? 'Upload files'
      : scope === 'verify'
        ? 'Verifier'
        : `Publish ${titleOf(scope.slice('deploy:'.length))}`;
}

/** The environment variables from which programs read a token with these scopes. */
const variablesOf = (scopes: readonly string[]) => [
  ...new Set(
    scopes.map((scope) => (scope === 'upload' ? 'UPLOAD_TOKEN' : scope === 'verify' ? 'VERIFY_TOKEN' : 'DEPLOY_TOKEN')),
  ),
];

const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Never' },
];

/** Creates a token and shows it once. */
function NewToken() {
  const { role } = useSession();
  const { data: frontends } = useQuery({ ...frontendsQuery(), enabled: useAllows('operator') });
  // Those of this page are known at once; the list also has those without a release.
  const live = [
    'shell',
    ...useRemotes()
      .map(({ name }) => name)
      .toSorted(),
  ];
  const names = frontends?.apps.map(({ name }) => name) ?? live;
  const nameOf = useScopeName();
  const [chosen, setScopes] = useState<readonly TokenScope[]>([]);
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('365');
  const [submitted, setSubmitted] = useState(false);
  const { mutate, isPending, error, data: created } = useMutation(createApiTokenMutation(useQueryClient()));
  const allowed = role === null ? [] : SCOPES_OF_ROLE[role];
  const all: TokenScope[] = (['upload', ...names.map((name) => `deploy:${name}` as const), 'verify'] as const).filter(
    (scope) => allowed.includes(scope.split(':', 1)[0] ?? ''),
  );
  const scopes = allowed.length === 1 ? all : chosen;
  const toggle = (scope: TokenScope) =>
    setScopes(scopes.includes(scope) ? scopes.filter((item) => item !== scope) : [...scopes, scope]);
  const submit = () => {
    const purpose = label.trim();
    setSubmitted(true);
    if (purpose === '' || scopes.length === 0) return;
    const reset = () => {
      setLabel('');
      setScopes([]);
      setSubmitted(false);
    };
    mutate(
      { label: purpose, scopes: [...scopes], expires_in_days: days === '' ? null : Number(days) },
      { onSuccess: reset },
    );
  };
  if (role !== null && allowed.length === 0)
    return <Notice>Your role can’t have API tokens. Ask an administrator if you need one.</Notice>;
  return (
    <>
      <Section title="New token" className="space-y-4" failure={error ? messageOf(error) : undefined} onSubmit={submit}>
        <div className="flex flex-wrap items-start gap-3">
          <TextField
            label="Purpose"
            fieldClassName="min-w-0 flex-1 basis-56 sm:max-w-md"
            placeholder="Scanning room"
            maxLength={100}
            value={label}
            error={submitted && label.trim() === '' && 'Enter a purpose'}
            onChange={({ target }) => setLabel(target.value)}
          />
          <Select
            label="Expires"
            fieldClassName="w-40"
            options={LIFETIMES}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        </div>
        {allowed.length !== 1 && (
          <fieldset>
            <legend className="text-13 font-medium">Permissions</legend>
            <div className="mt-1 flex flex-wrap gap-x-6 gap-y-2">
              {all.map((scope) => (
                <Checkbox
                  key={scope}
                  label={scope === 'verify' ? 'Verify all micro-frontends' : nameOf(scope)}
                  checked={scopes.includes(scope)}
                  // A publisher must not judge its own build.
                  disabled={scope === 'verify' ? scopes.some((item) => item !== 'verify') : scopes.includes('verify')}
                  onChange={() => toggle(scope)}
                />
              ))}
            </div>
            {submitted && scopes.length === 0 && (
              <p role="alert" className="mt-1 text-13 text-signal">
                Choose at least one permission
              </p>
            )}
          </fieldset>
        )}
        <Button type="submit" variant="primary" busy={isPending}>
          Create token
        </Button>
      </Section>
      {created && (
        <ShownOnce title="Copy your token now. It won’t be shown again." secret={created.token}>
          Store it as the secret <code>{formatList(variablesOf(created.scopes), 'or')}</code>.
        </ShownOnce>
      )}
    </>
  );
}

/** A token in the list, with its last use and the button to revoke it. */
function TokenRow({ token, now }: { token: ApiToken; now: number }) {
  const {
    token_id: id,
    label,
    scopes,
    created_at,
    created_by,
    created_with,
    expires_at,
    last_used_at,
    revoked_at,
  } = token;
  const nameOf = useScopeName();
  const [confirming, setConfirming] = useState(false);
  const isExpired = expires_at !== null && Date.parse(expires_at) < now;
  const revoke = useMutation({
    ...revokeApiTokenMutation(useQueryClient()),
    onSuccess: () => toast.success(`Token “${label}” revoked`, { key: `token ${id}` }),
    onError: (error) => toast.error(messageOf(error), { key: `token ${id}` }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span className="wrap-anywhere">{label}</span>
          {scopes.map((scope) => (
            <Badge key={scope}>{nameOf(scope)}</Badge>
          ))}
          {revoked_at && <Badge tone="signal">Revoked</Badge>}
          {isExpired && !revoked_at && <Badge tone="signal">Expired</Badge>}
        </p>
        <p className="text-13 text-faded">
          Created {formatDateTime(created_at)} by {created_by}.{' '}
          {last_used_at ? `Last used ${formatDateTime(last_used_at)}.` : 'Never used.'}{' '}
          {expires_at && `${isExpired ? 'Expired' : 'Expires'} ${formatDay(expires_at)}.`}
        </p>
        {created_with.length > 0 && (
          <p className="text-13 break-words text-faded">Created in pages with {formatList(created_with)}.</p>
        )}
      </div>
      {!revoked_at && !isExpired && (
        <Button size="small" onClick={() => setConfirming(true)}>
          Revoke<VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      )}
      <ConfirmDialog
        danger
        open={confirming}
        onOpenChange={setConfirming}
        title={`Revoke "${label}"?`}
        description="Programs that use this token will stop working. What they have uploaded or released is kept. You can’t undo this, but you can create a new token."
        confirmText="Revoke"
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(id, { onSettled: () => setConfirming(false) })}
      />
    </li>
  );
}
