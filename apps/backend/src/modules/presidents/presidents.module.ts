import { Module } from '@nestjs/common';
import { PresidentReads } from './president-reads.ts';
import { PresidentWrites } from './president-writes.ts';
import { PresidentWritesController } from './president-writes.controller.ts';
import { PresidentsController } from './presidents.controller.ts';

@Module({
  controllers: [PresidentsController, PresidentWritesController],
  providers: [PresidentReads, PresidentWrites],
  exports: [PresidentReads],
})
export class PresidentsHttpModule {}
