import { searchSuggestionsQuery } from '@archive/api-client';
import { useDebouncedValue } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import { useId, useState } from 'react';
import { type TypingForm, useTypedText } from '../latest-values.ts';
import { TypedTextField } from './typed-text-field.tsx';

interface Props {
  form: TypingForm;
  name: 'start_location' | 'end_location';
  fieldClassName?: string;
}

/** A field for a place. Suggests the places of other voyages, so that a place always has the same name. */
export function PlaceField({ form, name, fieldClassName }: Props) {
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
