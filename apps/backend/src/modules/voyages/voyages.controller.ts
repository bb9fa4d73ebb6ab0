import { mediaOperations, peopleOperations, voyageOperations } from '@archive/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Contract, type OperationInput } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { Proposals } from '../proposals/index.ts';
import { PassengerCommands } from './passenger-commands.ts';
import { VoyageCommands } from './voyage-commands.ts';
import { VoyageMediaCommands } from './voyage-media-commands.ts';
import { VoyageQueries } from './voyage-queries.ts';

@Controller()
export class VoyagesController {
  readonly #queries: VoyageQueries;

  constructor(queries: VoyageQueries) {
    this.#queries = queries;
  }

  @Contract(voyageOperations.list)
  list({ query }: OperationInput<typeof voyageOperations.list>) {
    return this.#queries.list(query);
  }

  @Contract(voyageOperations.administrations)
  administrations({ query }: OperationInput<typeof voyageOperations.administrations>) {
    return this.#queries.administrations(query);
  }

  @Contract(voyageOperations.position)
  position({ query }: OperationInput<typeof voyageOperations.position>) {
    return this.#queries.positionOf(query);
  }

  @Contract(voyageOperations.get)
  get({ params }: OperationInput<typeof voyageOperations.get>) {
    return this.#queries.get(params.slug);
  }

  @Contract(voyageOperations.passage)
  passage({ params }: OperationInput<typeof voyageOperations.passage>) {
    return this.#queries.passage(params.slug);
  }

  @Contract(voyageOperations.adjacent)
  adjacent({ params }: OperationInput<typeof voyageOperations.adjacent>) {
    return this.#queries.adjacent(params.slug);
  }
}

@Controller()
export class VoyageCommandsController {
  constructor(
    private readonly commands: VoyageCommands,
    private readonly proposals: Proposals,
  ) {
    proposals.handle('voyage', {
      create: commands.create.bind(commands),
      update: commands.update.bind(commands),
    });
  }

  @Contract(voyageOperations.create)
  create({ body }: OperationInput<typeof voyageOperations.create>, @Write() write: WriteRequest) {
    return this.proposals.save('voyage', null, body, write);
  }

  @Contract(voyageOperations.update)
  update({ params, body }: OperationInput<typeof voyageOperations.update>, @Write() write: WriteRequest) {
    return this.proposals.save('voyage', params.voyage_slug, body, write);
  }

  @Contract(voyageOperations.remove)
  remove({ params }: OperationInput<typeof voyageOperations.remove>, @Write() write: WriteRequest) {
    return this.commands.remove(params.voyage_slug, write);
  }
}

@Controller()
export class PassengersController {
  readonly #commands: PassengerCommands;

  constructor(commands: PassengerCommands) {
    this.#commands = commands;
  }

  @Contract(peopleOperations.link)
  link({ body }: OperationInput<typeof peopleOperations.link>, @Write() write: WriteRequest) {
    return this.#commands.link(body, write);
  }

  @Contract(peopleOperations.relink)
  relink({ body }: OperationInput<typeof peopleOperations.relink>, @Write() write: WriteRequest) {
    return this.#commands.update(body, write);
  }

  @Contract(peopleOperations.unlink)
  unlink({ query }: OperationInput<typeof peopleOperations.unlink>, @Write() write: WriteRequest) {
    return this.#commands.unlink(query, write);
  }

  @Contract(peopleOperations.reorder)
  reorder({ query }: OperationInput<typeof peopleOperations.reorder>, @Write() write: WriteRequest) {
    return this.#commands.reorder(query, query.direction, write);
  }

  @Contract(peopleOperations.setOrder)
  setOrder({ body }: OperationInput<typeof peopleOperations.setOrder>, @Write() write: WriteRequest) {
    return this.#commands.setOrder(body, write);
  }
}

@Controller()
export class VoyageMediaController {
  readonly #commands: VoyageMediaCommands;

  constructor(commands: VoyageMediaCommands) {
    this.#commands = commands;
  }

  @Contract(mediaOperations.link)
  link({ body }: OperationInput<typeof mediaOperations.link>, @Write() write: WriteRequest) {
    return this.#commands.link(body, write);
  }

  @Contract(mediaOperations.unlink)
  async unlink(
    { query }: OperationInput<typeof mediaOperations.unlink>,
    @Write() write: WriteRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    void reply.headers(await this.#commands.unlink(query, write));
  }

  @Contract(mediaOperations.setOrder)
  setOrder({ params, body }: OperationInput<typeof mediaOperations.setOrder>, @Write() write: WriteRequest) {
    return this.#commands.setOrder(params.voyage_slug, body, write);
  }
}
