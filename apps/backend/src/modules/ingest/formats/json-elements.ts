/** A range of source lines, 1-based and inclusive. */
export interface Span {
  from: number;
  to: number;
}

/** The line span of each element of a JSON array. The text must be valid JSON. */
export function elementSpans(text: string): Span[] {
  const spans: Span[] = [];
  let [depth, line, from, to] = [0, 1, 0, 0];
  let isInText = false;
  const end = () => {
    if (from > 0) spans.push({ from, to });
    from = 0;
  };
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '\n') line += 1;
    if (sign === ' ' || sign === '\t' || sign === '\r' || sign === '\n') continue;
    if (isInText) {
      if (sign === '\\') index += 1;
      else isInText = sign !== '"';
      continue;
    }
    if (sign === ']' || sign === '}') depth -= 1;
    if (depth === 0 || (depth === 1 && sign === ',')) end();
    else {
      if (from === 0) from = line;
      to = line;
      isInText = sign === '"';
    }
    if (sign === '[' || sign === '{') depth += 1;
  }
  return spans;
}

/** The first line, from 1, on which JSON is nested deeper than `depth`; undefined if it never is. */
export function lineDeeperThan(text: string, depth: number): number | undefined {
  let [open, line] = [0, 1];
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '\n') line += 1;
    if (isInText) {
      if (sign === '\\') index += 1;
      else isInText = sign !== '"';
    } else if (sign === '"') isInText = true;
    else if (sign === '[' || sign === '{') open += 1;
    else if (sign === ']' || sign === '}') open -= 1;
    if (open > depth) return line;
  }
  return undefined;
}
