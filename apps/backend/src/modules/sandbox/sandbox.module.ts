import { Module } from '@nestjs/common';
import { Retention } from '../../queues/index.ts';
import { PackageUnpacker } from './package-unpacker.ts';
import { PictureAssembler } from './picture-assembler.ts';
import { Quarantine } from './quarantine.ts';
import { Sandbox } from './sandbox.ts';
import { Scratch } from './scratch.ts';
import { TaskRunner } from './task-runner.ts';

/** Provides access to quarantined files in every process. */
@Module({ providers: [Quarantine], exports: [Quarantine] })
export class QuarantineModule {}

/** Decodes files in the worker. */
@Module({ imports: [QuarantineModule], providers: [Sandbox, Scratch, TaskRunner], exports: [Sandbox] })
export class SandboxWorkerModule {
  constructor(scratch: Scratch, retention: Retention) {
    retention.enforce('scratch-files', () => scratch.removeOld());
  }
}

/** Assembles pictures and unpacks packages for the API. */
@Module({ providers: [PackageUnpacker, PictureAssembler, Scratch], exports: [PackageUnpacker, PictureAssembler] })
export class SandboxHttpModule {}
