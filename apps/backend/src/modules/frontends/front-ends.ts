import path from 'node:path';
import { FRONTENDS } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.ts';
import { DirectorySource } from './directory-source.ts';
import type { FrontEndSource } from './front-end-source.ts';
import { ServerSource } from './server-source.ts';

/** The built front ends: the shell, and the remotes by name. */
@Injectable()
export class FrontEnds {
  readonly shell: FrontEndSource;
  readonly remotes: ReadonlyMap<string, FrontEndSource>;

  constructor(@Inject(CONFIG) config: Config) {
    const { directory, origins } = config.frontends;
    const sourceOf = (name: string): FrontEndSource => {
      const origin = origins[name];
      return origin === undefined ? new DirectorySource(path.join(directory, name)) : new ServerSource(origin);
    };
    this.shell = sourceOf('shell');
    this.remotes = new Map(FRONTENDS.map((name) => [name, sourceOf(name)]));
  }
}
