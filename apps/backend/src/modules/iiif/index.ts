import { Module } from '@nestjs/common';
import { MediaHttpModule } from '../media/index.ts';
import { SandboxHttpModule } from '../sandbox/index.ts';
import { ImageRenderer } from './image/image-renderer.ts';
import { ImageController } from './image/image.controller.ts';
import { ManifestsController } from './presentation/manifests.controller.ts';
import { Manifests } from './presentation/manifests.ts';

@Module({
  imports: [MediaHttpModule, SandboxHttpModule],
  controllers: [ImageController, ManifestsController],
  providers: [ImageRenderer, Manifests],
  exports: [ImageRenderer],
})
export class IiifHttpModule {}

export { ImageRenderer } from './image/image-renderer.ts';
export { imageRequestOf } from './image/image-request.ts';
