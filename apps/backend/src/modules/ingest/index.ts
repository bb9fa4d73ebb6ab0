export { IngestHttpModule, IngestWorkerModule } from './ingest.module.ts';
