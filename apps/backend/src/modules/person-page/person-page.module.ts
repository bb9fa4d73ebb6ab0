import { Module } from '@nestjs/common';
import { PersonPageController } from './person-page.controller.ts';
import { PersonPageReads } from './person-page-reads.ts';

@Module({ controllers: [PersonPageController], providers: [PersonPageReads] })
export class PersonPageHttpModule {}
