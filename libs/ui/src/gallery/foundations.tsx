import { Section, Example } from './frame.tsx';

const SWATCHES = [
  ['paper', 'ui:bg-paper'],
  ['leaf', 'ui:bg-leaf'],
  ['wash', 'ui:bg-wash'],
  ['ink', 'ui:bg-ink'],
  ['faded', 'ui:bg-faded'],
  ['rule', 'ui:bg-rule'],
  ['edge', 'ui:bg-edge'],
  ['navy', 'ui:bg-navy'],
  ['brass', 'ui:bg-brass'],
  ['signal', 'ui:bg-signal'],
  ['sea', 'ui:bg-sea'],
  ['amber', 'ui:bg-amber'],
  ['masthead', 'ui:bg-masthead'],
] as const;

const SIZES = [
  ['48', 'ui:text-48'],
  ['35', 'ui:text-35'],
  ['27', 'ui:text-27'],
  ['21', 'ui:text-21'],
  ['17', 'ui:text-17'],
  ['15', 'ui:text-15'],
  ['13', 'ui:text-13'],
] as const;

/** Colors, type sizes and figures. */
export function Foundations() {
  return (
    <Section title="Foundations">
      <Example name="colors">
        <ul className="ui:grid ui:grid-cols-3 ui:gap-3 ui:sm:grid-cols-7">
          {SWATCHES.map(([name, color]) => (
            <li key={name} className="ui:text-13">
              <span className={`ui:mb-1 ui:block ui:h-12 ui:rounded ui:border ui:border-rule ${color}`} />
              {name}
            </li>
          ))}
        </ul>
      </Example>
      <Example name="type">
        <div className="ui:space-y-2 ui:overflow-hidden">
          {SIZES.map(([name, size]) => (
            <p key={name} className="ui:flex ui:items-baseline ui:gap-4">
              <span className="ui:w-6 ui:text-13 ui:text-faded">{name}</span>
              <span className={`ui:font-serif ui:font-semibold ui:whitespace-nowrap ${size}`}>Down the Potomac</span>
              <span className={`ui:whitespace-nowrap ui:max-sm:hidden ${size}`}>at six bells</span>
            </p>
          ))}
        </div>
      </Example>
      <Example name="figures">
        <p className="ui:font-serif ui:text-21 ui:oldstyle-nums">
          Old-style in prose: June 16, 1976, 104 feet, 27 guests. Łódź, Brežněv, Çankaya.
        </p>
        <p className="ui:font-serif ui:text-21 ui:tabular-nums ui:lining-nums">Tabular in lists: 1234567890</p>
        <p className="ui:font-serif ui:text-21 ui:italic">Italics for what someone said: “She is the river’s own.”</p>
      </Example>
    </Section>
  );
}
