import { messageOf, signIn } from '@archive/api-client';
import { useMutation } from '@archive/query';
import { useArchive, usePageTitle } from '@archive/shell-api';
import { Button, Notice, PasswordField, Pennant, TextField } from '@archive/ui';
import { DuskScene } from '@archive/ui/dusk-scene';
import { useRef, useState, type FormEvent } from 'react';

/** Who is not signed in sees this, whatever the address. */
export function LoginScreen({ onSignedIn }: { onSignedIn(username: string): Promise<void> }) {
  const archive = useArchive();
  usePageTitle('Sign in');
  return (
    <main className="grid min-h-dvh grid-rows-[minmax(11rem,34dvh)_1fr] bg-paper md:grid-cols-[1.15fr_1fr] md:grid-rows-1">
      <DuskScene className="size-full object-cover" />
      <div className="flex flex-col items-center justify-center px-6 py-10 md:px-12">
        <div className="w-full max-w-sm">
          <Pennant className="mb-5 size-11" />
          <h1 className="font-serif text-35 text-ink">{archive.title}</h1>
          <p className="mt-1 text-17 text-faded">{archive.subtitle}</p>
          <LoginForm onSignedIn={onSignedIn} />
          <p className="mt-6 border-t border-rule pt-4 text-13 text-faded">Authorized access only</p>
        </div>
      </div>
    </main>
  );
}

type Refused = Partial<Record<'username' | 'password', boolean>>;

function LoginForm({ onSignedIn }: { onSignedIn(username: string): Promise<void> }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<Refused>({});
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const login = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => onSignedIn(session.username),
    onError: () => passwordField.current?.select(),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const blank = { username: username.trim() === '', password: password === '' };
    setRefused(blank);
    if (blank.username) usernameField.current?.focus();
    else if (blank.password) passwordField.current?.focus();
    else login.mutate({ username: username.trim(), password });
  }

  return (
    <form noValidate onSubmit={submit} className="mt-8 flex flex-col gap-5">
      {login.isError && (
        <Notice announce tone="error">
          {messageOf(login.error)}
        </Notice>
      )}
      <TextField
        ref={usernameField}
        label="Username"
        name="username"
        placeholder="Enter username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={refused.username && 'Enter username'}
      />
      <PasswordField
        ref={passwordField}
        label="Password"
        name="password"
        placeholder="Enter password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={refused.password && 'Enter password'}
      />
      <Button type="submit" variant="primary" size="large" busy={login.isPending} busyText="Authenticating...">
        Sign In
      </Button>
    </form>
  );
}
