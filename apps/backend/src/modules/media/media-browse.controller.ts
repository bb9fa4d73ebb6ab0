import { mediaOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { MediaBrowser } from './media-browser.ts';

@Controller()
export class MediaBrowseController {
  readonly #browser: MediaBrowser;

  constructor(browser: MediaBrowser) {
    this.#browser = browser;
  }

  @Contract(mediaOperations.browse)
  browse({ query }: OperationInput<typeof mediaOperations.browse>) {
    return this.#browser.browse(query.prefix, query.bucket);
  }
}
