import { messageOf, type revokeTokenMutation, type revokeUploadTokenMutation } from '@archive/api-client';
import { useMutation } from '@archive/query';
import {
  Badge,
  Button,
  ConfirmDialog,
  Notice,
  TextField,
  VisuallyHidden,
  formatDateTime,
  formatList,
  toast,
} from '@archive/ui';
import { type FormEvent, type ReactNode, useState } from 'react';

interface TokenFormProps {
  placeholder: string;
  /** Creates a token for the purpose `label`, and then calls `onSuccess`. */
  onCreate(label: string, onSuccess: () => void): void;
  busy: boolean;
  error: Error | null;
  /** The new token, and the environment variable from which programs read it. */
  created: { token: string; variable: string } | undefined;
  /** Fields before the purpose. */
  children?: ReactNode;
}

/** Creates a token and shows it once. */
export function TokenForm({ placeholder, onCreate, busy, error, created, children }: TokenFormProps) {
  const [label, setLabel] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(label.trim() === '');
    if (label.trim() !== '') onCreate(label.trim(), () => setLabel(''));
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="mt-2 flex flex-wrap items-end gap-3">
        {children}
        <TextField
          label="Purpose"
          fieldClassName="min-w-0 flex-1 basis-56 sm:max-w-md"
          placeholder={placeholder}
          maxLength={100}
          value={label}
          error={missing && 'Enter a purpose'}
          onChange={(event) => setLabel(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          Create token
        </Button>
      </form>
      {error && (
        <Notice announce tone="error" className="mt-3">
          {messageOf(error)}
        </Notice>
      )}
      {created && <TokenSecret {...created} />}
    </>
  );
}

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

interface TokenSecretProps {
  token: string;
  /** The environment variable or CI secret from which programs read the token. */
  variable: string;
}

/** A new token, which is shown only once. */
function TokenSecret({ token, variable }: TokenSecretProps) {
  return (
    <Notice
      announce
      tone="success"
      className="mt-3"
      title="Copy your token now. It won’t be shown again."
      action={
        <Button
          size="small"
          onClick={() => void navigator.clipboard.writeText(token).then(() => toast.success('Copied to clipboard!'))}
        >
          Copy
        </Button>
      }
    >
      <p>
        Store it as the secret <code>{variable}</code>.
      </p>
      <code className="mt-2 block text-ink break-all">{token}</code>
    </Notice>
  );
}
