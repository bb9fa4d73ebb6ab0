import { Module } from '@nestjs/common';
import { HomeController } from './home.controller.ts';
import { HomeQueries } from './home-queries.ts';

@Module({ controllers: [HomeController], providers: [HomeQueries] })
export class HomeHttpModule {}
