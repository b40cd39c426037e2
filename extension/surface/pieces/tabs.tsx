import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

interface TabsProps<Name extends string> {
  /** What the tabs choose between. */
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly active: Name;
  readonly choose: (name: Name) => void;
  readonly children: ComponentChildren;
}

/** Where each key leads from a tab; null for a key that is none of theirs. */
function target(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Sections of which one is shown: arrow keys, Home and End go from one to the next (ARIA APG, Tabs). */
export function Tabs<Name extends string>({ label, tabs, active, choose, children }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === active);
    const to = target(event.key, at, tabs.length);
    const next = to === null ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    choose(next.name);
    const button = list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`);
    button?.focus();
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return (
    <>
      <div role="tablist" aria-label={label} ref={list} onKeyDown={walk}>
        {tabs.map(({ name, label: said }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            data-tab={name}
            aria-selected={name === active}
            aria-controls="tab-panel"
            tabIndex={name === active ? 0 : -1}
            onClick={() => choose(name)}
          >
            {said}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${active}`} tabIndex={-1} class="panel">
        {children}
      </div>
    </>
  );
}
