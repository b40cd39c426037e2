import type { Identity } from '../context/context.ts';
import type { IntentInput } from '../intents/intents.ts';

/** What is filled in about a patient who is to be linked or registered; empty where nothing is. */
export interface PersonForm {
  readonly name: string;
  readonly surname: string;
  /** `YYYY-MM-DD`. */
  readonly birthday: string;
  readonly email: string;
  readonly phone: string;
}

export type PersonFault = 'name' | 'contact' | 'second';

/** Filled in from the page: the first word is the name, unless a comma says which is the surname. */
export function toPersonForm({ name = '', birthday = '', email = '', phone = '' }: Identity): PersonForm {
  const [last = '', first, ...more] = name.split(',').map((part) => part.trim());
  const words = name.trim().split(/\s+/);
  const [given, family] =
    first !== undefined && more.length === 0 ? [first, last] : [words[0] ?? '', words.slice(1).join(' ')];
  return { name: given, surname: family, birthday, email, phone };
}

/**
 * What keeps it from being sent: nobody is linked by a name alone, and nobody is registered whom the service could
 * not reach (design.md, The extension; the proxy's `/patients`).
 */
export function findPersonFault(form: PersonForm, deed: 'link' | 'register'): PersonFault | null {
  const has = (text: string): boolean => text.trim() !== '';
  if (!has(form.name)) return 'name';
  if (deed === 'register') return has(form.email) || has(form.phone) ? null : 'contact';
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
