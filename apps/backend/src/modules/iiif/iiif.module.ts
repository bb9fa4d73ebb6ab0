import { Module } from '@nestjs/common';
import { MediaHttpModule } from '../media/index.ts';
import { SandboxHttpModule } from '../sandbox/index.ts';
import { ImageController } from './image/image.controller.ts';
import { Manifests } from './presentation/manifests.ts';
import { ManifestsController } from './presentation/manifests.controller.ts';

@Module({
  imports: [MediaHttpModule, SandboxHttpModule],
  controllers: [ImageController, ManifestsController],
  providers: [Manifests],
})
export class IiifHttpModule {}
