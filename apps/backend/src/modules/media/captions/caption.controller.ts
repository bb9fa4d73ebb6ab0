import { mediaCaptionOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { CaptionCommands, CaptionQueries } from './caption-commands.ts';

type Operations = typeof mediaCaptionOperations;

@Controller()
export class CaptionController {
  constructor(
    private readonly queries: CaptionQueries,
    private readonly commands: CaptionCommands,
  ) {}

  @Contract(mediaCaptionOperations.get)
  get({ params }: OperationInput<Operations['get']>) {
    return this.queries.file(params.media_slug, params.language);
  }

  @Contract(mediaCaptionOperations.transcript)
  transcript({ params }: OperationInput<Operations['transcript']>) {
    return this.queries.transcript(params.media_slug, params.language);
  }

  @Contract(mediaCaptionOperations.set)
  set({ params, body }: OperationInput<Operations['set']>, @Username() username: string) {
    return this.commands.set(params.media_slug, { language: params.language, ...body }, username);
  }

  @Contract(mediaCaptionOperations.remove)
  remove({ params }: OperationInput<Operations['remove']>, @Username() username: string) {
    return this.commands.remove(params.media_slug, params.language, username);
  }
}
