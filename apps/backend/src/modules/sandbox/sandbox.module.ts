import { Module } from '@nestjs/common';
import { Quarantine } from './quarantine.ts';
import { Sandbox } from './sandbox.ts';
import { Scratch } from './scratch.ts';

/** What is known of quarantined files, for every process. */
@Module({ providers: [Quarantine], exports: [Quarantine] })
export class QuarantineModule {}

/** Decodes files in the worker. */
@Module({ imports: [QuarantineModule], providers: [Sandbox, Scratch], exports: [Sandbox] })
export class SandboxWorkerModule {}
