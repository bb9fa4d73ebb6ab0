import { PasswordField } from '@archive/ui';

interface NewPasswordFieldProps {
  value: string;
  error: string | false | undefined;
  onChange: (password: string) => void;
}

export function NewPasswordField({ value, error, onChange }: NewPasswordFieldProps) {
  return (
    <PasswordField
      label="New password"
      help="At least 12 characters. A few words that don’t belong together are easy to remember and hard to guess."
      autoComplete="new-password"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
