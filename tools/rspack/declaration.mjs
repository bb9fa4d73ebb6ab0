/** What a build declares next to the Module Federation manifest; the publishing gates read it. */
export class DeclarationPlugin {
  #declaration;

  /** @param {{name: string, version: string, contract: number, uses: Record<string, string>, pages: string[]}} declaration */
  constructor(declaration) {
    this.#declaration = declaration;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('DeclarationPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'DeclarationPlugin', stage }, () => {
        compilation.emitAsset('archive.json', new sources.RawSource(JSON.stringify(this.#declaration)));
      });
    });
  }
}
