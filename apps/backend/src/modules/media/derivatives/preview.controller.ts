import { mediaViewOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput } from '../../../common/index.ts';
import { PreviewCommands } from './preview-commands.ts';

@Controller()
export class PreviewController {
  readonly #previews: PreviewCommands;

  constructor(previews: PreviewCommands) {
    this.#previews = previews;
  }

  @Contract(mediaViewOperations.rebuild)
  rebuild({ params }: OperationInput<typeof mediaViewOperations.rebuild>) {
    return this.#previews.rebuild(params.media_slug);
  }
}
