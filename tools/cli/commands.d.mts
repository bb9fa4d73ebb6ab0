export const COMMANDS: Readonly<Record<string, string>>;
export const USAGE: string;
export function suggestion(typed: string, names: Iterable<string>): string | undefined;
