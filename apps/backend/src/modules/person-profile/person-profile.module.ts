import { Module } from '@nestjs/common';
import { PersonProfileController } from './person-profile.controller.ts';
import { PersonProfileReads } from './person-profile-reads.ts';

@Module({ controllers: [PersonProfileController], providers: [PersonProfileReads] })
export class PersonProfileHttpModule {}
