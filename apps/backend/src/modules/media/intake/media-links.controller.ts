import { intakeOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput } from '../../../common/index.ts';
import { Write, type WriteRequest } from '../../idempotency/index.ts';
import { MediaLinks } from './media-links.ts';

type Operations = typeof intakeOperations;

@Controller()
export class MediaLinksController {
  readonly #links: MediaLinks;

  constructor(links: MediaLinks) {
    this.#links = links;
  }

  @Contract(intakeOperations.check)
  check({ body }: OperationInput<Operations['check']>) {
    return this.#links.missing(body);
  }

  @Contract(intakeOperations.attachFile)
  attachFile({ body }: OperationInput<Operations['attachFile']>, @Write() write: WriteRequest) {
    return this.#links.attachFile(body, write);
  }

  @Contract(intakeOperations.attach)
  attach({ params, body }: OperationInput<Operations['attach']>, @Write() write: WriteRequest) {
    return this.#links.attach(params.media_slug, body, write);
  }
}
