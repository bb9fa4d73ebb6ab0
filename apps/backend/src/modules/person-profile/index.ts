import { mediaPeopleOperations, personProfileOperations } from '@archive/contracts';
import { Controller, Module } from '@nestjs/common';
import { Contract, type OperationInput } from '../../common/index.ts';
import { PersonProfileQueries } from './person-profile-queries.ts';

export { mediaOfVoyages } from './person-profile-queries.ts';

@Controller()
class PersonProfileController {
  constructor(private readonly queries: PersonProfileQueries) {}

  @Contract(personProfileOperations.companions)
  companions({ params, query }: OperationInput<typeof personProfileOperations.companions>) {
    return this.queries.companions(params.slug, query);
  }

  @Contract(personProfileOperations.media)
  media({ params, query }: OperationInput<typeof personProfileOperations.media>) {
    return this.queries.media(params.slug, query);
  }

  @Contract(mediaPeopleOperations.pictures)
  pictures({ params, query }: OperationInput<typeof mediaPeopleOperations.pictures>) {
    return this.queries.pictures(params.slug, query);
  }
}

@Module({ controllers: [PersonProfileController], providers: [PersonProfileQueries] })
export class PersonProfileHttpModule {}
