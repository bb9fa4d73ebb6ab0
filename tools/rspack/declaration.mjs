import { providedNames, usedNames } from './names.mjs';

/**
 * What a build declares next to the Module Federation manifest; the publishing gates read it. The names that it uses or provides of the
 * shared libraries come from the compiled modules.
 */
export class DeclarationPlugin {
  #declaration;

  /** @param {{name: string, version: string, contract: number, uses: Record<string, string>, pages: string[], budget?: number,
   *   description?: object}} declaration `description` is for the registration */
  constructor(declaration) {
    this.#declaration = declaration;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const namesOf = this.#declaration.name === 'shell' ? providedNames : usedNames;
    compiler.hooks.thisCompilation.tap('DeclarationPlugin', (compilation) => {
      let names = {};
      // At a later stage, modules are merged and unused exports are removed.
      compilation.hooks.optimizeModules.tap('DeclarationPlugin', () => {
        names = namesOf(compilation);
      });
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'DeclarationPlugin', stage }, () => {
        compilation.emitAsset('archive.json', new sources.RawSource(JSON.stringify({ ...this.#declaration, names })));
      });
    });
  }
}
