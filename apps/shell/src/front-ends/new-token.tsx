import { makeTokenMutation, messageOf } from '@archive/api-client';
import type { Published } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, Notice, Select, TextField, toast } from '@archive/ui';
import { useState, type FormEvent } from 'react';
import { NAMES } from './names.ts';

const OPTIONS = Object.entries(NAMES).map(([value, label]) => ({ value, label }));

/** Makes a token, and shows it this once. */
export function NewToken() {
  const [name, setName] = useState<Published>('people');
  const [label, setLabel] = useState('');
  const [missing, setMissing] = useState(false);
  const make = useMutation({ ...makeTokenMutation(useQueryClient()), onSuccess: () => setLabel('') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(label.trim() === '');
    if (label.trim() !== '') make.mutate({ name, label: label.trim() });
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="mt-2 flex flex-wrap items-end gap-3">
        <Select
          label="Front end"
          fieldClassName="w-48"
          options={OPTIONS}
          value={name}
          onChange={(event) => setName(event.target.value as Published)}
        />
        <TextField
          label="What for"
          fieldClassName="min-w-0 flex-1 basis-56"
          placeholder="Pipeline of the team"
          maxLength={100}
          value={label}
          error={missing && 'Say what the token is for.'}
          onChange={(event) => setLabel(event.target.value)}
        />
        <Button type="submit" busy={make.isPending}>
          Make token
        </Button>
      </form>
      {make.error && (
        <Notice announce tone="error" className="mt-3">
          {messageOf(make.error)}
        </Notice>
      )}
      {make.data && (
        <Notice
          announce
          tone="success"
          className="mt-3"
          title="The token, shown this once"
          action={
            <Button
              size="small"
              onClick={() =>
                void navigator.clipboard.writeText(make.data.token).then(() => toast.success('Copied to clipboard!'))
              }
            >
              Copy
            </Button>
          }
        >
          <p>
            Keep it among the secrets of the pipeline, as <code>DEPLOY_TOKEN</code>.
          </p>
          <code className="mt-2 block text-ink break-all">{make.data.token}</code>
        </Notice>
      )}
    </>
  );
}
