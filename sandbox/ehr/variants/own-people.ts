import { recordNumber } from '../clinic/record-number.ts';

/** Somebody whom only the EHR knows: never registered with the service. */
export interface OwnPerson {
  readonly record: string;
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly bornOn: string;
  readonly phone: string;
}

/** Late in the alphabet: a list by name begins with people who have scores to show. */
const FIRST =
  'Sabrina Salete Samara Sandro Saulo Sílvia Simone Tadeu Taís Tânia Tatiana Teresa Ulisses Valéria Vanessa Vicente Wagner Walter Zélia Zuleica';
const LAST =
  'Aguiar Batista Cardoso Dantas Esteves Freitas Guedes Holanda Leal Macedo Neves Paiva Queiroz Ramos Siqueira Tavares';

/** The same names as patients of the service, of other people: a name alone must never be enough. */
const NAMESAKES = ['Rafael Teixeira', 'Maria Clara Souza', 'Emily Clarke'] as const;

const two = (number: number): string => String(number).padStart(2, '0');

/** People of the EHR alone, the same at every start; so many that a list of them has to be scrolled. */
export const OWN_PEOPLE: readonly OwnPerson[] = [
  ...NAMESAKES,
  ...FIRST.split(' ').flatMap((first) => LAST.split(' ').map((last) => `${first} ${last}`)),
].map((name, index) => ({
  record: recordNumber(`own-${index}`),
  name,
  bornOn: `${1940 + ((index * 7) % 66)}-${two(1 + (index % 12))}-${two(1 + (index % 28))}`,
  phone: `+55119${String(80_000_000 + index)}`,
}));
