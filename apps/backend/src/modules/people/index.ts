import { Module } from '@nestjs/common';
import { ProposalsModule } from '../proposals/index.ts';
import { SearchModule } from '../search/index.ts';
import { PeopleQueries } from './people-queries.ts';
import { PeopleController, PersonCommandsController } from './people.controller.ts';
import { PersonCommands } from './person-commands.ts';
import { PersonSearch } from './person-search.ts';
import { PresidentGroups } from './president-groups.ts';

@Module({
  imports: [ProposalsModule, SearchModule],
  controllers: [PeopleController, PersonCommandsController],
  providers: [PeopleQueries, PersonSearch, PersonCommands, PresidentGroups],
  exports: [PeopleQueries],
})
export class PeopleHttpModule {}

export { createPerson } from './person-commands.ts';
export { PeopleQueries } from './people-queries.ts';
export { PERSON_LIST_ITEM, PERSON_LIST_ITEM_COLUMNS, PASSENGER, passengersOfVoyage } from './people-sql.ts';
export {
  requestedSlug,
  requireUnusedArticle,
  requirePicture,
  requireSameSlug,
  RESERVED_SLUGS,
} from './person-values.ts';
