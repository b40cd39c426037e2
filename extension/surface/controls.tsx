import type { Patient } from '@instrument-panel/client/contract';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { instant, useSpeech } from './page.tsx';

/** Says that something is being read. */
export function Loading({ what }: { readonly what?: string }) {
  const { words } = useSpeech();
  return (
    <p class="wait" role="status">
      {what ?? words.loading}
    </p>
  );
}

interface NoticeProps {
  readonly kind?: 'plain' | 'warning' | 'danger' | 'done';
  readonly title?: string;
  /** Spoken when it appears; for what the person did not ask for at this moment. */
  readonly isAlert?: boolean;
  readonly children?: ComponentChildren;
}

/** Something to know before going on. */
export function Notice({ kind = 'plain', title, isAlert = false, children }: NoticeProps) {
  return (
    <div class="notice" data-kind={kind} role={isAlert ? 'alert' : undefined}>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  /** The control, with what ties it to label, hint and fault. */
  readonly children: (tied: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  }) => ComponentChildren;
}

/** A control with its label, what to know about it, and what is wrong with it. */
export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': Boolean(fault) })}
      {fault && (
        <span id={`${id}-fault`} class="fault">
          {fault}
        </span>
      )}
    </div>
  );
}

/** Name and surname as the record has them; empty where it has none. */
export const formatPatientName = ({ name, surname }: Pick<Patient, 'name' | 'surname'>): string =>
  [name, surname]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');

/** The patient, with the birthday: the second thing that tells one from another. */
export function PatientName({ patient }: { readonly patient: Patient }) {
  const { words, birthday } = useSpeech();
  const born = instant(patient.birthday);
  return (
    <p class="person">
      <strong>{formatPatientName(patient) || words.unnamed}</strong>
      {', '}
      <span>{born === null ? words.bornUnknown : words.born({ date: birthday(born) })}</span>
    </p>
  );
}

interface ConfirmProps {
  /** Label of the button that asks. */
  readonly label: string;
  /** The question: what would happen, and to whom. */
  readonly question: string;
  /** Label of the button that confirms. */
  readonly yes: string;
  readonly isDanger?: boolean;
  readonly isBusy?: boolean;
  readonly act: () => void;
}

/** A button whose deed is asked for twice: first what it would do, then doing it. */
export function Confirm({ label, question, yes, isDanger = false, isBusy = false, act }: ConfirmProps) {
  const { words } = useSpeech();
  const [isAsked, setAsked] = useState(false);
  const asks = useRef<HTMLButtonElement>(null);
  const does = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (isAsked) does.current?.focus();
    else if (was.current) asks.current?.focus();
    was.current = isAsked;
  }, [isAsked]);
  const tone = isDanger ? 'danger' : '';
  if (!isAsked) {
    return (
      // Not `disabled`: it would lose the focus that comes back to it.
      <button
        ref={asks}
        type="button"
        class={tone}
        aria-disabled={isBusy}
        onClick={() => !isBusy && setAsked(true)}
      >
        {label}
      </button>
    );
  }
  return (
    <Notice kind={isDanger ? 'danger' : 'warning'}>
      <p>{question}</p>
      <div class="row">
        <button
          ref={does}
          type="button"
          class={`primary ${tone}`}
          onClick={() => {
            setAsked(false);
            act();
          }}
        >
          {yes}
        </button>
        <button type="button" onClick={() => setAsked(false)}>
          {words.cancel}
        </button>
      </div>
    </Notice>
  );
}

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

interface TabsProps<Name extends string> {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly active: Name;
  readonly choose: (name: Name) => void;
  readonly children: ComponentChildren;
}

/** Index of the tab that a key leads to; null for any other key. */
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
