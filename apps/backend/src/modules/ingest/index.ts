export * from './ingest.entity.ts';
export { IngestHttpModule, IngestWorkerModule } from './ingest.module.ts';
