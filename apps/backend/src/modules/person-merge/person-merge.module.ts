import { Module } from '@nestjs/common';
import { MergeReads } from './merge-reads.ts';
import { MergeWrites } from './merge-writes.ts';
import { NotDuplicates } from './not-duplicates.ts';
import { PersonMergeController } from './person-merge.controller.ts';

@Module({ controllers: [PersonMergeController], providers: [MergeReads, MergeWrites, NotDuplicates] })
export class PersonMergeHttpModule {}
