import { type Facet, FACETS, Finder, type SearchIndex, type SearchShard } from './search.ts';

const SHOWN_AT_ONCE = 20;
const TYPING_MS = 50;

/** Unpacked here, because servers that keep files in buckets don’t compress them. */
async function read<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`);
  return (await new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).json()) as T;
}

/** Starts the search of the page. */
async function openSearch(): Promise<void> {
  const element = <T extends HTMLElement>(selector: string) => document.querySelector(selector) as T;
  const form = element<HTMLFormElement>('#search');
  const status = element('#search-status');
  const list = element('#search-results');
  const more = element<HTMLButtonElement>('#search-more');
  const input = form.elements.namedItem('q') as HTMLInputElement;
  const selects = FACETS.map((facet) => form.elements.namedItem(facet) as HTMLSelectElement);
  const folder = form.dataset['index'] ?? '';
  const wanted = new URLSearchParams(location.search);
  input.value = wanted.get('q') ?? '';
  element('#search-browse').hidden = true;
  form.hidden = false;
  input.focus();
  let finder: Finder | undefined;
  let found: number[] = [];
  let latest = 0;

  const show = (from: number) => {
    if (from === 0) list.replaceChildren();
    const { kinds = [], records = [] } = finder?.index ?? {};
    const items = found.slice(from, from + SHOWN_AT_ONCE).flatMap((position) => {
      const record = records[position];
      const kind = kinds[record?.kind ?? -1];
      if (!record || !kind) return [];
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = `${kind.folder}/${record.slug}.html`;
      link.textContent = record.title;
      const note = document.createElement('small');
      note.textContent = [kind.label, record.note].filter(Boolean).join(' · ');
      item.append(link, note);
      return [item];
    });
    list.append(...items);
    more.hidden = list.childElementCount >= found.length;
    if (from > 0) items[0]?.querySelector('a')?.focus();
  };

  const search = async () => {
    const run = (latest += 1);
    try {
      if (!finder) {
        status.textContent = 'Loading…';
        const index = await read<SearchIndex>(`${folder}records.bin`);
        finder ??= new Finder(index, (name) => read<SearchShard>(`${folder}${name}.bin`));
      }
      const matching = await finder.matching(input.value);
      if (run !== latest) return;
      const chosen = FACETS.map((facet, position) => selects[position]?.value || wanted.get(facet) || '');
      wanted.delete('q');
      for (const facet of FACETS) wanted.delete(facet);
      const matches = (record: number, except?: Facet) =>
        FACETS.every((facet, position) => {
          const value = chosen[position];
          return !value || facet === except || finder?.valuesOf(record, facet).includes(value);
        });
      found = matching.filter((record) => matches(record));
      for (const [position, facet] of FACETS.entries()) {
        const select = selects[position];
        const value = chosen[position] ?? '';
        if (!select) continue;
        const options = finder.options(
          matching.filter((record) => matches(record, facet)),
          facet,
        );
        // The filter stays visible when it leaves nothing.
        if (value !== '' && !options.some((option) => option.value === value))
          options.unshift({
            value,
            label: select.selectedOptions[0]?.text.replace(/ \(\d+\)$/, '') || value,
            count: 0,
          });
        select.length = 1;
        for (const { value: of, label, count } of options) select.add(new Option(`${label} (${count})`, of));
        select.value = value;
        select.disabled = options.length === 0;
      }
      const hasQuery = input.value.trim() !== '' || chosen.some(Boolean);
      if (!hasQuery) found = [];
      show(0);
      status.textContent = !hasQuery
        ? 'Enter a name, a place, a date, or any word, or choose a filter.'
        : found.length === 0
          ? 'No results. Check the spelling, use fewer words, or remove a filter.'
          : `Results: ${found.length}`;
      const address = new URLSearchParams();
      if (input.value.trim() !== '') address.set('q', input.value.trim());
      for (const [position, facet] of FACETS.entries()) if (chosen[position]) address.set(facet, chosen[position]);
      history.replaceState(null, '', `?${address}`);
    } catch {
      if (run === latest) status.textContent = 'Can’t load the search. Check your connection, and reload the page.';
    }
  };

  let typing: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => void search(), TYPING_MS);
  });
  form.addEventListener('change', () => void search());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void search();
  });
  more.addEventListener('click', () => show(list.childElementCount));
  await search();
}

await openSearch();
