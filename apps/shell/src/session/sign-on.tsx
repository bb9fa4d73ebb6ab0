import { beginSignOn, messageOf } from '@archive/api-client';
import type { SignOnFailure } from '@archive/contracts';
import { useMutation } from '@archive/query';
import { useLocation, useNavigate } from '@archive/router';
import { useArchive } from '@archive/shell-api';
import { Button, Notice, TextLink } from '@archive/ui';
import { useEffect, useState } from 'react';
import { returnUrl } from './return-url.ts';

const AGAIN = 'Try again.';
const FAILURES: Record<SignOnFailure, string> = {
  unavailable:
    'Can’t reach the provider that you sign in with. Try again in a few minutes, or sign in with a password.',
  canceled: 'You canceled signing in. Try again, or sign in another way.',
  expired: `Signing in took too long, or was started in another window. ${AGAIN}`,
  clock: `The clocks of the archive and the provider differ. ${AGAIN} If it happens again, tell an administrator.`,
  'no-role':
    'You’re signed in at the provider, but none of your groups has access to the archive. Ask an administrator.',
  unverified: 'The provider hasn’t verified your e-mail address. Verify it there, and try again.',
  'email-taken':
    'There is already an account with your e-mail address. Ask an administrator for a new link for it, and sign in on the page that it opens.',
  deactivated: 'Your account is deactivated. Ask an administrator.',
  invitation: 'This link has expired or was already used. Ask an administrator for a new one.',
  busy: 'Too many people are signing in. Try again in a minute.',
  failed: `Signing in with the provider failed. ${AGAIN} If it happens again, tell an administrator.`,
};
const failures = new Map<string, string>(Object.entries(FAILURES));

/** Why signing in with a provider failed, once: a reload no longer shows it. */
export function SignOnFailureNotice() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [failure] = useState(() => failures.get(new URLSearchParams(search).get('sign_on') ?? ''));
  useEffect(() => {
    if (failure !== undefined) void navigate('/', { replace: true });
  }, [failure, navigate]);
  if (failure === undefined) return null;
  return (
    <Notice announce tone="error" className="mb-5">
      {failure}
    </Notice>
  );
}

/** A button for each provider. With an invitation, its account is the one that signs in from then on. */
export function SignOnButtons({ invitation }: { invitation?: string }) {
  const { sign_on } = useArchive();
  const { pathname, search, hash } = useLocation();
  const begin = useMutation({ mutationFn: beginSignOn, onSuccess: ({ url }) => location.assign(url) });
  if (!sign_on) return null;
  const requested = returnUrl(location.href) ?? pathname + search + hash;
  const purpose = invitation === undefined ? (requested === '/' ? {} : { to: requested }) : { invitation };
  return (
    <div className="mt-5 flex flex-col gap-3">
      {begin.isError && (
        <Notice announce tone="error">
          {messageOf(begin.error)}
        </Notice>
      )}
      {sign_on.providers.map(({ id, name }) => (
        <Button
          key={id}
          size="large"
          busy={(begin.isPending || begin.isSuccess) && begin.variables.provider === id}
          onClick={() => begin.mutate({ provider: id, ...purpose })}
        >
          Sign in with {name}
        </Button>
      ))}
    </div>
  );
}

/** In a dialog over a page whose form must stay. Signing in elsewhere closes the dialog. */
export function SignOnElsewhere() {
  const { sign_on } = useArchive();
  if (!sign_on) return null;
  return (
    <p className="mt-4 text-13">
      <TextLink href="/" target="_blank">
        Sign in with {sign_on.providers.map(({ name }) => name).join(' or ')} in a new window
      </TextLink>
    </p>
  );
}
