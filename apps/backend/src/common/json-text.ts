interface JsonTextOptions {
  /** The record's version, for the response's `ETag` (`record-etag.ts`). */
  version?: string;
  headers?: Readonly<Record<string, string>>;
}

/** JSON that the database has already serialized. It is sent unchanged. */
export class JsonText {
  readonly text: string;
  readonly version: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(text: string, { version, headers = {} }: JsonTextOptions) {
    this.text = text;
    this.version = version;
    this.headers = headers;
  }
}

/** Adds headers to a response. */
export const withHeaders = ({ text, version, headers }: JsonText, extraHeaders: Readonly<Record<string, string>>) =>
  new JsonText(text, { version, headers: { ...headers, ...extraHeaders } });

export const jsonText = (text: string, options: JsonTextOptions = {}) => new JsonText(text, options);
