import { aPassenger, aVoyage } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { memoByFields } from './components/form-parts.tsx';
import type { VoyageFormState } from './use-voyage-form.ts';
import { NEW_VOYAGE, valuesOf, type FormValues } from './values.ts';

test('typing in one field does not re-render the other sections', () => {
  let drawn = 0;
  const People = memoByFields(
    ({ form }: { form: VoyageFormState }) => {
      drawn += 1;
      return <p>{form.values.passengers.length}</p>;
    },
    ['passengers'],
  );
  const start = valuesOf(aVoyage({ passengers: [aPassenger()] }));
  const shared = { base: start, stored: undefined, files: [], progress: {}, saving: false, errors: {} };
  const formOf = (values: FormValues) => ({ ...shared, values }) as unknown as VoyageFormState;
  const { rerender, container } = render(<People form={formOf(start)} />);
  rerender(<People form={formOf({ ...start, notes: 'F' })} />);
  rerender(<People form={formOf({ ...start, notes: 'Fo' })} />);
  expect(drawn).toBe(1);
  rerender(<People form={formOf({ ...start, passengers: NEW_VOYAGE.passengers })} />);
  expect(drawn).toBe(2);
  expect(container).toHaveTextContent('0');
});
