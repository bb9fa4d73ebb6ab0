import type { accountOperations, OperationBody } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { request } from './request.ts';

type Operations = typeof accountOperations;

/** All accounts, for administrators. */
export const accountsQuery = () =>
  queryOptions({
    queryKey: keys.accounts,
    queryFn: ({ signal }) => request('accounts.list', { signal }),
    staleTime: 0,
  });

const invalidate = (client: QueryClient) => () => client.invalidateQueries({ queryKey: keys.accounts });

/** Resolves to the account and the link of its invitation, which the server returns only once. */
export const addAccountMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['create']>) => request('accounts.create', { body }),
    onSettled: invalidate(client),
  });

export const updateAccountMutation = (client: QueryClient, account_email: string) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['update']>) =>
      request('accounts.update', { params: { account_email }, body }),
    onSettled: invalidate(client),
  });

/** Resolves to the account and the link for a new password, which the server returns only once. */
export const resetAccountMutation = (client: QueryClient, account_email: string) =>
  mutationOptions({
    mutationFn: () => request('accounts.reset', { params: { account_email } }),
    onSettled: invalidate(client),
  });

/** Whom an invitation is for. Rejects with a 404 `ApiError` once it has expired or was used. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: [...keys.accounts, 'invitation', token],
    queryFn: ({ signal }) => request('accounts.invitation', { body: { token }, signal }),
    retry: false,
    gcTime: 0,
  });

/** Sets the password and signs in. */
export const acceptInvitation = (body: OperationBody<Operations['accept']>) => request('accounts.accept', { body });

/** The signed-in person’s own account. */
export const profileQuery = () =>
  queryOptions({
    queryKey: keys.profile,
    queryFn: ({ signal }) => request('accounts.profile', { signal }),
    staleTime: 0,
  });

export const updateProfileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['updateProfile']>) => request('accounts.updateProfile', { body }),
    onSettled: () =>
      Promise.all([keys.profile, keys.session].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });

export const changePasswordMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['changePassword']>) => request('accounts.changePassword', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
