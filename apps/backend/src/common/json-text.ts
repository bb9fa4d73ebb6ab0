interface Described {
  /** What tells two writers of the record apart (`record-tag.ts`); the answer's `ETag` is made of it. */
  version?: string;
  headers?: Readonly<Record<string, string>>;
}

/** JSON that the database has written already; it is sent as it is. */
export class JsonText {
  readonly text: string;
  readonly version: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(text: string, { version, headers = {} }: Described) {
    this.text = text;
    this.version = version;
    this.headers = headers;
  }
}

/** The same answer with further headers. */
export const withHeaders = ({ text, version, headers }: JsonText, more: Readonly<Record<string, string>>) =>
  new JsonText(text, { version, headers: { ...headers, ...more } });

export const jsonText = (text: string, described: Described = {}) => new JsonText(text, described);
