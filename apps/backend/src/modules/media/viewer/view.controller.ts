import { mediaViewOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput } from '../../../common/index.ts';
import { ViewQueries } from './view-queries.ts';

@Controller()
export class ViewController {
  readonly #queries: ViewQueries;

  constructor(queries: ViewQueries) {
    this.#queries = queries;
  }

  @Contract(mediaViewOperations.get)
  get({ params }: OperationInput<typeof mediaViewOperations.get>) {
    return this.#queries.get(params.media_slug);
  }
}
