import { Module } from '@nestjs/common';
import { HistoryReads } from './history-reads.ts';
import { HistoryRestore } from './history-restore.ts';
import { HistoryController } from './history.controller.ts';

@Module({ controllers: [HistoryController], providers: [HistoryReads, HistoryRestore] })
export class HistoryHttpModule {}
