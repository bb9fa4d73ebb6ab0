import { Module } from '@nestjs/common';
import { MergeReads } from './merge-reads.ts';
import { MergeWrites } from './merge-writes.ts';
import { PeopleApart } from './people-apart.ts';
import { MergingController } from './merging.controller.ts';

@Module({ controllers: [MergingController], providers: [MergeReads, MergeWrites, PeopleApart] })
export class MergingHttpModule {}
