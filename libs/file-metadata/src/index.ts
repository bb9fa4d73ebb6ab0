export { type DocumentInfo, metadataOf, readFileMetadata } from './read-file-metadata.ts';
