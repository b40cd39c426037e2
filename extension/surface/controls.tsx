import type { Patient } from '@instrument-panel/client/contract';
import { type ComponentChildren, cloneElement, type VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { instant, useSpeech } from './page.tsx';

export function Loading({ what }: { readonly what?: string | undefined }) {
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
  readonly text?: string;
  readonly children?: ComponentChildren;
}

/** Something to know before going on. */
export function Notice({ kind = 'plain', title, isAlert = false, text, children }: NoticeProps) {
  return (
    <div class="notice" data-kind={kind} role={isAlert ? 'alert' : undefined}>
      {title && <strong>{title}</strong>}
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly type?: 'button' | 'submit';
  readonly class?: string;
  readonly isBusy?: boolean;
  readonly act?: () => void;
  readonly 'aria-label'?: string;
  /** What it opens, by which it is found again. */
  readonly 'data-details'?: string;
}

/** A button that can wait for what it does. */
export const Button = ({ label, type = 'button', isBusy = false, act, ...rest }: ButtonProps) => (
  <button {...rest} type={type} disabled={isBusy} onClick={act && (() => act())}>
    {label}
  </button>
);

interface BadgeProps {
  readonly kind: 'plain' | 'on' | 'warning' | 'danger';
  readonly text: string;
}

export const Badge = ({ kind, text }: BadgeProps) => (
  <span class="badge" data-kind={kind}>
    {text}
  </span>
);

interface LabelProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
}

/** A control with its label, what to know about it, and what is wrong with it. */
export function Field({ label, hint, fault, children }: LabelProps & { readonly children: VNode<object> }) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const tied = { id, 'aria-describedby': described || undefined, 'aria-invalid': Boolean(fault) };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {cloneElement(children, tied)}
      {fault && (
        <span id={`${id}-fault`} class="fault">
          {fault}
        </span>
      )}
    </div>
  );
}

interface SelectProps extends LabelProps {
  readonly value: string | number;
  readonly options: readonly (readonly [value: string | number, name: string])[];
  readonly choose: (value: string) => void;
}

export function SelectField({ value, options, choose, ...label }: SelectProps) {
  return (
    <Field {...label}>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([own, name]) => (
          <option key={`${own} ${name}`} value={own}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface FormProps {
  readonly class: string;
  readonly label?: string;
  readonly id?: string;
  readonly submit: () => void;
  readonly children: ComponentChildren;
}

/** A form that says itself what is wrong with its fields. */
export function Form({ submit, label, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    />
  );
}

interface TableProps {
  readonly columns: readonly string[];
  readonly caption?: string;
  /** The caption is for screen readers only. */
  readonly isCaptionHeard?: boolean;
  /** Cells are stacked if the page is narrow. */
  readonly isStacking?: boolean;
  readonly children: ComponentChildren;
}

/** A table with its headings, which scrolls where it is wider than the page. */
export function Table({
  columns,
  caption,
  isCaptionHeard = false,
  isStacking = false,
  children,
}: TableProps) {
  return (
    <div class="scroll">
      <table class={isStacking ? 'stacking' : undefined}>
        {caption && <caption class={isCaptionHeard ? 'heard' : undefined}>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
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
  /** Label of the button that asks, and of the one that confirms. */
  readonly label: string;
  /** The question: what would happen, and to whom. */
  readonly question: string;
  readonly isDanger?: boolean;
  readonly isBusy?: boolean;
  readonly act: () => void;
}

export function Confirm({ label, question, isDanger = false, isBusy = false, act }: ConfirmProps) {
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
          {label}
        </button>
        <button type="button" onClick={() => setAsked(false)}>
          {words.cancel}
        </button>
      </div>
    </Notice>
  );
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string }[];
  /** Sections without a tab, for which the line has no room. */
  readonly menu?: Pick<TabsProps<Name>, 'label' | 'tabs'>;
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
export function Tabs<Name extends string>({ label, tabs, menu, active, choose, children }: TabsProps<Name>) {
  const inMenu = menu?.tabs.find(({ name }) => name === active);
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
      <div class="tabs">
        <div role="tablist" aria-label={label} ref={list} onKeyDown={walk}>
          {tabs.map(({ name, label: said }, index) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              data-tab={name}
              aria-selected={name === active}
              aria-controls="tab-panel"
              tabIndex={name === active || (inMenu && index === 0) ? 0 : -1}
              onClick={() => choose(name)}
            >
              {said}
            </button>
          ))}
        </div>
        {menu && (
          <select
            aria-label={menu.label}
            data-selected={Boolean(inMenu)}
            value={inMenu?.name ?? ''}
            onChange={(event) => choose(event.currentTarget.value as Name)}
          >
            <option value="" hidden>
              {menu.label}
            </option>
            {menu.tabs.map(({ name, label: said }) => (
              <option key={name} value={name}>
                {said}
              </option>
            ))}
          </select>
        )}
      </div>
      <div
        role="tabpanel"
        id="tab-panel"
        aria-labelledby={inMenu ? undefined : `tab-${active}`}
        aria-label={inMenu?.label}
        tabIndex={-1}
        class="panel"
      >
        {children}
      </div>
    </>
  );
}
