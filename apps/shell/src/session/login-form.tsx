import { messageOf, signIn } from '@archive/api-client';
import { useMutation } from '@archive/query';
import { Button, Notice, PasswordField, TextField } from '@archive/ui';
import { useRef, useState, type FormEvent, type RefObject } from 'react';

export interface LoginFormProps {
  /** Prefilled username, if the user is known. */
  username?: string;
  /** Ref to the password field, to focus it. */
  passwordField?: RefObject<HTMLInputElement | null>;
  onSignedIn(username: string): void | Promise<void>;
}

type InvalidFields = Partial<Record<'username' | 'password', boolean>>;

/** Username, password and Sign In (SPEC section 2, Login screen). */
export function LoginForm({ username: knownUsername = '', passwordField: givenField, onSignedIn }: LoginFormProps) {
  const [username, setUsername] = useState(knownUsername);
  const [password, setPassword] = useState('');
  const [invalid, setInvalid] = useState<InvalidFields>({});
  const usernameField = useRef<HTMLInputElement>(null);
  const ownField = useRef<HTMLInputElement>(null);
  const passwordField = givenField ?? ownField;
  const login = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => onSignedIn(session.username),
    onError: () => passwordField.current?.select(),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const blank = { username: username.trim() === '', password: password === '' };
    setInvalid(blank);
    if (blank.username) usernameField.current?.focus();
    else if (blank.password) passwordField.current?.focus();
    else login.mutate({ username: username.trim(), password });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
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
        error={invalid.username && 'Enter username'}
      />
      <PasswordField
        ref={passwordField}
        label="Password"
        name="password"
        placeholder="Enter password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={invalid.password && 'Enter password'}
      />
      <Button type="submit" variant="primary" size="large" busy={login.isPending} busyText="Authenticating...">
        Sign In
      </Button>
    </form>
  );
}
