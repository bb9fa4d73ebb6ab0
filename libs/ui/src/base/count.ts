/** A number as people write it: "1,312". */
export const figure = (value: number) => value.toLocaleString('en-US');

/** "1 voyage", "33 voyages", "more than 1,000 voyages". `one` is the word for a single one; several have an s. */
export const amountOf = (total: number, one: string, more = false) =>
  `${more ? 'more than ' : ''}${figure(total)} ${one}${total === 1 ? '' : 's'}`;
