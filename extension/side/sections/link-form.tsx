import { useEffect, useState } from 'preact/hooks';
import type { Identity } from '../../context/context.ts';
import type { IntentInput } from '../../intents/intents.ts';
import type { Problem } from '../../intents/protocol.ts';
import type { IntentOutput } from '../../intents/requests.ts';
import { Button, Confirm, Field, Form, Notice } from '../../surface/controls.tsx';
import { useSpeech } from '../../surface/page.tsx';
import { toSurfaceProblem } from '../../surface/problem.ts';
import { ProblemNotice } from '../../surface/request-views.tsx';
import { useAction } from '../../surface/resource.ts';
import { sideMessages } from '../../words/compiled/side/all.js';
import type { OfPatientProps } from '../side-store.ts';

/** Fields of the form for linking or registering a patient; empty if not filled in. */
interface PersonForm {
  readonly name: string;
  readonly surname: string;
  /** `YYYY-MM-DD`. */
  readonly birthday: string;
  readonly email: string;
  readonly phone: string;
}

type PersonFault = 'name' | 'contact' | 'second';

/** Filled in from the page: the first word is the name, unless a comma says which is the surname. */
export function toPersonForm({ name = '', birthday = '', email = '', phone = '' }: Identity): PersonForm {
  const [last = '', first, ...more] = name.split(',').map((part) => part.trim());
  const words = name.trim().split(/\s+/);
  const [given, family] =
    first !== undefined && more.length === 0 ? [first, last] : [words[0] ?? '', words.slice(1).join(' ')];
  return { name: given, surname: family, birthday, email, phone };
}

/**
 * Finds why a form cannot be sent: no patient is linked by a name alone, and none is registered whom the service could
 * not reach (`/patients` in proxy/README.md).
 */
export function findPersonFault(form: PersonForm, action: 'link' | 'register'): PersonFault | null {
  const has = (text: string): boolean => text.trim() !== '';
  if (!has(form.name)) return 'name';
  if (action === 'register') return has(form.email) || has(form.phone) ? null : 'contact';
  return has(form.birthday) || has(form.email) || has(form.phone) ? null : 'second';
}

/** The form as it is sent: what is empty is left out. */
export function toPersonInput(form: PersonForm): IntentInput<'patient.link'> {
  const { name, surname, birthday, email, phone } = form;
  const given = Object.entries({ surname, birthday, email, phone })
    .map(([field, text]) => [field, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return { name: name.trim(), ...Object.fromEntries(given) };
}

interface LinkFormProps extends Pick<OfPatientProps, 'patient'> {
  /** Told what was done, in words. */
  readonly done: (sentence: string) => void;
  /** The patients who are like this one and were shown beside them: given, somebody else is registered, and nobody linked. */
  readonly apartFrom?: readonly string[];
}

const FIELDS = [
  ['name', 'text'],
  ['surname', 'text'],
  ['birthday', 'date'],
  ['email', 'email'],
  ['phone', 'tel'],
] as const;

const SENT = ['name', 'surname', 'email', 'phone'] as const;

/** Says why a registration was refused by the service, as far as it tells: which field, or which were sent. */
function RegisterProblem({ problem, form }: { readonly problem: Problem; readonly form: PersonForm }) {
  const { words, list, own } = useSpeech(sideMessages, (all) => all.patient);
  if (toSurfaceProblem(problem) !== 'refused') return <ProblemNotice problem={problem} />;
  const sent = SENT.filter((field) => form[field].trim() !== '');
  const contacts = sent.filter((field) => field === 'email' || field === 'phone');
  // The only codes that the service documents for a registration (docs/service.md#errors).
  const named = problem.code === 'PROFESSIONAL_EMAIL_ALREADY_EXIST' ? (['email'] as const) : contacts;
  const say = (field: (typeof SENT)[number]): string => own[field].toLowerCase();
  const text =
    problem.status === 409
      ? own.taken({ fields: named.map(say).join(' / ') })
      : own.refusedFields({ fields: list(sent.map(say)) });
  return (
    <Notice kind="warning" isAlert>
      <p>{text}</p>
      {problem.traceId && <p>{words.trace({ id: problem.traceId })}</p>}
    </Notice>
  );
}

/** Links the page's record number to a patient of the service, or registers the patient. */
export function LinkForm({ patient, done, apartFrom }: LinkFormProps) {
  const { words, list, own } = useSpeech(sideMessages, (all) => all.patient);
  const [form, setForm] = useState<PersonForm>(() => toPersonForm(patient.identity));
  const [fault, setFault] = useState<PersonFault | null>(null);
  const { isBusy, problem, run } = useAction();
  const [tried, setTried] = useState<'link' | 'register'>('link');
  // Focus moves to the faulty field, for screen readers.
  useEffect(() => {
    if (fault === 'name') document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus();
  }, [fault]);
  const kinds = (found: readonly (keyof typeof words.identifiers)[]): string =>
    list(found.map((kind) => words.identifiers[kind]));
  const say = (sentence: string, { notStored }: IntentOutput<'patient.link'>): string =>
    notStored.length > 0 ? `${sentence} ${own.notStored({ kinds: kinds(notStored) })}` : sentence;
  const send = (action: 'link' | 'register'): void => {
    const found = findPersonFault(form, action);
    setFault(found);
    if (found) return;
    setTried(action);
    const input = toPersonInput(form);
    const write = () =>
      action === 'link'
        ? patient.write('patient.link', input)
        : patient.write('patient.register', apartFrom ? { ...input, apartFrom: [...apartFrom] } : input);
    run(write, (reply) =>
      done(
        say(action === 'register' ? own.registerDone : own.linkDone({ kinds: kinds(reply.agreed) }), reply),
      ),
    );
  };
  const faults = { name: own.needsName, contact: own.needsContact, second: own.needsSecond };
  const isReady = findPersonFault(form, 'register') === null;
  const title = apartFrom ? own.alike.formTitle : own.formTitle;
  const name = `${form.name} ${form.surname}`.trim();
  const label = apartFrom ? own.alike.register : own.register;
  const question = apartFrom ? own.alike.question({ name }) : own.registerQuestion({ name });
  return (
    <Form class="card" label={title} submit={() => send(apartFrom ? 'register' : 'link')}>
      <h2>{title}</h2>
      <p class="quiet">{apartFrom ? own.alike.hint : own.formHint}</p>
      {FIELDS.map(([field, type]) => (
        <Field key={field} label={own[field]} fault={fault === field ? own.needsName : undefined}>
          <input
            type={type as 'text'}
            value={form[field]}
            autoComplete="off"
            onInput={(event) => {
              setFault(null);
              setForm({ ...form, [field]: event.currentTarget.value });
            }}
          />
        </Field>
      ))}
      {fault && fault !== 'name' && (
        <p class="fault" role="alert">
          {faults[fault]}
        </p>
      )}
      {problem &&
        (tried === 'register' ? (
          <RegisterProblem problem={problem} form={form} />
        ) : (
          <ProblemNotice problem={problem} />
        ))}
      {!apartFrom && (
        <div class="tight">
          <Button type="submit" class="primary" isBusy={isBusy} label={own.link} />
          <small>{own.linkHint}</small>
        </div>
      )}
      <div class="tight">
        {isReady ? (
          <Confirm label={label} question={question} isBusy={isBusy} act={() => send('register')} />
        ) : (
          <Button act={() => send('register')} label={label} />
        )}
        <small>{apartFrom ? own.alike.registerHint : own.registerHint}</small>
      </div>
    </Form>
  );
}
