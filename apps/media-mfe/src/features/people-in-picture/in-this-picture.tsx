import { mediaPeopleQuery, messageOf } from '@archive/api-client';
import type { MarkedPerson, PictureRegion } from '@archive/contracts';
import { usePortrait } from '@archive/editing';
import { useQuery } from '@archive/query';
import { Link } from '@archive/router';
import { useEditMode } from '@archive/shell-api';
import { Avatar, Button, Eyebrow, linkClass } from '@archive/ui';
import { useEffect, useId, useRef, useState } from 'react';
import type { MediaKind } from '@archive/ui';
import { NO_MARKS, type PictureMarks } from '../viewer/picture-marks.ts';
import { AddPerson } from './add-person.tsx';
import { type Person, useMarks } from './use-marks.ts';
import { useRequestedMark } from './use-requested-mark.ts';

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
