import {
  addPasskeyMutation,
  messageOf,
  passkeyOptions,
  passkeysQuery,
  removePasskeyMutation,
  renamePasskeyMutation,
} from '@archive/api-client';
import type { Passkey } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, ConfirmDialog, formatDateTime, formatDay, TextField, toast, VisuallyHidden } from '@archive/ui';
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { focusField } from '../focus-field.ts';
import { passkeyMessage, passkeysWorkAt } from '../session/passkeys.ts';
import { fieldError } from './field-errors.ts';
import { Section } from './section.tsx';

/** Passkeys of the signed-in person: add, rename, remove. */
export function PasskeysSection() {
  const query = useQuery(passkeysQuery());
  const client = useQueryClient();
  const [name, setName] = useState('');
  const add = useMutation(addPasskeyMutation(client));
  const create = useMutation({
    mutationFn: async () => {
      const optionsJSON = (await passkeyOptions()) as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
      const { id, rawId, type, response } = await startRegistration({ optionsJSON });
      return add.mutateAsync({ name, credential: { id, rawId, type, response: { ...response } } });
    },
    onSuccess: (passkey) => {
      setName('');
      toast.success(`Passkey “${passkey.name}” added`);
    },
  });
  const isOffered = passkeysWorkAt(location.hostname);
  const invalidName = fieldError(create.error, 'name');
  return (
    <div className="max-w-md">
      <Section
        title="Passkeys"
        failure={create.error && !invalidName ? passkeyMessage(create.error) : undefined}
        onSubmit={() => create.mutate()}
      >
        <p className="text-faded">
          {isOffered
            ? 'Sign in with a fingerprint, a face, or the PIN of your device, without typing a password. A passkey works only at the address of this archive.'
            : 'Passkeys aren’t available at this address. They need one that begins with https:// and has a name instead of numbers. Ask an administrator for it.'}
        </p>
        {isOffered && (
          <>
            <TextField
              label="Name of the new passkey"
              placeholder="Laptop"
              autoComplete="off"
              maxLength={60}
              value={name}
              error={invalidName}
              onChange={({ target }) => setName(target.value)}
            />
            <Button type="submit" className="w-auto!" busy={create.isPending} disabled={name.trim() === ''}>
              Add passkey
            </Button>
          </>
        )}
      </Section>
      {query.data ? (
        query.data.length > 0 && (
          <ul aria-label="Passkeys" className="mt-4 divide-y divide-rule border-y border-rule">
            {query.data.map((passkey) => (
              <PasskeyRow key={passkey.passkey_id} passkey={passkey} />
            ))}
          </ul>
        )
      ) : (
        <QueryState query={query} failed="Can’t load your passkeys" loading="Loading passkeys..." />
      )}
    </div>
  );
}

function PasskeyRow({ passkey: { passkey_id: id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const client = useQueryClient();
  const [renamed, setRenamed] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const onError = (error: Error) => toast.error(messageOf(error), { key: `passkey ${id}` });
  const rename = useMutation({ ...renamePasskeyMutation(client, id), onError });
  const remove = useMutation({ ...removePasskeyMutation(client, id), onError });
  if (renamed !== undefined)
    return (
      <li className="py-3">
        <form
          noValidate
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate(renamed, { onSuccess: () => setRenamed(undefined) });
          }}
        >
          <TextField
            ref={focusField}
            label={`Name of ${name}`}
            fieldClassName="min-w-0 flex-1 basis-40"
            maxLength={60}
            value={renamed}
            onChange={({ target }) => setRenamed(target.value)}
          />
          <Button type="submit" busy={rename.isPending} disabled={renamed.trim() === ''}>
            Save name
          </Button>
          <Button onClick={() => setRenamed(undefined)}>Cancel</Button>
        </form>
      </li>
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-serif text-17 font-semibold wrap-anywhere">{name}</p>
        <p className="text-13 text-faded">
          Added {formatDay(created_at)} · {last_used_at ? `Last used ${formatDateTime(last_used_at)}` : 'Not used yet'}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" onClick={() => setRenamed(name)}>
          Rename<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Button size="small" onClick={() => setRemoving(true)}>
          Remove<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
      <ConfirmDialog
        danger
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove the passkey “${name}”?`}
        description="It can’t be used to sign in anymore. Delete it from the device or password manager as well."
        confirmText="Remove"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setRemoving(false) })}
      />
    </li>
  );
}
