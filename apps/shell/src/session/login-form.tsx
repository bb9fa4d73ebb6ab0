// cspell:ignore webauthn
import { isCodeRequired, keys, messageOf, passkeySignInOptions, readSession, signIn } from '@archive/api-client';
import type { SessionEndReason, SignedIn } from '@archive/contracts';
import { useMutation, useQuery } from '@archive/query';
import { useArchive, usePageTitle } from '@archive/shell-api';
import { Button, Dialog, lazyComponent, Notice, PasswordField, Pennant, TextField, toast } from '@archive/ui';
import { DuskScene } from '@archive/ui/dusk-scene';
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { focusField } from '../focus-field.ts';
import { passkeysWorkAt } from './passkeys.ts';
import { SignOnButtons, SignOnElsewhere, SignOnFailureNotice } from './sign-on.tsx';

const PasskeyButton = lazyComponent(() => import('./passkey-button.tsx'), 'PasskeyButton');

interface LoginFormProps {
  /** Prefilled username, if the user is known. */
  username?: string;
  /** Ref to the password field, to focus it. */
  passwordField?: RefObject<HTMLInputElement | null>;
  onSignedIn(session: SignedIn): void | Promise<void>;
}

type InvalidFields = Partial<Record<'username' | 'password', boolean>>;

/** The button for passkeys, if the server says that someone can sign in with one here. */
function PasskeyOffer({ onSignedIn }: Pick<LoginFormProps, 'onSignedIn'>) {
  const { data: isOffered } = useQuery({
    // Begins with that of the session, because signing out clears all others.
    queryKey: [...keys.session, 'passkeys'],
    queryFn: async () => (await passkeySignInOptions()) !== null,
    retry: false,
  });
  return isOffered === true && <PasskeyButton onSignedIn={onSignedIn} />;
}

/** Username, password and Sign In (SPEC section 2, Login screen), and the code of accounts that need one. */
function LoginForm({ username: knownUsername = '', passwordField: givenField, onSignedIn }: LoginFormProps) {
  const [username, setUsername] = useState(knownUsername);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [invalid, setInvalid] = useState<InvalidFields>({});
  const usernameField = useRef<HTMLInputElement>(null);
  const ownField = useRef<HTMLInputElement>(null);
  const passwordField = givenField ?? ownField;
  const login = useMutation({
    mutationFn: signIn,
    onSuccess: onSignedIn,
    onError: (error) => {
      if (isCodeRequired(error)) setNeedsCode(true);
      else passwordField.current?.select();
    },
  });
  const isFirstRequest = isCodeRequired(login.error) && login.variables?.code === undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    const blank = { username: username.trim() === '', password: password === '' };
    setInvalid(blank);
    if (blank.username) usernameField.current?.focus();
    else if (blank.password) passwordField.current?.focus();
    else login.mutate({ username: username.trim(), password, ...(code.trim() === '' ? {} : { code: code.trim() }) });
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {login.isError && (
          <Notice announce tone={isFirstRequest ? 'info' : 'error'}>
            {messageOf(login.error)}
          </Notice>
        )}
        <TextField
          ref={usernameField}
          label="Username"
          name="username"
          placeholder="Enter username"
          autoComplete="username webauthn"
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
        {needsCode && (
          <TextField
            ref={focusField}
            label="Code"
            help="Six digits from your authenticator app, or one of your recovery codes."
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <Button type="submit" variant="primary" size="large" busy={login.isPending} busyText="Authenticating...">
          Sign In
        </Button>
      </form>
      {passkeysWorkAt(location.hostname) && <PasskeyOffer onSignedIn={onSignedIn} />}
    </>
  );
}

const END_REASONS: Record<SessionEndReason, string> = {
  role: 'An administrator changed what you may do in the archive. Sign in again to continue with your new role.',
  deactivated: 'An administrator deactivated your account. Ask an administrator if you need it again.',
  reset: 'An administrator reset your password. Ask for the link with which you choose a new one.',
  elsewhere: 'You were signed out here from another device, or your password was changed there. Sign in to continue.',
};

/** Why someone ended the session of this browser. */
function SessionEndNotice() {
  const { data: reason } = useQuery({
    queryKey: [...keys.session, 'end'],
    queryFn: async () => (await readSession()).end_reason ?? null,
    staleTime: 0,
    retry: false,
    gcTime: 0,
  });
  if (!reason) return null;
  return (
    <Notice announce tone="warning" title="You were signed out" className="mb-5">
      {END_REASONS[reason]}
    </Notice>
  );
}

/** Shown instead of any route while no one is signed in. */
export function LoginScreen({ onSignedIn }: Pick<LoginFormProps, 'onSignedIn'>) {
  usePageTitle('Sign in');
  return (
    <LoginFrame>
      <SignOnFailureNotice />
      <SessionEndNotice />
      <LoginForm onSignedIn={onSignedIn} />
      <SignOnButtons />
    </LoginFrame>
  );
}

/** The image and the titles of the archive around a form, for people who aren’t signed in. */
export function LoginFrame({ children }: { children: ReactNode }) {
  const archive = useArchive();
  return (
    <main className="grid min-h-dvh grid-rows-[minmax(11rem,34dvh)_1fr] bg-paper md:grid-cols-[1.15fr_1fr] md:grid-rows-1">
      <DuskScene className="size-full object-cover" />
      <div className="flex flex-col items-center justify-center px-6 py-10 md:px-12">
        <div className="w-full max-w-sm">
          <Pennant className="mb-5 size-11" />
          <h1 className="font-serif text-35 text-ink">{archive.title}</h1>
          <p className="mt-1 mb-8 text-17 text-faded">{archive.subtitle}</p>
          {children}
          <p className="mt-6 border-t border-rule pt-4 text-13 text-faded">Authorized access only</p>
        </div>
      </div>
    </main>
  );
}

const ignore = () => undefined;

/**
 * Sign-in dialog over the current page. It can't be closed, because nothing can be saved until sign-in succeeds.
 * Signing in clears the old session's error messages.
 */
export function SignInDialog({ onSignedIn, ...props }: LoginFormProps) {
  const passwordField = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      title="Your session has ended"
      description="Sign in to continue. Nothing you entered has been lost."
      initialFocus={passwordField}
      onOpenChange={ignore}
    >
      <div className="pt-2">
        <SessionEndNotice />
        <LoginForm
          {...props}
          passwordField={passwordField}
          onSignedIn={(session) => {
            toast.dismissErrors();
            return onSignedIn(session);
          }}
        />
        <SignOnElsewhere />
      </div>
    </Dialog>
  );
}
