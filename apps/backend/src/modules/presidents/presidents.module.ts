import { Module } from '@nestjs/common';
import { PresidentReads } from './president-reads.ts';
import { PresidentsController } from './presidents.controller.ts';

@Module({ controllers: [PresidentsController], providers: [PresidentReads] })
export class PresidentsHttpModule {}
