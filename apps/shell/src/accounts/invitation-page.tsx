import { acceptInvitation, invitationQuery, isNotFound } from '@archive/api-client';
import { useMutation, useQuery } from '@archive/query';
import { QueryState, useArchive, usePageTitle } from '@archive/shell-api';
import { Button, Notice, TextLink } from '@archive/ui';
import { type FormEvent, useState } from 'react';
import { LoginFrame } from '../session/login-form.tsx';
import { SignOnButtons } from '../session/sign-on.tsx';
import { fieldError, otherError } from './field-errors.ts';
import { NewPasswordField } from './new-password-field.tsx';

/** /invitation: an invited person chooses a password. What follows # in the address is never sent with the page. */
export function InvitationPage() {
  usePageTitle('Invitation');
  const [token] = useState(() => location.hash.slice(1));
  const query = useQuery(invitationQuery(token));
  const { data, error } = query;
  const { sign_on } = useArchive();
  return (
    <LoginFrame>
      {data ? (
        <>
          {sign_on?.local_accounts === false ? (
            <p>Welcome, {data.name}. Sign in to use your account.</p>
          ) : (
            <ChoosePassword token={token} name={data.name} email={data.email} />
          )}
          <SignOnButtons invitation={token} />
        </>
      ) : isNotFound(error) ? (
        <Notice announce tone="error" title="This link doesn’t work">
          It has expired or was already used. Ask an administrator for a new one, or{' '}
          <TextLink href="/">sign in</TextLink>.
        </Notice>
      ) : (
        <QueryState query={query} failed="Can’t load the invitation" loading="Loading the invitation..." />
      )}
    </LoginFrame>
  );
}

function ChoosePassword({ token, name, email }: { token: string; name: string; email: string }) {
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: acceptInvitation,
    // A new page, so that nothing of an earlier session in this window is left.
    onSuccess: () => location.replace('/'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate({ token, password });
  };
  const failure = otherError(accept.error, ['password']);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p>
        Welcome, {name}. Choose a password. From now on, you sign in with your name or {email}.
      </p>
      {failure && (
        <Notice announce tone="error">
          {failure}
        </Notice>
      )}
      {/* Password managers store it with the password. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField value={password} error={fieldError(accept.error, 'password')} onChange={setPassword} />
      <Button type="submit" variant="primary" size="large" busy={accept.isPending || accept.isSuccess}>
        Set password and sign in
      </Button>
    </form>
  );
}
