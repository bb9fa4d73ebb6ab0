export { ArchiveClient, operationAt, urlOf, type ArchiveResponse, type ClientOptions } from './archive-client.ts';
export { ArchiveError, NO_RESPONSE, type Confirmation } from './archive-error.ts';
export type { Input, InputArgument, ListId, OperationId, Operations, Output } from './operations.ts';
export type * from '@archive/contracts';
