import { Module } from '@nestjs/common';
import { MediaIntakeModule } from '../media/index.ts';
import { QuarantineModule } from '../sandbox/index.ts';
import { ArchiveMetrics } from './archive-metrics.ts';
import { ArchiveState } from './archive-state.ts';
import { DocsController } from './docs.controller.ts';
import { HealthController, MetricsController } from './health.controller.ts';
import { OpsController } from './ops.controller.ts';
import { QuarantineController } from './quarantine.controller.ts';
import { QueueBoard } from './queue-board.ts';
import { SecurityLogController } from './security-log.controller.ts';

@Module({
  imports: [MediaIntakeModule, QuarantineModule],
  controllers: [
    DocsController,
    HealthController,
    MetricsController,
    OpsController,
    QuarantineController,
    SecurityLogController,
  ],
  providers: [ArchiveState, ArchiveMetrics, QueueBoard],
})
export class OperationsHttpModule {}
