import { homeOperations } from '@archive/contracts';
import { Controller, Module } from '@nestjs/common';
import { Contract, type OperationInput } from '../../common/index.ts';
import { HomeQueries } from './home-queries.ts';

@Controller()
class HomeController {
  constructor(private readonly queries: HomeQueries) {}

  @Contract(homeOperations.get)
  get({ query }: OperationInput<typeof homeOperations.get>) {
    return this.queries.get(query.day);
  }
}

@Module({ controllers: [HomeController], providers: [HomeQueries] })
export class HomeHttpModule {}
