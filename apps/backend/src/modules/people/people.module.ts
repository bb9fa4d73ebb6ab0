import { Module } from '@nestjs/common';
import { SearchModule } from '../search/index.ts';
import { PeopleController } from './people.controller.ts';
import { PeopleQueries } from './people-queries.ts';
import { PresidentGroups } from './president-groups.ts';
import { PersonSearch } from './person-search.ts';
import { PersonCommands } from './person-commands.ts';
import { PersonCommandsController } from './person-commands.controller.ts';

@Module({
  imports: [SearchModule],
  controllers: [PeopleController, PersonCommandsController],
  providers: [PeopleQueries, PersonSearch, PersonCommands, PresidentGroups],
  exports: [PeopleQueries],
})
export class PeopleHttpModule {}
