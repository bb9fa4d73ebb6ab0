import { Module } from '@nestjs/common';
import { MergeCommands } from './merge-commands.ts';
import { MergeQueries } from './merge-queries.ts';
import { NotDuplicates } from './not-duplicates.ts';
import { PersonMergeController } from './person-merge.controller.ts';

@Module({ controllers: [PersonMergeController], providers: [MergeQueries, MergeCommands, NotDuplicates] })
export class PersonMergeHttpModule {}
