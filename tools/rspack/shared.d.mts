export function sharedModules(options: {
  provides: boolean;
  development: boolean;
  directory: string;
}): Record<
  string,
  { singleton: boolean; strictVersion: boolean; requiredVersion: string; eager?: boolean; import?: false }
>;
