import { searchSuggestionsQuery } from '@archive/api-client';
import { DateField, TimeField, useDebouncedValue } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import { useId, useState } from 'react';
import { completedDates, otherYear } from '../values.ts';
import { type TypingForm, useTypedText } from '../latest-values.ts';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { FormSection, TypedTextField, memoByFields } from './form-parts.tsx';

const ENDS = [
  { end: 'start', label: 'Start' },
  { end: 'end', label: 'End' },
] as const;

/** Dates, times and places of the start and end. */
function Fields({ form }: { form: VoyageFormState }) {
  const { values, set, errors } = form;
  /** Completes both dates, because the year of one may complete the other, and a typed range fills both. */
  const completeDates = () => {
    const complete = completedDates(values);
    for (const name of ['start_date', 'end_date'] as const)
      if (complete[name] !== values[name]) set(name, complete[name]);
  };
  return (
    <FormSection
      title="Dates and places"
      help="Enter a day, a month, or a year, such as 1947-06-12 or June 1947, or an approximate date, such as c. 1947, summer 1946, or early 1950s. A range such as June 16–18, 1946 fills both dates. Enter a time as 6:30 PM or 18:30."
    >
      {ENDS.map(({ end, label }) => (
        <div key={end} className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-[14rem_8rem_1fr]">
          <DateField
            id={`voyage-${end}_date`}
            label={`${label} Date`}
            required={end === 'start'}
            approximate
            year={otherYear(values, `${end}_date`)}
            onBlur={completeDates}
            onKeyDown={({ key }) => key === 'Enter' && completeDates()}
            value={values[`${end}_date`]}
            error={errors[`${end}_date`]}
            onChange={({ target }) => set(`${end}_date`, target.value)}
          />
          <TimeField
            id={`voyage-${end}_time`}
            label={`${label} Time`}
            value={values[`${end}_time`]}
            error={errors[`${end}_time`]}
            onChange={({ target }) => set(`${end}_time`, target.value)}
          />
          <PlaceField form={form} name={`${end}_location`} fieldClassName="max-sm:col-span-2" />
        </div>
      ))}
    </FormSection>
  );
}

export const DatePlaceFields = memoByFields(
  Fields,
  ['start_date', 'end_date', 'start_time', 'end_time'],
  ['start_location', 'end_location'],
);

interface Props {
  form: TypingForm;
  name: 'start_location' | 'end_location';
  fieldClassName?: string;
}

/** A field for a place. Suggests the places of other voyages, so that a place always has the same name. */
function PlaceField({ form, name, fieldClassName }: Props) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const { value } = useTypedText(form, name);
  const typed = useDebouncedValue(value.trim());
  const { data = [] } = useQuery({
    ...searchSuggestionsQuery({ q: typed }),
    enabled: focused && typed.length > 1,
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  return (
    <div className={fieldClassName}>
      <TypedTextField
        form={form}
        name={name}
        maxLength={500}
        list={id}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      <datalist id={id}>
        {data
          .filter(({ kind, title }) => kind === 'place' && title !== value)
          .map(({ title, subtitle }) => (
            <option key={title} value={title}>
              {subtitle}
            </option>
          ))}
      </datalist>
    </div>
  );
}
