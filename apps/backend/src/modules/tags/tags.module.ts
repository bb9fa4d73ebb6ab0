import { Module } from '@nestjs/common';
import { TagQueries } from './tag-queries.ts';
import { TagCommands } from './tag-commands.ts';
import { TagsController } from './tags.controller.ts';

@Module({ controllers: [TagsController], providers: [TagQueries, TagCommands] })
export class TagsHttpModule {}
