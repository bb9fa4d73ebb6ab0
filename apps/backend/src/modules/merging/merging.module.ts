import { Module } from '@nestjs/common';
import { MergeReads } from './merge-reads.ts';
import { MergeWrites } from './merge-writes.ts';
import { MergingController } from './merging.controller.ts';

@Module({ controllers: [MergingController], providers: [MergeReads, MergeWrites] })
export class MergingHttpModule {}
