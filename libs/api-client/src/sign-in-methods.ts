import type { OperationBody, passkeyOperations } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { request } from './request.ts';

type Operations = typeof passkeyOperations;

/** The passkeys of the signed-in person. */
export const passkeysQuery = () =>
  queryOptions({
    queryKey: keys.passkeys,
    queryFn: ({ signal }) => request('passkeys.list', { signal }),
    staleTime: 0,
  });

const invalidate = (client: QueryClient) => () => client.invalidateQueries({ queryKey: keys.passkeys });

/** What the browser needs to create a passkey. */
export const passkeyOptions = () => request('passkeys.options');

export const addPasskeyMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['add']>) => request('passkeys.add', { body }),
    onSettled: invalidate(client),
  });

export const renamePasskeyMutation = (client: QueryClient, passkey_id: number) =>
  mutationOptions({
    mutationFn: (name: string) => request('passkeys.rename', { params: { passkey_id }, body: { name } }),
    onSettled: invalidate(client),
  });

export const removePasskeyMutation = (client: QueryClient, passkey_id: number) =>
  mutationOptions({
    mutationFn: () => request('passkeys.remove', { params: { passkey_id } }),
    onSettled: invalidate(client),
  });

/** What the browser needs to sign in with a passkey; null if nobody can. */
export const passkeySignInOptions = async () => (await request('passkeys.signInOptions')).options;

export const signInWithPasskey = (credential: OperationBody<Operations['signIn']>['credential']) =>
  request('passkeys.signIn', { body: { credential } });

/** Whether the signed-in person needs a code to sign in. */
export const secondFactorQuery = () =>
  queryOptions({
    queryKey: keys.secondFactor,
    queryFn: ({ signal }) => request('secondFactor.get', { signal }),
    staleTime: 0,
  });

/** Resolves to the key for an app, which the server returns only once. */
export const startSecondFactorMutation = () => mutationOptions({ mutationFn: () => request('secondFactor.start') });

/** Resolves to the recovery codes, which the server returns only once. */
export const activateSecondFactorMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (code: string) => request('secondFactor.activate', { body: { code } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.secondFactor }),
  });

export const endSecondFactorMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => request('secondFactor.end'),
    onSettled: () => client.invalidateQueries({ queryKey: keys.secondFactor }),
  });
