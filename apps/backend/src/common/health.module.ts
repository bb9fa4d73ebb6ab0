import { Global, Module } from '@nestjs/common';
import { Drain } from './drain.ts';
import { Health } from './health.ts';
import { Liveness } from './liveness.ts';

@Global()
@Module({ providers: [Health, Drain, Liveness], exports: [Health, Drain, Liveness] })
export class HealthModule {}
