export { ArchiveClient, type ArchiveResponse, type ClientOptions } from './archive-client.ts';
export { ArchiveError } from './archive-error.ts';
export type { Input, ListId, OperationId, Operations, Output } from './operations.ts';
export type * from '@archive/contracts';
