import { type SecurityEventFilters, securityEventsQuery } from '@archive/api-client';
import type { SecurityEvent, SecurityEventKind } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { QueryState, usePageTitle, useQueuedSearchParams } from '@archive/shell-api';
import { Button, EmptyState, NoMatchesState, PageHeader, Select, TextField, TextLink, buttonClass } from '@archive/ui';
import { Alarming, DataTable } from './data-table.tsx';

const KINDS: Record<SecurityEventKind, string> = {
  'login-succeeded': 'Signed in',
  'login-failed': 'Sign-in failed',
  'login-throttled': 'Sign-in blocked (too many attempts)',
  'action-confirmed': 'Confirmed with the password',
  'session-ended': 'Session ended',
  'access-denied': 'Refused: not allowed by the role',
  'account-created': 'Account added',
  'account-changed': 'Account changed',
  'account-reset': 'Password reset',
  'account-activated': 'Invitation accepted',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'passkey-used': 'Signed in with a passkey',
  'second-factor-enabled': 'Second factor turned on',
  'second-factor-disabled': 'Second factor turned off',
  'recovery-code-used': 'Recovery code used',
  'password-changed': 'Password changed',
  'token-created': 'Token created',
  'token-used': 'Token used',
  'token-rejected': 'Token rejected',
  'token-revoked': 'Token revoked',
  'origin-rejected': 'Request from another site rejected',
  'file-rejected': 'File rejected',
  'remote-registered': 'Micro-frontend registered',
  'remote-retired': 'Micro-frontend retired',
  'release-published': 'Release published',
  'release-checked': 'Release checked',
  'preview-started': 'Preview started',
  'release-promoted': 'Release promoted',
  'release-rolled-back': 'Release rolled back',
};

const FAILURES = /failed|throttled|rejected|denied/;
const FILTERS = ['kind', 'actor', 'address', 'from', 'to'] as const;
type Filter = (typeof FILTERS)[number];

/** The filters and the position in a URL, changed; without empty and unknown parameters. */
function queryOf(params: URLSearchParams, changes: Record<string, string> = {}): URLSearchParams {
  const all = Object.entries({ ...Object.fromEntries(params), ...changes });
  const known: readonly string[] = [...FILTERS, 'before'];
  return new URLSearchParams(all.filter(([name, value]) => known.includes(name) && value.trim() !== ''));
}

/** /ops/security: sign-ins, tokens, rejected requests and releases. The filters are in the URL. */
export function SecurityLogPage() {
  usePageTitle('Security log');
  const [params, changeParams] = useQueuedSearchParams();
  const query = useQuery(securityEventsQuery(Object.fromEntries(queryOf(params)) as SecurityEventFilters));
  const { data, error, isPlaceholderData } = query;
  const isFiltered = FILTERS.some((name) => params.get(name));
  const change = (name: Filter, value: string) =>
    changeParams((latest) => queryOf(latest, { [name]: value, before: '' }), { preventScrollReset: true });
  const clear = (
    <Button size="small" onClick={() => changeParams(() => new URLSearchParams())}>
      Clear filters
    </Button>
  );
  const field = (name: Filter) => ({
    value: params.get(name) ?? '',
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
  });
  const actor = params.get('actor') ?? '';
  const actors = [...new Set([...(data?.actors ?? []), actor])].filter((name) => name !== '');
  const urlOf = (changes: Record<string, string>) => `/ops/security?${queryOf(params, changes)}`;

  const content = () => {
    if (!data || error)
      return (
        <QueryState
          query={query}
          failed="Can’t load the security log"
          loading="Loading security log..."
          invalid={{ title: 'These filters aren’t valid', action: clear }}
        />
      );
    if (data.events.length === 0)
      return isFiltered ? (
        <NoMatchesState title="No events found." action={clear}>
          No events match these filters.
        </NoMatchesState>
      ) : (
        <EmptyState title="No events yet">Sign-ins, rejected requests and releases appear here.</EmptyState>
      );
    return (
      <div aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
        <DataTable
          label="Events"

          rows={data.events.map((event) => rowOf(event, urlOf))}
        />
        <nav aria-label="Pages" className="mt-6 flex justify-end gap-2">
          {params.get('before') && (
            <TextLink className={buttonClass({ size: 'small' })} href={urlOf({ before: '' })}>
              Newest
            </TextLink>
          )}
          {data.next_before !== null && (
            <TextLink
              rel="next"
              className={buttonClass({ size: 'small' })}
              href={urlOf({ before: String(data.next_before) })}
            >
              Older
            </TextLink>
          )}
        </nav>
      </div>
    );
  };

  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        eyebrow={<TextLink href="/ops">System status</TextLink>}
        title="Security log"
        lede="Sign-ins, sessions, tokens, rejected requests and releases of the last 90 days, newest first."
      />
      <search aria-label="Filter events" className="grid grid-cols-2 items-start gap-3 lg:grid-cols-5">
        <Select
          label="Event"
          options={[
            { value: '', label: 'All events' },
            ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
          ]}
          {...field('kind')}
        />
        <Select
          label="Who"
          options={[{ value: '', label: 'Everyone' }, ...actors.map((name) => ({ value: name, label: name }))]}
          {...field('actor')}
        />
        <TextField label="IP address" fieldClassName="max-lg:col-span-2" {...field('address')} />
        <TextField label="From" type="date" {...field('from')} />
        <TextField label="To" type="date" {...field('to')} />
        {isFiltered && <div className="col-span-full flex justify-end">{clear}</div>}
      </search>
      {content()}
    </div>
  );
}

function rowOf(
  { id, at, kind, actor, address, details, request_id }: SecurityEvent,
  urlOf: (to: Record<string, string>) => string,
) {
  const only = (name: Filter, value: string | null) =>
    value !== null && <TextLink href={urlOf({ [name]: value, before: '' })}>{value}</TextLink>;
  return {
    key: String(id),
    cells: {
      Event: FAILURES.test(kind) ? <Alarming>{KINDS[kind]}</Alarming> : KINDS[kind],
      'Time (UTC)': at.slice(0, 19).replace('T', ' '),
      Who: only('actor', actor),
      'IP address': only('address', address),
      Details: (
        <ul>
          {Object.entries(details).map(([name, value]) => (
            <li key={name}>
              {name.replaceAll('_', ' ')}: {value}
            </li>
          ))}
        </ul>
      ),
      Request: <span className="text-13 text-faded">{request_id}</span>,
    },
  };
}
