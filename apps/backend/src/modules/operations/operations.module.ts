import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.ts';
import { HealthController } from './health.controller.ts';

@Module({ controllers: [DocsController, HealthController] })
export class OperationsHttpModule {}
