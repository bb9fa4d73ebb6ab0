/** Names by which presidents are known, and the slugs of their records. Other nicknames are aliases of a person. */
export const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ['ike', 'eisenhower-dwight-d'],
  ['dubya', 'bush-george-w'],
  ['gipper', 'reagan-ronald'],
]);
