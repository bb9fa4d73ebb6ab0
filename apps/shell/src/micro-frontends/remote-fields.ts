import type { Registration, RemoteDescriptionInput, RemoteIcon, SearchKind } from '@archive/contracts';

type Description = Registration['description'];

/** The form's fields, as typed. */
export interface RemoteFields {
  name: string;
  title: string;
  path: string;
  recordPath: string;
  hasLink: boolean;
  label: string;
  hasCard: boolean;
  cardTitle: string;
  cardDescription: string;
  fillsCard: boolean;
  icon: string;
  position: string;
  searchKinds: readonly string[];
  /** One path per line. */
  pages: string;
  budget: string;
}

const DEFAULT_POSITION = 100;
const DEFAULT_ICON = 'file';

/** The fields of a registered micro-frontend, or empty ones for a new one. */
export function fieldsOf(name: string, description?: Description): RemoteFields {
  const { navigation = null, home_card: card = null } = description ?? {};
  return {
    name,
    title: description?.title ?? '',
    path: description?.path ?? '',
    recordPath: description?.record_path ?? '',
    hasLink: description === undefined || navigation !== null,
    label: navigation?.label ?? '',
    hasCard: card !== null,
    cardTitle: card?.title ?? '',
    cardDescription: card?.description ?? '',
    fillsCard: description?.slots.includes('home-card') ?? false,
    icon: navigation?.icon ?? card?.icon ?? DEFAULT_ICON,
    position: String(navigation?.position ?? card?.position ?? DEFAULT_POSITION),
    searchKinds: description?.search_kinds ?? [],
    pages: description?.pages.join('\n') ?? '',
    budget: description?.budget === null || description === undefined ? '' : String(description.budget),
  };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Converts the fields to a description. A link or card without its own name gets the title. */
export function descriptionOf(fields: RemoteFields): RemoteDescriptionInput {
  const title = fields.title.trim();
  const look = { icon: fields.icon as RemoteIcon, position: Number(fields.position) };
  const searchKinds = fields.searchKinds as SearchKind[];
  return {
    title,
    path: fields.path.trim(),
    ...(fields.recordPath.trim() === '' ? {} : { record_path: fields.recordPath.trim() }),
    navigation: fields.hasLink ? { label: fields.label.trim() || title, ...look } : null,
    home_card: fields.hasCard
      ? { title: fields.cardTitle.trim() || title, description: fields.cardDescription.trim(), ...look }
      : null,
    slots: [
      ...(fields.hasCard && fields.fillsCard ? (['home-card'] as const) : []),
      ...(searchKinds.length > 0 ? (['search-result'] as const) : []),
    ],
    search_kinds: searchKinds,
    pages: linesOf(fields.pages),
    budget: fields.budget.trim() === '' ? null : Number(fields.budget),
  };
}

const WHOLE_NUMBER = /^\d{1,4}$/;

/** Problems that the form finds before it is sent, by field. */
export function problemsOf(fields: RemoteFields): Partial<Record<keyof RemoteFields, string>> {
  return {
    ...(fields.name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(fields.title.trim() === '' ? { title: 'Enter a title.' } : {}),
    ...(fields.path.trim() === '' ? { path: 'Enter a path.' } : {}),
    ...(WHOLE_NUMBER.test(fields.position) ? {} : { position: 'Enter a whole number.' }),
    ...(fields.budget.trim() === '' || WHOLE_NUMBER.test(fields.budget.trim())
      ? {}
      : { budget: 'Enter a whole number of KB.' }),
  };
}
