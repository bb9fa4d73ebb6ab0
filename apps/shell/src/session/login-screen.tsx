import { messageOf, signIn } from '@archive/api-client';
import { useMutation } from '@archive/query';
import { useArchive, usePageTitle } from '@archive/shell-api';
import { Button, Notice, PasswordField, Pennant, TextField } from '@archive/ui';
import { DuskScene } from '@archive/ui/dusk-scene';
import { useRef, useState, type FormEvent } from 'react';

/** Who is not signed in sees this, whatever the address. */
export function LoginScreen({ onSignedIn }: { onSignedIn(username: string): void }) {
  const archive = useArchive();
  usePageTitle('Sign in');
  return (
    <main className="grid min-h-dvh grid-rows-[minmax(11rem,34dvh)_1fr] bg-paper md:grid-cols-[1.15fr_1fr] md:grid-rows-1">
      <DuskScene className="size-full object-cover" />
      <div className="flex flex-col items-center justify-center px-6 py-10 md:px-12">
        <div className="w-full max-w-sm">
          <Pennant className="mb-4" />
          <h1 className="font-serif text-35 text-ink">{archive.title}</h1>
          <p className="mt-1 text-17 text-faded">{archive.subtitle}</p>
          <LoginForm onSignedIn={onSignedIn} />
          <p className="mt-6 border-t border-rule pt-4 text-13 text-faded">Authorized access only</p>
        </div>
      </div>
    </main>
  );
}

type Refused = Partial<Record<'username' | 'password', string>>;

function LoginForm({ onSignedIn }: { onSignedIn(username: string): void }) {
  const [missing, setMissing] = useState<Refused>({});
  const form = useRef<HTMLFormElement>(null);
  const login = useMutation({
    mutationFn: signIn,
    onSuccess: ({ username }) => onSignedIn(username),
    onError: () => form.current?.querySelector<HTMLInputElement>('[name=password]')?.select(),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const username = String(fields.get('username') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    const blank: Refused = {
      ...(username === '' ? { username: 'Enter username' } : {}),
      ...(password === '' ? { password: 'Enter password' } : {}),
    };
    setMissing(blank);
    const [first] = Object.keys(blank);
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else login.mutate({ username, password });
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-8 flex flex-col gap-5">
      {login.isError && (
        <Notice announce tone="error">
          {messageOf(login.error)}
        </Notice>
      )}
      <TextField
        label="Username"
        name="username"
        placeholder="Enter username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={missing.username}
      />
      <PasswordField label="Password" name="password" placeholder="Enter password" required error={missing.password} />
      <Button type="submit" variant="primary" size="large" busy={login.isPending} busyText="Authenticating...">
        Sign In
      </Button>
    </form>
  );
}
