import { useSession } from '@archive/shell-api';
import { useState } from 'react';

/** Signs out. `busy` until the server has answered. */
export function useSignOut(): { busy: boolean; signOut: () => void } {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const signOut = () => {
    setBusy(true);
    void session.signOut().finally(() => setBusy(false));
  };
  return { busy, signOut };
}
