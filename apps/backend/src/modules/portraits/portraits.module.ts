import { Module } from '@nestjs/common';
import { IiifHttpModule } from '../iiif/index.ts';
import { PortraitController } from './portrait.controller.ts';
import { Portraits } from './portraits.ts';

@Module({ imports: [IiifHttpModule], controllers: [PortraitController], providers: [Portraits] })
export class PortraitsHttpModule {}
