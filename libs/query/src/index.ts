/**
 * What micro-frontends may use of TanStack Query. A facade, so that the shell provides exactly this to the remotes, once,
 * and so that replacing the library stays a matter of one file.
 */
export {
  QueryClient,
  QueryClientProvider,
  QueryErrorResetBoundary,
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useIsFetching,
  useIsMutating,
  useMutation,
  usePrefetchQuery,
  useQueries,
  useQuery,
  useQueryClient,
  useQueryErrorResetBoundary,
  useSuspenseQuery,
} from '@tanstack/react-query';
export type {
  InfiniteData,
  QueryKey,
  UseMutationResult,
  UseQueryOptions,
  UseQueryResult,
  UseSuspenseQueryResult,
} from '@tanstack/react-query';
