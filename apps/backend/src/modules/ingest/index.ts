export * from './ingest.entity.ts';
