/** JSON that the database has written already; it is sent as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const jsonText = (text: string) => new JsonText(text);
