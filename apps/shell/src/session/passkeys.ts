import { messageOf } from '@archive/api-client';

/** What to show when the browser or the server did not use a passkey. Browsers say the same for a canceled and a missing one. */
export function passkeyMessage(error: Error): string {
  if (error.name === 'NotAllowedError') return 'No passkey was used. Try again, or use your password.';
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  return messageOf(error);
}

/** Whether the browser has passkeys at an address: browsers offer none for IP addresses, and without encryption only for localhost. */
export const passkeysWorkAt = (hostname: string): boolean =>
  'PublicKeyCredential' in globalThis && !/^(?:\[.*|[\d.]+)$/.test(hostname);
