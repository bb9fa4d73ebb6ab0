import { mediaPeopleQuery, messageOf, personQuery } from '@archive/api-client';
import type { MarkedPerson, MediaPeople, PictureRegion } from '@archive/contracts';
import { usePortrait } from '@archive/editing';
import { useQuery } from '@archive/query';
import { Link, useSearchParams } from '@archive/router';
import { RemoteComponent, useEditMode } from '@archive/shell-api';
import { Avatar, Button, Eyebrow, type MediaKind, Notice, SkeletonBlock, linkClass } from '@archive/ui';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { NO_MARKS, type PictureMarks } from '../viewer/region.ts';
import { type Person, useMarks } from './use-marks.ts';

interface InThisPictureProps {
  slug: string;
  kind: MediaKind;
  /** Whether people can be marked in a region of the media item. */
  hasRegions: boolean;
  /** Called with the marks that the viewer should show over the picture. */
  onShow(marks: PictureMarks): void;
}

interface Placing {
  person: Person;
  region: PictureRegion;
}

/** Initial region, about the size of a face in a group. */
const FIRST_REGION: PictureRegion = { x: 0.4, y: 0.3, width: 0.2, height: 0.25 };

/** Who is in a media item, linked to their pages. Curators mark people, and place their regions. */
export function InThisPicture({ slug, kind, hasRegions, onShow }: InThisPictureProps) {
  const { editing } = useEditMode();
  const { data, error, isFetching, refetch } = useQuery(mediaPeopleQuery(slug));
  const { mark, remove, busy } = useMarks(slug);
  const portrait = usePortrait();
  const [active, setActive] = useState<string | null>(null);
  const [placing, setPlacing] = useState<Placing | null>(null);
  // A ref, because keys can be pressed faster than the viewer receives the new region.
  const latest = useRef<Placing | null>(null);
  const [isAdding, setAdding] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  const headId = useId();
  const people = data?.value.people;

  const place = (next: Placing | null) => {
    latest.current = next;
    setPlacing(next);
  };
  const finish = () => {
    place(null);
    head.current?.focus();
  };
  const choose = (person: Person, region: PictureRegion | null = null) => {
    if (hasRegions) place({ person, region: region ?? FIRST_REGION });
    else void save(person, null);
  };
  const save = async (person: Person, region: PictureRegion | null) => {
    if (await mark(person, region)) finish();
  };

  // Pass the selection to the viewer beside this list.
  useEffect(() => {
    const marks = (people ?? []).flatMap(({ person_slug, full_name, region }) =>
      region ? [{ key: person_slug, label: full_name, region }] : [],
    );
    const draft =
      placing && editing
        ? {
            label: placing.person.full_name,
            region: placing.region,
            onChange: (change: (region: PictureRegion) => PictureRegion) => {
              if (latest.current) place({ ...latest.current, region: change(latest.current.region) });
            },
            onSave: () => {
              if (latest.current) void save(latest.current.person, latest.current.region);
            },
            onCancel: finish,
          }
        : null;
    onShow(hasRegions ? { marks, active, draft } : NO_MARKS);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the functions only use what is listed
  }, [people, active, placing, editing, hasRegions, onShow]);
  useEffect(() => () => onShow(NO_MARKS), [onShow]);
  useRequestedMark(editing && hasRegions ? people : undefined, choose);

  if (error && !data)
    return (
      <p className="text-15 text-faded print:hidden">
        Can’t load who is in this image: {messageOf(error)}{' '}
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  if (!people || !data || (people.length === 0 && !editing)) return null;
  return (
    <section aria-labelledby={headId} className="space-y-4">
      <h2 ref={head} id={headId} tabIndex={-1}>
        <Eyebrow>{kind === 'image' ? 'In this image' : 'People shown'}</Eyebrow>
      </h2>
      {people.length > 0 && (
        <ul aria-labelledby={headId} className="flex flex-wrap gap-x-6 gap-y-3">
          {people.map((person) => (
            <Marked
              key={person.person_slug}
              person={person}
              onPoint={setActive}
              actions={
                editing && placing === null ? (
                  <>
                    {hasRegions && (
                      <Button
                        size="small"
                        aria-label={`Set region of ${person.full_name}`}
                        onClick={() => choose(person, person.region)}
                      >
                        Set region
                      </Button>
                    )}
                    {hasRegions && (
                      <Button
                        size="small"
                        busy={portrait.busy}
                        aria-label={`Set as portrait of ${person.full_name}`}
                        onClick={() => void portrait.change(person, slug)}
                      >
                        Set as portrait
                      </Button>
                    )}
                    <Button
                      size="small"
                      busy={busy}
                      aria-label={`Remove ${person.full_name}`}
                      onClick={() => void remove(person).then((done) => done && head.current?.focus())}
                    >
                      Remove
                    </Button>
                  </>
                ) : null
              }
            />
          ))}
        </ul>
      )}
      {editing && placing && (
        <div className="space-y-3 rounded border border-rule p-4 print:hidden">
          <p>
            Drag a box around {placing.person.full_name} in the image. The arrow keys move the region; with Shift, they
            resize it.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" busy={busy} onClick={() => void save(placing.person, placing.region)}>
              Save region
            </Button>
            <Button busy={busy} onClick={() => void save(placing.person, null)}>
              Use whole image
            </Button>
            <Button onClick={finish}>Cancel</Button>
          </div>
        </div>
      )}
      {editing && !placing && !isAdding && (
        <Button size="small" onClick={() => setAdding(true)}>
          Mark people
        </Button>
      )}
      {editing && !placing && isAdding && (
        <AddPerson marked={people} suggested={data.value.suggested} busy={busy} onChoose={(person) => choose(person)} />
      )}
    </section>
  );
}

interface MarkedProps {
  person: MarkedPerson;
  onPoint(person_slug: string | null): void;
  actions: React.ReactNode;
}

/** Pointing at a name, or focusing it, shows the region in the picture. */
function Marked({ person, onPoint, actions }: MarkedProps) {
  const { person_slug, full_name, portrait_url } = person;
  const point = () => onPoint(person_slug);
  const leave = () => onPoint(null);
  return (
    <li className="flex flex-wrap items-center gap-2">
      <Link
        to={`/people/${person_slug}`}
        className={`flex items-center gap-2 ${linkClass()}`}
        onMouseEnter={point}
        onMouseLeave={leave}
        onFocus={point}
        onBlur={leave}
      >
        <Avatar name={full_name} src={portrait_url} size="small" />
        {full_name}
      </Link>
      {actions}
    </li>
  );
}

/** Number of suggestions that are shown initially. */
const FIRST_COUNT = 12;

interface AddPersonProps {
  marked: readonly MarkedPerson[];
  suggested: MediaPeople['suggested'];
  busy: boolean;
  onChoose(person: Person): void;
}

/** Suggests the people aboard the voyages of the media item, and finds everyone else by name. */
function AddPerson({ marked, suggested, busy, onChoose }: AddPersonProps) {
  const [isLong, setLong] = useState(false);
  const visible = isLong ? suggested : suggested.slice(0, FIRST_COUNT);
  return (
    <div className="space-y-3 print:hidden">
      {suggested.length > 0 && (
        <div className="space-y-2">
          <p className="text-13 text-faded">Aboard the voyage, not marked yet</p>
          <ul aria-label="Aboard the voyage" className="flex flex-wrap gap-2">
            {visible.map((person) => (
              <li key={person.person_slug}>
                <Button
                  size="small"
                  busy={busy}
                  aria-label={`Mark ${person.full_name}`}
                  onClick={() => onChoose(person)}
                >
                  {person.full_name}
                </Button>
              </li>
            ))}
            {visible.length < suggested.length && (
              <li>
                <Button size="small" variant="quiet" onClick={() => setLong(true)}>
                  Show {suggested.length - visible.length} more
                </Button>
              </li>
            )}
          </ul>
        </div>
      )}
      <div className="max-w-md">
        <RemoteComponent
          remote="people"
          exposed="./person-picker"
          props={{
            label: 'Mark a person',
            excluded: marked.map(({ person_slug }) => person_slug),
            onPick: onChoose,
          }}
          loading={<SkeletonBlock className="h-16" />}
          fallback={(retry) => (
            <Notice announce tone="warning" action={<Button onClick={retry}>Retry</Button>}>
              Can’t load people right now.
            </Notice>
          )}
        />
      </div>
    </div>
  );
}

const MARK = 'mark';

/**
 * Starts placing the region of the person requested by the URL (`?mark={person_slug}`), once. `people` are the marked people; undefined
 * until regions can be placed.
 */
function useRequestedMark(
  people: readonly MarkedPerson[] | undefined,
  choose: (person: Person, region: PictureRegion | null) => void,
) {
  const [params, setParams] = useSearchParams();
  const slug = params.get(MARK);
  const { data: person } = useQuery({ ...personQuery(slug ?? ''), enabled: people !== undefined && slug !== null });
  const start = useEffectEvent(() => {
    if (!person || !people) return;
    choose(person, people.find(({ person_slug }) => person_slug === person.person_slug)?.region ?? null);
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(MARK);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  const isReady = person !== undefined && people !== undefined && slug !== null;
  useEffect(() => {
    if (isReady) start();
  }, [isReady]);
}
