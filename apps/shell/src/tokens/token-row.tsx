import { messageOf, type revokeTokenMutation, type revokeUploadTokenMutation } from '@archive/api-client';
import { useMutation } from '@archive/query';
import { Badge, Button, ConfirmDialog, formatDateTime, formatList, toast, VisuallyHidden } from '@archive/ui';
import { useState } from 'react';

interface Token {
  token_id: number;
  label: string;
  created_at: string;
  created_by: string;
  created_with: string[];
  last_used_at: string | null;
  revoked_at: string | null;
}

interface TokenRowProps {
  token: Token;
  /** What the token allows. */
  scope?: string;
  /** What stops working after the token is revoked. */
  consequence: string;
  revocation: ReturnType<typeof revokeTokenMutation | typeof revokeUploadTokenMutation>;
}

/** A token in a list, with its last use and the button to revoke it. */
export function TokenRow({ token, scope, consequence, revocation }: TokenRowProps) {
  const { token_id: id, label, created_at, created_by, created_with, last_used_at, revoked_at } = token;
  const [confirming, setConfirming] = useState(false);
  const revoke = useMutation({
    ...revocation,
    onSuccess: () => toast.success(`Token “${label}” revoked`, { key: `token ${id}` }),
    onError: (error) => toast.error(messageOf(error), { key: `token ${id}` }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words">
          {label} {scope && <Badge>{scope}</Badge>} {revoked_at && <Badge tone="signal">revoked</Badge>}
        </p>
        <p className="text-13 text-faded">
          Created {formatDateTime(created_at)} by {created_by}.{' '}
          {last_used_at ? `Last used ${formatDateTime(last_used_at)}.` : 'Never used.'}
        </p>
        {created_with.length > 0 && (
          <p className="text-13 break-words text-faded">Created in pages with {formatList(created_with)}.</p>
        )}
      </div>
      {!revoked_at && (
        <Button size="small" onClick={() => setConfirming(true)}>
          Revoke<VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      )}
      <ConfirmDialog
        danger
        open={confirming}
        onOpenChange={setConfirming}
        title={`Revoke "${label}"?`}
        description={`${consequence} You can’t undo this, but you can create a new token.`}
        confirmText="Revoke"
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(id, { onSettled: () => setConfirming(false) })}
      />
    </li>
  );
}
