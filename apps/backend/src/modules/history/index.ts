import { Module } from '@nestjs/common';
import { AuthHttpModule } from '../auth/index.ts';
import { HistoryQueries } from './history-queries.ts';
import { HistoryRestore } from './history-restore.ts';
import { HistoryController } from './history.controller.ts';

@Module({ imports: [AuthHttpModule], controllers: [HistoryController], providers: [HistoryQueries, HistoryRestore] })
export class HistoryHttpModule {}

export { acceptedBy } from './accepted-by.ts';
export { fieldChanges, fieldTexts, type Snapshot, titleOf } from './field-changes.ts';
