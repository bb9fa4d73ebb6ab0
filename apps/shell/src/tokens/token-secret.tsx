import { Button, Notice, toast } from '@archive/ui';

interface TokenSecretProps {
  token: string;
  /** The environment variable or CI secret from which programs read the token. */
  variable: string;
}

/** A new token, which is shown only once. */
export function TokenSecret({ token, variable }: TokenSecretProps) {
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
