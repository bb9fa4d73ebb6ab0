import { createTokenMutation, frontendsQuery, messageOf } from '@archive/api-client';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Button, Notice, Select, TextField } from '@archive/ui';
import { useState, type FormEvent } from 'react';
import { TokenSecret } from '../tokens/token-secret.tsx';
import { useTitles } from './use-titles.ts';

/** Stands for a token that records verdicts on every micro-frontend. */
const VERIFIER = 'verifier';
const SECRETS = { publish: 'DEPLOY_TOKEN', verify: 'VERIFY_TOKEN' };

/** Creates a token and shows it once. */
export function NewToken() {
  const { data } = useQuery(frontendsQuery());
  const titleOf = useTitles();
  const options = [
    ...(data?.apps ?? []).map(({ name: value }) => ({ value, label: `Publish ${titleOf(value)}` })),
    { value: VERIFIER, label: 'Verify all micro-frontends' },
  ];
  const [chosenName, setName] = useState<string>();
  const name = chosenName ?? data?.apps.find((app) => app.registration)?.name ?? VERIFIER;
  const [label, setLabel] = useState('');
  const [missing, setMissing] = useState(false);
  const create = useMutation({ ...createTokenMutation(useQueryClient()), onSuccess: () => setLabel('') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(label.trim() === '');
    if (label.trim() !== '') create.mutate({ name: name === VERIFIER ? null : name, label: label.trim() });
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="mt-2 flex flex-wrap items-end gap-3">
        <Select
          label="Permission"
          fieldClassName="w-56"
          options={options}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Purpose"
          fieldClassName="min-w-0 flex-1 basis-56"
          placeholder="CI pipeline"
          maxLength={100}
          value={label}
          error={missing && 'Enter a purpose'}
          onChange={(event) => setLabel(event.target.value)}
        />
        <Button type="submit" busy={create.isPending}>
          Create token
        </Button>
      </form>
      {create.error && (
        <Notice announce tone="error" className="mt-3">
          {messageOf(create.error)}
        </Notice>
      )}
      {create.data && <TokenSecret token={create.data.token} variable={SECRETS[create.data.scope]} />}
    </>
  );
}
