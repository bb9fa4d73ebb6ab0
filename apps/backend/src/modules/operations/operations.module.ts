import { Module } from '@nestjs/common';
import { ArchiveMetrics } from './archive-metrics.ts';
import { ArchiveState } from './archive-state.ts';
import { DocsController } from './docs.controller.ts';
import { HealthController } from './health.controller.ts';
import { MetricsController } from './metrics.controller.ts';
import { OpsController } from './ops.controller.ts';
import { SecurityLogController } from './security-log.controller.ts';
import { QueueBoard } from './queue-board.ts';

@Module({
  controllers: [DocsController, HealthController, MetricsController, OpsController, SecurityLogController],
  providers: [ArchiveState, ArchiveMetrics, QueueBoard],
})
export class OperationsHttpModule {}
