import { Module } from '@nestjs/common';
import { HomeController } from './home.controller.ts';
import { HomeReads } from './home-reads.ts';

@Module({ controllers: [HomeController], providers: [HomeReads] })
export class HomeHttpModule {}
