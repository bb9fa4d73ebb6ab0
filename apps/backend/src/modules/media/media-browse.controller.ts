import { mediaCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../common/index.ts';
import { MediaBrowser } from './media-browser.ts';

@Controller()
export class MediaBrowseController {
  readonly #browser: MediaBrowser;

  constructor(browser: MediaBrowser) {
    this.#browser = browser;
  }

  @Contract(mediaCalls.browse)
  browse({ query }: CallInput<typeof mediaCalls.browse>) {
    return this.#browser.browse(query.prefix, query.bucket);
  }
}
