import { Module } from '@nestjs/common';
import { SearchModule } from '../search/index.ts';
import { PeopleController } from './people.controller.ts';
import { PeopleReads } from './people-reads.ts';

@Module({ imports: [SearchModule], controllers: [PeopleController], providers: [PeopleReads] })
export class PeopleHttpModule {}
