/** The text of a page; null until it is recognized. Page numbers start at 1. */
export interface ReadPage {
  page: number;
  text: string | null;
  /** Confidence in percent. Only set for recognized text. */
  confidence?: number;
}
