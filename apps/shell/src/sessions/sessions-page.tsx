import { endOtherSessionsMutation, endSessionMutation, messageOf, sessionsQuery } from '@archive/api-client';
import type { SignedInSession } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState, usePageTitle } from '@archive/shell-api';
import { Badge, Button, ConfirmDialog, formatDateTime, PageHeader, TextLink, toast, VisuallyHidden } from '@archive/ui';
import { useState } from 'react';

/** /account/sessions: where this account is signed in, and how to end those sessions. */
export function SessionsPage() {
  usePageTitle('Where you’re signed in');
  const query = useQuery(sessionsQuery());
  const { data } = query;
  const otherSessions = data?.filter(({ current }) => !current) ?? [];
  const current = data?.find((session) => session.current);

  const content = () => {
    if (!data) return <QueryState query={query} failed="Can’t load your devices" loading="Loading devices..." />;
    return (
      <>
        {current && (
          <section aria-labelledby="this-session">
            <h2 id="this-session" className="mb-1 text-21">
              This device
            </h2>
            <ul className="border-y border-rule">
              <SessionRow session={current} />
            </ul>
          </section>
        )}
        <section aria-labelledby="other-sessions">
          <div className="mb-1 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
            <h2 id="other-sessions" className="text-21">
              Other devices
            </h2>
            {otherSessions.length > 0 && <SignOutOthers />}
          </div>
          {otherSessions.length === 0 ? (
            <p className="border-y border-rule py-4 text-faded">You’re not signed in anywhere else.</p>
          ) : (
            <ul className="divide-y divide-rule border-y border-rule">
              {otherSessions.map((session) => (
                <SessionRow key={session.session_id} session={session} />
              ))}
            </ul>
          )}
        </section>
      </>
    );
  };

  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Where you’re signed in"
        lede={
          <>
            The devices on which this account is signed in. If you don’t recognize one, sign it out, and change your
            password on <TextLink href="/account">Your account</TextLink>. Programs have{' '}
            <TextLink href="/account/tokens">API tokens</TextLink>.
          </>
        }
      />
      {content()}
    </div>
  );
}

function SessionRow({ session }: { session: SignedInSession }) {
  const { session_id: id, device, address, created_at, last_used_at, expires_at, current } = session;
  const [confirming, setConfirming] = useState(false);
  const end = useMutation({
    ...endSessionMutation(useQueryClient()),
    onSuccess: () => toast.success(`${device} signed out`, { key: `session ${id}` }),
    onError: (error) => toast.error(`Couldn’t sign out ${device}. ${messageOf(error)}`, { key: `session ${id}` }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="font-serif text-17 font-semibold wrap-anywhere">{device}</span>
          {current && <Badge tone="sea">Current</Badge>}
        </p>
        <p className="mt-1 text-13 text-faded wrap-anywhere">
          {address ?? 'Unknown IP address'} · Last used{' '}
          <time dateTime={last_used_at}>{formatDateTime(last_used_at)}</time>
        </p>
        <p className="text-13 text-faded">
          Signed in <time dateTime={created_at}>{formatDateTime(created_at)}</time> · Signs out automatically on{' '}
          <time dateTime={expires_at}>{formatDateTime(expires_at)}</time> if inactive
        </p>
      </div>
      {!current && (
        <Button size="small" onClick={() => setConfirming(true)}>
          Sign out
          <VisuallyHidden>
            {' '}
            {device}, last used {formatDateTime(last_used_at)}
          </VisuallyHidden>
        </Button>
      )}
      <ConfirmDialog
        danger
        open={confirming}
        onOpenChange={setConfirming}
        title={`Sign out ${device}?`}
        description="You’ll have to sign in there again. Unsaved work there stays on screen until that page is closed."
        confirmText="Sign out"
        busy={end.isPending}
        onConfirm={() => end.mutate(id, { onSettled: () => setConfirming(false) })}
      />
    </li>
  );
}

function SignOutOthers() {
  const [confirming, setConfirming] = useState(false);
  const end = useMutation({
    ...endOtherSessionsMutation(useQueryClient()),
    onSuccess: () => toast.success('All other devices signed out', { key: 'other sessions' }),
    onError: (error) =>
      toast.error(`Couldn’t sign out the other devices. ${messageOf(error)}`, { key: 'other sessions' }),
  });
  return (
    <>
      <Button size="small" onClick={() => setConfirming(true)}>
        Sign out all others
      </Button>
      <ConfirmDialog
        danger
        open={confirming}
        onOpenChange={setConfirming}
        title="Sign out all other devices?"
        description="You stay signed in here. On the other devices you’ll have to sign in again."
        confirmText="Sign out"
        busy={end.isPending}
        onConfirm={() => end.mutate(undefined, { onSettled: () => setConfirming(false) })}
      />
    </>
  );
}
