import { Dialog, toast } from '@archive/ui';
import { useRef } from 'react';
import { LoginForm, type LoginFormProps } from './login-form.tsx';

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
        <LoginForm
          {...props}
          passwordField={passwordField}
          onSignedIn={(username) => {
            toast.dismissErrors();
            return onSignedIn(username);
          }}
        />
      </div>
    </Dialog>
  );
}
