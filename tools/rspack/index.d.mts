/** Options of the build of a micro-frontend. */
export interface RemoteOptions {
  /** Its name in the registry. */
  name: string;
  /** Modules for the shell and for other micro-frontends: `{ './routes': './src/routes.tsx' }`. */
  exposes: Record<string, string>;
  /** Version ranges of other micro-frontends whose components it uses. */
  uses?: Record<string, string>;
  /** Addresses that the browser check opens before a version is promoted. */
  pages?: string[];
  /** Display name. */
  title?: string;
  /** The path of its pages. With one, the build declares the description, and the archive can register it. */
  path?: string;
  /** Link in the navigation. */
  navigation?: { label: string; icon?: string; position?: number } | null;
  /** Card on Home. */
  home_card?: { title: string; description?: string; icon?: string; position?: number } | null;
  /** Slots on other pages that it fills. */
  slots?: string[];
  /** Kinds of records whose search results it shows. */
  search_kinds?: string[];
  /** KB of compressed scripts and styles that it may have. */
  budget?: number;
}

/** Configures rspack for a micro-frontend: `export default remote({ … })` in `rspack.config.mjs`. */
export function remote(options: RemoteOptions): (env?: object) => object;

export interface Configuration {
  output: object;
}

export interface ShellOptions {
  /** The folder of its project. */
  directory?: string;
  /** Whether to build for development; by default, this depends on the command. */
  development?: boolean;
}

/** Configures rspack for the shell. */
export function shell(options?: ShellOptions): (env?: object) => Configuration;
