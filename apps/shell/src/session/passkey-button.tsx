import { passkeySignInOptions, signInWithPasskey } from '@archive/api-client';
import type { SignedIn } from '@archive/contracts';
import { useMutation } from '@archive/query';
import { Button, Notice } from '@archive/ui';
import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { useEffect, useRef, useState } from 'react';
import { passkeyMessage } from './passkeys.ts';

/** Less than the ten minutes for which the server accepts a challenge. */
const RENEWAL_MS = 9 * 60_000;

/** @param useBrowserAutofill whether the browser offers passkeys in the list of its suggestions for the username, and nowhere else */
async function signIn({ useBrowserAutofill }: { useBrowserAutofill: boolean }) {
  const options = await passkeySignInOptions();
  if (!options) throw new Error('Passkeys can’t be used at this address.');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON, useBrowserAutofill });
  return signInWithPasskey({ id, rawId, type, response: { ...response } });
}

interface PasskeyButtonProps {
  onSignedIn(session: SignedIn): void | Promise<void>;
}

/** Signs in with a passkey that the browser or the device has for this archive, chosen in the username field or with the button. */
export function PasskeyButton({ onSignedIn }: PasskeyButtonProps) {
  const button = useMutation({ mutationFn: () => signIn({ useBrowserAutofill: false }), onSuccess: onSignedIn });
  const suggested = useSuggestedPasskey(onSignedIn, !button.isPending);
  const error = button.error ?? suggested;
  return (
    <div className="mt-5 flex flex-col gap-3">
      <Button size="large" busy={button.isPending} onClick={() => button.mutate()}>
        Sign in with a passkey
      </Button>
      {error && (
        <Notice announce tone="error">
          {passkeyMessage(error)}
        </Notice>
      )}
    </div>
  );
}

/** Waits for a passkey that is chosen in the username field. Returns why signing in with it failed. */
function useSuggestedPasskey(onSignedIn: PasskeyButtonProps['onSignedIn'], enabled: boolean): Error | undefined {
  const [error, setError] = useState<Error>();
  const [round, setRound] = useState(0);
  const signedIn = useRef(onSignedIn);
  useEffect(() => {
    signedIn.current = onSignedIn;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    let isCurrent = true;
    const wait = async () => {
      if (!(await browserSupportsWebAuthnAutofill()) || !isCurrent) return;
      try {
        await signedIn.current(await signIn({ useBrowserAutofill: true }));
      } catch (failure) {
        if (isCurrent) setError(failure as Error);
      }
    };
    void wait();
    const renewal = setTimeout(() => setRound(round + 1), RENEWAL_MS);
    return () => {
      isCurrent = false;
      clearTimeout(renewal);
      WebAuthnAbortService.cancelCeremony();
    };
  }, [enabled, round]);
  return error;
}
