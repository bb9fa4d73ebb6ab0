import {
  Button,
  Checkbox,
  IconButton,
  LinkButton,
  PasswordField,
  SearchField,
  Select,
  Switch,
  TextArea,
  TextField,
  TextLink,
} from '../index.ts';
import { useState } from 'react';
import { Download, Pencil, Plus, Printer } from '../icons.ts';
import { Section, Example } from './frame.tsx';

const OWNERS = [
  { value: '', label: 'All owners' },
  { value: 'hoover', label: 'Herbert Hoover' },
  { value: 'ford', label: 'Gerald R. Ford' },
];

/** Form components. */
export function Forms() {
  const [text, setText] = useState('Trudeau');
  const [edit, setEdit] = useState(true);
  return (
    <Section title="Forms">
      <Example name="Button: variants" row>
        <Button variant="primary">Save voyage</Button>
        <Button>Cancel</Button>
        <Button variant="quiet" icon={<Printer aria-hidden />}>
          Print
        </Button>
        <Button variant="danger">Delete album</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" busy busyText="Authenticating...">
          Sign In
        </Button>
      </Example>
      <Example name="Button: sizes; LinkButton; TextLink" row>
        <Button size="small">Small</Button>
        <Button size="medium">Medium</Button>
        <Button size="large" variant="primary" icon={<Plus aria-hidden />}>
          Large
        </Button>
        <LinkButton href="/gallery" variant="primary">
          A link
        </LinkButton>
        <TextLink href="https://example.org/">A link in text</TextLink>
      </Example>
      <Example name="IconButton" row>
        <IconButton label="Edit" icon={<Pencil aria-hidden />} size="small" />
        <IconButton label="Download" icon={<Download aria-hidden />} />
        <IconButton label="Print" icon={<Printer aria-hidden />} size="large" />
        <IconButton label="Edit, disabled" icon={<Pencil aria-hidden />} disabled />
      </Example>
      <Example name="fields">
        <div className="ui:grid ui:max-w-3xl ui:gap-5 ui:sm:grid-cols-2">
          <TextField label="Voyage title" placeholder="Enter a title" help="As in the log." />
          <TextField
            label="Start date"
            required
            defaultValue="1976-13-16"
            error="There is no month 13."
            help="YYYY-MM-DD"
          />
          <SearchField
            label="Search voyages"
            hideLabel={false}
            placeholder="Search voyages"
            value={text}
            onValueChange={setText}
          />
          <PasswordField label="Password" placeholder="Enter password" />
          <Select label="Vessel owner" options={OWNERS} defaultValue="ford" />
          <Select label="Vessel owner, with an error" options={OWNERS} error="Choose one owner." />
          <TextArea label="Notes" defaultValue={'Dinner on the upper deck.\nRain after nine.'} />
          <TextField label="End date" disabled defaultValue="1976-06-16" />
        </div>
      </Example>
      <Example name="Checkbox, Switch" row>
        <Checkbox label="Royalty present" defaultChecked help="Set when a member of a royal house was aboard." />
        <Checkbox label="Yacht spin" />
        <Checkbox label="Disabled" disabled />
        <Switch label="Edit mode" checked={edit} onChange={(event) => setEdit(event.target.checked)} />
        <Switch label="Off" />
      </Example>
    </Section>
  );
}
