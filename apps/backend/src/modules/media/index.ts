export { contentTypeOf } from './content-types.ts';
export { MEDIA_COLUMNS, MEDIA_ITEM, MEDIA_JOINS, mediaOfVoyage, thumbnailOfVoyage } from './media-columns.ts';
export { StorageChecker } from './fixity/storage-checker.ts';
export { DerivativeTasks } from './derivatives/derivative-tasks.ts';
export { IncomingFiles } from './intake/incoming-files.ts';
export { MediaIntake } from './intake/media-intake.ts';
export { MediaQueries } from './media-queries.ts';
export { MediaHttpModule } from './media.module.ts';
export { MediaIntakeModule, MediaWorkerModule, StorageCheckModule } from './media-work.module.ts';
