import type { IdentifierKind } from '@instrument-panel/client/identifiers';
import type { LinksMessages } from '../words/compiled/links/en.js';

/** Why a row is left to a person, without anybody's data. */
export type Doubt =
  | { readonly kind: 'keyElsewhere' | 'keyOnSeveral' | 'otherKey' }
  | { readonly kind: 'notOfProfessional' | 'noIdentifier' | 'nearTwin' | 'likeName' | 'swappedBirthday' }
  | { readonly kind: 'several'; readonly count: number }
  | {
      readonly kind: 'different';
      readonly different: readonly IdentifierKind[];
      readonly same: readonly IdentifierKind[];
    }
  | { readonly kind: 'lacking'; readonly lacks: readonly ('name' | 'birthday' | 'contact')[] }
  | { readonly kind: 'samePatient' | 'sameKey' | 'alike'; readonly lines: readonly number[] }
  | { readonly kind: 'needs'; readonly needs: readonly RegisterNeed[] };

/** What a row has to state before its person can be registered. */
export type RegisterNeed = keyof LinksMessages['needs'];

/** What of a row of the file cannot be read. */
export type RowFault = keyof LinksMessages['faults'];

/** Why a file is refused as a whole; `line` is null where it is of no line. */
export type FileProblem = { readonly line: number | null } & (
  | {
      readonly kind:
        | 'empty'
        | 'noRows'
        | 'notText'
        | 'openQuote'
        | 'noContact'
        | 'doubleColumn'
        | 'notJson'
        | 'doubleField';
    }
  | { readonly kind: 'tooLarge'; readonly megabytes: number }
  | { readonly kind: 'encoding' | 'unknownEncoding'; readonly encoding: string }
  | { readonly kind: 'unknownColumn'; readonly column: string; readonly known: readonly string[] }
  | {
      readonly kind: 'misspeltColumn';
      readonly column: string;
      readonly near: string;
      readonly known: readonly string[];
    }
  | { readonly kind: 'missingColumns'; readonly columns: readonly string[] }
  | { readonly kind: 'cells'; readonly cells: number; readonly columns: number; readonly head: number }
  | { readonly kind: 'notTextField'; readonly field: string }
);

const LINES_MAX = 5;

/** Joins words as a sentence lists them: `name, birthday and phone`. */
export const sayList = (items: readonly string[], { lang }: LinksMessages): string =>
  new Intl.ListFormat(lang, { type: 'conjunction' }).format(items);

function sayLines(lines: readonly number[], words: LinksMessages): string {
  const first = lines.slice(0, LINES_MAX).join(', ');
  return lines.length > LINES_MAX ? words.andMore({ lines: first }) : first;
}

/** Says a reason in lower case, so that several can be joined. */
export function sayDoubt(doubt: Doubt, words: LinksMessages): string {
  const { doubts } = words;
  const sayKinds = (kinds: readonly IdentifierKind[]): string =>
    sayList(
      kinds.map((kind) => words.kinds[kind]),
      words,
    );
  switch (doubt.kind) {
    case 'several':
      return doubts.several({ count: doubt.count });
    case 'different':
      return doubts.different({ different: sayKinds(doubt.different), same: sayKinds(doubt.same) });
    case 'lacking':
      return doubts.lacking({
        lacks: sayList(
          doubt.lacks.map((one) => words.lacks[one]),
          words,
        ),
      });
    case 'samePatient':
      return doubts.samePatient({ lines: sayLines(doubt.lines, words) });
    case 'sameKey':
      return doubts.sameKey({ lines: sayLines(doubt.lines, words) });
    case 'alike':
      return doubts.alike({ lines: sayLines(doubt.lines, words) });
    case 'needs':
      return doubts.needs({
        needs: sayList(
          doubt.needs.map((one) => words.needs[one]),
          words,
        ),
      });
    default:
      return doubts[doubt.kind];
  }
}

/** Says why a file is refused, without its line. */
export function sayFileProblem(problem: FileProblem, words: LinksMessages): string {
  const { problems } = words;
  switch (problem.kind) {
    case 'tooLarge':
      return problems.tooLarge({ megabytes: `${problem.megabytes}` });
    case 'encoding':
      return problems.encoding(problem);
    case 'unknownEncoding':
      return problems.unknownEncoding(problem);
    case 'unknownColumn':
      return problems.unknownColumn({ column: problem.column, known: problem.known.join(', ') });
    case 'misspeltColumn': {
      const { column, near, known } = problem;
      return problems.misspeltColumn({ column, near, known: known.join(', ') });
    }
    case 'missingColumns':
      return problems.missingColumns({ columns: sayList(problem.columns, words) });
    case 'cells': {
      const { cells, columns, head } = problem;
      return problems.cells({ cells: `${cells}`, columns: `${columns}`, head: `${head}` });
    }
    case 'notTextField':
      return problems.notTextField(problem);
    default:
      return problems[problem.kind];
  }
}
