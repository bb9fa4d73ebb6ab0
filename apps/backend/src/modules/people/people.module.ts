import { Module } from '@nestjs/common';
import { SearchModule } from '../search/index.ts';
import { PeopleController } from './people.controller.ts';
import { PeopleReads } from './people-reads.ts';
import { PresidentGroups } from './president-groups.ts';
import { PersonSearch } from './person-search.ts';
import { PersonWrites } from './person-writes.ts';
import { PersonWritesController } from './person-writes.controller.ts';

@Module({
  imports: [SearchModule],
  controllers: [PeopleController, PersonWritesController],
  providers: [PeopleReads, PersonSearch, PersonWrites, PresidentGroups],
  exports: [PeopleReads],
})
export class PeopleHttpModule {}
