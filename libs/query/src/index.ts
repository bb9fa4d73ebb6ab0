/**
 * The parts of TanStack Query that micro-frontends may use. A facade, so that the shell shares exactly these with the remotes, as a single
 * instance, and so that replacing the library changes only one file.
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
  type InfiniteData,
  type QueryKey,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  type UseSuspenseQueryResult,
} from '@tanstack/react-query';
