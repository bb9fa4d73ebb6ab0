import { Global, Module } from '@nestjs/common';
import { Drain } from './drain.ts';
import { Health } from './health.ts';

@Global()
@Module({ providers: [Health, Drain], exports: [Health, Drain] })
export class HealthModule {}
