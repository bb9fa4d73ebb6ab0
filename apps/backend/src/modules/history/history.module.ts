import { Module } from '@nestjs/common';
import { HistoryController } from './history.controller.ts';
import { History } from './history.service.ts';

@Module({ controllers: [HistoryController], providers: [History] })
export class HistoryHttpModule {}
