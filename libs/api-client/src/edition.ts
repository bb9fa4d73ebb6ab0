import type { editionOperations, EditionStatus, OperationBody } from '@archive/contracts';
import { mutationOptions, type QueryClient, queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { request } from './request.ts';

type Operations = typeof editionOperations;

const statusKey = [...keys.edition, 'status'];

/** The edition that a worker is publishing. */
export const activeEdition = (status: EditionStatus | undefined) =>
  status?.editions.find(({ state }) => state === 'waiting' || state === 'running');

/** The editions, refreshed while one is being published. */
export const editionQuery = () =>
  queryOptions({
    queryKey: statusKey,
    queryFn: ({ signal }) => request('edition.status', { signal }),
    refetchInterval: ({ state }) => (activeEdition(state.data) ? 1000 : false),
  });

/** What the next edition changes for readers, compared with the edition that they see. Records change without this page. */
export const editionPreviewQuery = (current: number | null) =>
  queryOptions({
    queryKey: [...keys.edition, 'preview', current],
    queryFn: ({ signal }) => request('edition.preview', { signal }),
    refetchOnMount: 'always',
  });

const saveStatus = (client: QueryClient) => async (status: EditionStatus) => {
  client.setQueryData(statusKey, status);
  await client.invalidateQueries({ queryKey: [...keys.edition, 'preview'] });
};

export const publishEditionMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => request('edition.publish'),
    onSettled: () => client.invalidateQueries({ queryKey: statusKey }),
  });

export const cancelEditionMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => request('edition.cancel'), onSuccess: saveStatus(client) });

/** Shows readers another edition; null for none. */
export const chooseEditionMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (number: number | null) => request('edition.choose', { body: { number } }),
    onSuccess: saveStatus(client),
  });

export const chooseEditionRightsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (rights: string[]) => request('edition.chooseRights', { body: { rights } }),
    onSuccess: saveStatus(client),
  });

/** Keeps a record out of editions, or publishes it again. */
export const withholdMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['withhold']>) => request('edition.withhold', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...keys.edition, 'preview'] }),
  });
