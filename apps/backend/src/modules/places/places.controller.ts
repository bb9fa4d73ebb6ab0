import { placeOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { Proposals } from '../proposals/index.ts';
import { PlaceCommands } from './place-commands.ts';
import { PlaceQueries } from './place-queries.ts';
import { PlaceWordings } from './place-wordings.ts';

type Input<K extends keyof typeof placeOperations> = OperationInput<(typeof placeOperations)[K]>;

@Controller()
export class PlacesController {
  constructor(
    private readonly queries: PlaceQueries,
    private readonly commands: PlaceCommands,
    private readonly reviewed: PlaceWordings,
    private readonly proposals: Proposals,
  ) {
    proposals.handle('place', {
      create: commands.create.bind(commands),
      update: commands.update.bind(commands),
    });
  }

  @Contract(placeOperations.list)
  list({ query }: Input<'list'>) {
    return this.queries.list(query);
  }

  @Contract(placeOperations.letters)
  letters({ query }: Input<'letters'>) {
    return this.queries.letters(query);
  }

  @Contract(placeOperations.byVoyage)
  byVoyage({ params }: Input<'byVoyage'>) {
    return this.queries.byVoyage(params.slug);
  }

  @Contract(placeOperations.get)
  get({ params }: Input<'get'>) {
    return this.queries.get(params.slug);
  }

  @Contract(placeOperations.people)
  people({ params, query }: Input<'people'>) {
    return this.queries.people(params.slug, query);
  }

  @Contract(placeOperations.media)
  media({ params, query }: Input<'media'>) {
    return this.queries.media(params.slug, query);
  }

  @Contract(placeOperations.wordings)
  wordings({ query }: Input<'wordings'>) {
    return this.reviewed.list(query.limit, query.offset, query.not_places === true);
  }

  @Contract(placeOperations.candidates)
  candidates({ query }: Input<'candidates'>) {
    return this.reviewed.candidates(query.name);
  }

  @Contract(placeOperations.decide)
  decide({ body }: Input<'decide'>, @Write() write: WriteRequest) {
    return this.reviewed.decide(body, write);
  }

  @Contract(placeOperations.create)
  create({ body }: Input<'create'>, @Write() write: WriteRequest) {
    return this.proposals.save('place', null, body, write);
  }

  @Contract(placeOperations.update)
  update({ params, body }: Input<'update'>, @Write() write: WriteRequest) {
    return this.proposals.save('place', params.place_slug, body, write);
  }

  @Contract(placeOperations.remove)
  remove({ params }: Input<'remove'>, @Write() write: WriteRequest) {
    return this.commands.remove(params.place_slug, write);
  }

  @Contract(placeOperations.merge)
  merge({ params, body }: Input<'merge'>, @Write() write: WriteRequest) {
    return this.commands.merge(params.place_slug, body.into, write);
  }

  @Contract(placeOperations.undo)
  undo({ body }: Input<'undo'>, @Write() write: WriteRequest) {
    return this.commands.undo(body.changes, write);
  }
}
