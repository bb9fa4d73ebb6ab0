import {
  createUploadTokenMutation,
  messageOf,
  revokeUploadTokenMutation,
  uploadTokensQuery,
} from '@archive/api-client';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Button, FailedState, Loading, Notice, SkeletonList, TextField } from '@archive/ui';
import { type FormEvent, useState } from 'react';
import { TokenRow } from '../tokens/token-row.tsx';
import { TokenSecret } from '../tokens/token-secret.tsx';

/** Tokens of programs that upload files, such as imports of a scanning room. */
export function UploadTokens() {
  return (
    <section aria-labelledby="upload-tokens">
      <h2 id="upload-tokens" className="text-21">
        Upload tokens
      </h2>
      <p className="max-w-measure py-2 text-faded">
        With a token, a program such as <code>npm run media -- import</code> uploads files and adds them to voyages,
        albums and people. It can do nothing else.
      </p>
      <NewUploadToken />
      <div className="mt-4">
        <TokenList />
      </div>
    </section>
  );
}

function TokenList() {
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(uploadTokensQuery());
  if (error)
    return (
      <FailedState
        title="Can’t load the tokens"
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {messageOf(error)}
      </FailedState>
    );
  if (!data)
    return (
      <Loading label="Loading tokens...">
        <SkeletonList />
      </Loading>
    );
  if (data.length === 0) return <p className="border-y border-rule py-4 text-faded">No tokens yet.</p>;
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {data.map((token) => (
        <TokenRow
          key={token.token_id}
          token={token}
          consequence="Programs that use this token will stop working. Files that they uploaded stay."
          revocation={revokeUploadTokenMutation(client)}
        />
      ))}
    </ul>
  );
}

function NewUploadToken() {
  const [label, setLabel] = useState('');
  const [missing, setMissing] = useState(false);
  const create = useMutation({ ...createUploadTokenMutation(useQueryClient()), onSuccess: () => setLabel('') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(label.trim() === '');
    if (label.trim() !== '') create.mutate({ label: label.trim() });
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="mt-2 flex flex-wrap items-end gap-3">
        <TextField
          label="Purpose"
          fieldClassName="min-w-0 flex-1 basis-56 sm:max-w-md"
          placeholder="Scanning room"
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
      {create.data && <TokenSecret token={create.data.token} variable="UPLOAD_TOKEN" />}
    </>
  );
}
