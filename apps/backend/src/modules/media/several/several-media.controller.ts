import { severalMediaCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { DescribeMedia } from './describe-media.ts';
import { SeveralMedia } from './several-media.ts';

/** Ten thousand addresses of records with their versions. */
const BODY_BYTES = 4 * 1024 * 1024;

@Controller()
export class SeveralMediaController {
  readonly #several: SeveralMedia;
  readonly #describe: DescribeMedia;

  constructor(several: SeveralMedia, describe: DescribeMedia) {
    this.#several = several;
    this.#describe = describe;
  }

  @Contract(severalMediaCalls.usage, { bodyLimit: BODY_BYTES })
  usage({ body }: CallInput<typeof severalMediaCalls.usage>) {
    return this.#several.usage(body.media_slugs);
  }

  @Contract(severalMediaCalls.detach, { bodyLimit: BODY_BYTES })
  detach({ body }: CallInput<typeof severalMediaCalls.detach>, @Username() changedBy: string) {
    return this.#several.detach(body.media_slugs, changedBy);
  }

  @Contract(severalMediaCalls.remove, { bodyLimit: BODY_BYTES })
  remove({ body }: CallInput<typeof severalMediaCalls.remove>, @Username() changedBy: string) {
    return this.#several.remove(body.media_slugs, body.delete_from_s3, changedBy);
  }

  @Contract(severalMediaCalls.describe, { bodyLimit: BODY_BYTES })
  describe({ query, body }: CallInput<typeof severalMediaCalls.describe>, @Username() changedBy: string) {
    return this.#describe.describe({ ...body, dryRun: query.dry_run }, changedBy);
  }

  @Contract(severalMediaCalls.undo, { bodyLimit: BODY_BYTES })
  undo({ body }: CallInput<typeof severalMediaCalls.undo>, @Username() changedBy: string) {
    return this.#several.undo(body.revisions, changedBy);
  }
}
