import { passkeySignInOptions, signInWithPasskey } from '@archive/api-client';
import type { SignedIn } from '@archive/contracts';
import { useMutation } from '@archive/query';
import { Button, Notice } from '@archive/ui';
import { startAuthentication } from '@simplewebauthn/browser';
import { passkeyMessage } from './passkeys.ts';

/** Signs in with a passkey that the browser or the device has for this archive. */
export function PasskeyButton({ onSignedIn }: { onSignedIn(session: SignedIn): void | Promise<void> }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const options = await passkeySignInOptions();
      if (!options) throw new Error('Passkeys can’t be used at this address.');
      const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
      const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
      return signInWithPasskey({ id, rawId, type, response: { ...response } });
    },
    onSuccess: onSignedIn,
  });
  return (
    <div className="mt-5 flex flex-col gap-3">
      <Button size="large" busy={isPending} onClick={() => mutate()}>
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
