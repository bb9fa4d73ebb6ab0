import { messageOf } from '@archive/api-client';
import { Button, Notice, TextField } from '@archive/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { TokenSecret } from './token-secret.tsx';

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
