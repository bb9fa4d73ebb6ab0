import { Module } from '@nestjs/common';
import { MediaHttpModule } from '../media/index.ts';
import { SandboxHttpModule } from '../sandbox/index.ts';
import { ImageController } from './image/image.controller.ts';
import { ImageRenderer } from './image/image-renderer.ts';
import { Manifests } from './presentation/manifests.ts';
import { ManifestsController } from './presentation/manifests.controller.ts';

@Module({
  imports: [MediaHttpModule, SandboxHttpModule],
  controllers: [ImageController, ManifestsController],
  providers: [ImageRenderer, Manifests],
  exports: [ImageRenderer],
})
export class IiifHttpModule {}
