import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export type TabItem = { value: string; label: ReactNode; content: ReactNode; disabled?: boolean };

export type TabsProps = {
  /** Accessible name of the tab list. */
  label: string;
  items: readonly TabItem[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
};

/** Tabs. Use links instead for views with their own URL. */
export function Tabs({ label, items, value, defaultValue = items[0]?.value, onValueChange }: TabsProps) {
  return (
    <Primitive.Root
      value={value}
      defaultValue={value === undefined ? defaultValue : undefined}
      onValueChange={onValueChange}
    >
      <Primitive.List
        aria-label={label}
        className="ui:flex ui:gap-6 ui:overflow-x-auto ui:overflow-y-hidden ui:border-b ui:border-rule"
      >
        {items.map((item) => (
          <Primitive.Trigger
            key={item.value}
            value={item.value}
            disabled={item.disabled}
            className="ui:-mb-px ui:shrink-0 ui:border-b-2 ui:border-transparent ui:py-2 ui:text-faded ui:transition-colors ui:hover:text-ink ui:data-[state=active]:border-brass ui:data-[state=active]:text-ink ui:focus-visible:-outline-offset-2 ui:disabled:opacity-50"
          >
            {item.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {items.map((item) => (
        <Primitive.Content key={item.value} value={item.value} className="ui:pt-5">
          {item.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
