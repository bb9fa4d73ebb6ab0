import { Module } from '@nestjs/common';
import { MediaIntakeModule } from '../media/index.ts';
import { QuarantineModule } from '../sandbox/index.ts';
import { ArchiveMetrics } from './archive-metrics.ts';
import { ArchiveState } from './archive-state.ts';
import { DocsController } from './docs.controller.ts';
import { HealthController, MetricsController } from './health.controller.ts';
import { QueueBoard } from './queue-board.ts';
import { SystemController } from './system.controller.ts';

@Module({
  imports: [MediaIntakeModule, QuarantineModule],
  controllers: [DocsController, HealthController, MetricsController, SystemController],
  providers: [ArchiveState, ArchiveMetrics, QueueBoard],
})
export class OperationsHttpModule {}
