import { Module } from '@nestjs/common';
import { ArchiveMetrics } from './archive-metrics.ts';
import { ArchiveState } from './archive-state.ts';
import { DocsController } from './docs.controller.ts';
import { HealthController } from './health.controller.ts';
import { MetricsController } from './metrics.controller.ts';

@Module({
  controllers: [DocsController, HealthController, MetricsController],
  providers: [ArchiveState, ArchiveMetrics],
})
export class OperationsHttpModule {}
