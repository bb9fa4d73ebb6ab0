import { Module } from '@nestjs/common';
import { ProposalsController } from './proposals.controller.ts';
import { Proposals } from './proposals.ts';

/** For the modules of records that contributors may propose changes to. */
@Module({ controllers: [ProposalsController], providers: [Proposals], exports: [Proposals] })
export class ProposalsModule {}

export { Proposals } from './proposals.ts';
