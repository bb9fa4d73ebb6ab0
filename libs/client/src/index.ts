export { ArchiveClient, ArchiveError, type ArchiveResponse, type ClientOptions } from './archive-client.ts';
export type { Input, ListId, OperationId, Operations, Output } from './operations.ts';
export type * from '@archive/contracts';
