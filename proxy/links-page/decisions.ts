import { hash } from 'node:crypto';
import { decideLink, registerListed, removeLink } from '@instrument-panel/client/proxy';
import { type Audit, toOutcome } from '../audit/audit.ts';
import type { Call, ProxyResponse } from '../exchange.ts';
import type { Service } from '../forward/service.ts';
import type { Markup } from '../html-page.ts';
import { type Choice, type LinkedBy, makeLinks, type OpposedLink } from '../mapping/bulk-link.ts';
import { type RegisterResult, registerPatients, toPatientRecord } from '../mapping/bulk-register.ts';
import type { EhrRow } from '../mapping/link-file.ts';
import type { Reported } from '../mapping/link-report.ts';
import { sayList } from '../mapping/link-words.ts';
import { toAbout } from '../mapping/mapping-call.ts';
import { Refusal } from '../refusal.ts';
import { toRouteName } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { LinksMessages } from '../words/compiled/links/en.js';
import { factTable } from './facts.ts';
import { packLinks, packList, readText, type UploadedList } from './list.ts';
import type { Look, PageGroup } from './look.ts';
import type { PageLinks, ReadOrigins } from './origins.ts';
import type { PageBase } from './pages.ts';
import { confirmPage, opposedFacts, type Preview, rowTitle } from './preview-page.ts';
import { nameProfessional } from './professional.ts';
import type { ShowAfter } from './result.ts';

interface DecisionParts {
  readonly links: PageLinks;
  readonly service: Service;
  readonly settings: Pick<Settings, 'clock' | 'limits'>;
  readonly audit: Audit;
  readonly clock: () => number;
  readonly look: (list: UploadedList, call: Call) => Promise<Look>;
  readonly showAfter: ShowAfter;
  readonly readOrigins: ReadOrigins;
  readonly toLinkedBy: (base: PageBase, look: Look, call: Call, route: string) => LinkedBy;
  readonly tellShown: (call: Call, look: Look, patientIds: readonly (string | null)[]) => void;
}

/** How one decision ended; `partly`: of several steps, some were done, and the next was refused. */
type Ended = 'done' | 'partly' | 'refused' | 'unknown' | 'changed';

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'hex');

/** A question to a person about one row, and what is done if they say yes. */
interface Question {
  readonly reported: Reported;
  readonly group: PageGroup;
  readonly route: string;
  readonly address: string;
  /** Whose data the question shows. */
  readonly patientIds: readonly (string | null)[];
  /** What is shown: nothing else is decided. */
  readonly digest: string;
  readonly title: string;
  readonly readWarning: (call: Call) => string | Promise<string>;
  readonly submit: string;
  readonly toFacts: (preview: Omit<Preview, 'shown' | 'heading'>) => Markup;
  readonly act: (by: LinkedBy, call: Call) => Promise<End>;
  /** Says how it ended. */
  readonly say: (end: End) => string;
}

interface End {
  readonly ended: Ended;
  readonly code: string;
  /** Of a registration: what came of the link, and what was not stored. */
  readonly registered?: RegisterResult;
}

const DONE: End = { ended: 'done', code: '' };
const CHANGED: End = { ended: 'changed', code: '' };

/** Removes links, each with its rows in the trail, up to the first that fails. */
async function removeAll(
  { audit, links }: DecisionParts,
  opposed: readonly OpposedLink[],
  by: LinkedBy,
): Promise<End> {
  const { who, source, route, page, request } = by;
  const common = page === undefined ? {} : { page };
  const asked = request ? { call: { request } } : {};
  let removed = 0;
  try {
    for (const { professionalId, key, patientId } of opposed) {
      const ids = { ...toAbout({ professionalId, key }), patientId, ...common };
      await audit.record({ route, who, jti: source, ids, ...asked }, async () => {
        if (await links.store.unlink(key, patientId)) return { status: 200 };
        throw new Refusal(404, 'NOT_LINKED', 'It was removed meanwhile.');
      });
      removed += 1;
    }
    return DONE;
  } catch (error) {
    const code = error instanceof Refusal ? error.code : 'UNKNOWN_OUTCOME';
    if (toOutcome(error).kind === 'unknown') return { ended: 'unknown', code };
    return { ended: removed > 0 ? 'partly' : 'refused', code };
  }
}

/** Makes the links of a choice; of several the one that failed is said. */
async function makeAll(parts: DecisionParts, { links }: Choice, by: LinkedBy): Promise<End> {
  const results = [...(await makeLinks(parts, links, parts.links.store, by)).values()];
  const unknown = results.find(({ outcome }) => outcome === 'unknown');
  if (unknown) return { ended: 'unknown', code: unknown.code };
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  const [first] = refused;
  if (!first) return DONE;
  return { ended: refused.length < results.length ? 'partly' : 'refused', code: first.code };
}

/** Says how links of one row were made or removed. */
const sayEnd =
  (words: LinksMessages, key: string, done: string) =>
  ({ ended, code }: End): string =>
    ({
      done,
      partly: words.decidedPartly({ key, code }),
      changed: words.wasChanged,
      unknown: words.decidedUnknown({ key }),
      refused: words.decidedRefused({ key, code }),
    })[ended];

/** Says how a registration ended. */
function sayRegistered({ registered }: End, key: string, words: LinksMessages): string {
  if (!registered) return words.wasChanged;
  const { outcome, code, notStored } = registered;
  if (outcome === 'refused') return words.registerRefused({ key, code });
  if (outcome === 'unlinked') return words.registerUnlinked({ key, code });
  if (outcome === 'unknown') return words.registerUnknown({ key });
  const kinds = notStored.map((kind) => words.kinds[kind]);
  const say = { registered: words.registered, found: words.registeredFound, given: words.registeredGiven }[
    outcome
  ];
  const missing = kinds.length > 0 ? sayList(kinds, words) : null;
  if (code === '') return say({ key, notStored: missing });
  return `${say({ key, notStored: null })} ${words.registeredPartly({ missing: missing ?? '', code })}`;
}

const REGISTER_ENDS: Readonly<Record<RegisterResult['outcome'], Ended>> = {
  ...{
    registered: 'done',
    found: 'done',
    given: 'done',
    unlinked: 'partly',
    refused: 'refused',
    unknown: 'unknown',
  },
};

const findRow = ({ byGroup }: Look, group: PageGroup, line: string | undefined): Reported | undefined =>
  byGroup.get(group)?.find(({ row }) => `${row.line}` === line);

/** Asks whether a doubtful row is to be linked to one of its candidates; null if that cannot be any more. */
function askToLink(
  parts: DecisionParts,
  { words, path }: PageBase,
  look: Look,
  chosen: string,
): Question | null {
  const [line, patientId] = chosen.split(':');
  const reported = findRow(look, 'doubtful', line);
  const choice = reported?.judgement.choices.find(
    ({ candidate }) => candidate.patient.patientId === patientId,
  );
  if (!reported || !choice) return null;
  const { row } = reported;
  const { candidate, links } = choice;
  const { patient } = candidate;
  const { key } = row;
  const side = { heading: words.onlyCandidate, patient, candidate, action: '' };
  return {
    ...{ reported, group: 'doubtful', route: toRouteName(decideLink), address: `${path}/decide` },
    patientIds: [patient.patientId],
    digest: digestOf([row, patient, links.map((link) => link.key.hash)]),
    ...{ title: words.decideTitle({ key }), submit: words.decideConfirm },
    readWarning: () => words.decideWarning,
    say: sayEnd(words, key, words.decided({ key })),
    toFacts: () => factTable(row, [side], words.fact, words),
    act: (by) => makeAll(parts, choice, by),
  };
}

/** Asks whether the links that stand against a row are to be removed; null if there are none any more. */
function askToRemove(
  parts: DecisionParts,
  { words, path }: PageBase,
  look: Look,
  chosen: string,
): Question | null {
  const reported = findRow(look, 'elsewhere', chosen);
  if (!reported) return null;
  const { row, judgement } = reported;
  const { key } = row;
  const { opposed } = judgement;
  return {
    ...{ reported, group: 'elsewhere', route: toRouteName(removeLink), address: `${path}/remove` },
    patientIds: opposed.map(({ patientId }) => patientId),
    digest: digestOf([row, opposed.map((link) => [link.key.hash, link.patientId])]),
    ...{ title: words.removeTitle({ key }), submit: words.removeConfirm },
    readWarning: () => words.removeWarning,
    say: sayEnd(words, key, words.removed({ key })),
    toFacts: (preview) => opposedFacts(reported, preview),
    act: (by) => removeAll(parts, opposed, by),
  };
}

/** The patients and the other rows that a row is like, each a side of what is compared. */
function alikeSides({ judgement }: Reported, alike: readonly EhrRow[], words: LinksMessages) {
  const { candidates } = judgement;
  const patients = candidates.map((candidate, at) => ({
    heading: candidates.length > 1 ? words.candidate({ number: `${at + 1}` }) : words.onlyCandidate,
    ...{ patient: candidate.patient, candidate, action: '' },
  }));
  const rows = alike.map((row) => ({
    heading: rowTitle({ row }, words),
    patient: { patientId: null, records: [toPatientRecord(row)], professionalIds: [] },
    ...{ candidate: null, action: '' },
  }));
  return [...patients, ...rows];
}

/** Asks whether somebody who is missing, or somebody else than those alike, is to be registered; null if that cannot be any more. */
function askToRegister(
  { service, settings, audit, links: { store } }: DecisionParts,
  { words, path }: PageBase,
  look: Look,
  chosen: string,
): Question | null {
  const group = findRow(look, 'missing', chosen) ? 'missing' : 'doubtful';
  const reported = findRow(look, group, chosen);
  const other = reported && look.plan?.others.get(reported);
  const wanted = other ?? (reported && look.plan?.ready.get(reported));
  if (!reported || !wanted) return null;
  const { row } = reported;
  const { key } = row;
  const sides = other ? alikeSides(reported, other.alike, words) : [];
  const title = other ? words.otherTitle({ key }) : words.registerTitle({ key });
  return {
    ...{ reported, group, route: toRouteName(registerListed), address: `${path}/register` },
    patientIds: sides.map(({ patient }) => patient.patientId),
    digest: digestOf([row, wanted.professionalId, sides.map(({ patient }) => patient)]),
    ...{ title, submit: words.registerConfirm },
    async readWarning(call) {
      const professional = await nameProfessional(service, settings, wanted.professionalId, call);
      const warning = words.registerWarning({ professional });
      return other ? `${words.otherWarning} ${warning}` : warning;
    },
    toFacts: () => factTable(row, sides, words.fact, words),
    async act(by, call) {
      const parts = { service, settings, audit, store };
      const registered = (await registerPatients(parts, [wanted], by, call)).get(row);
      if (!registered) return CHANGED;
      return { ended: REGISTER_ENDS[registered.outcome], code: registered.code, registered };
    },
    say: (end) => sayRegistered(end, key, words),
  };
}

/** Makes what a person decides of one row: each asks first, then does it if nothing has changed since. */
export function createDecisions(parts: DecisionParts) {
  const { look, showAfter, readOrigins, toLinkedBy, tellShown } = parts;

  /** Shows the list anew after a decision, and says how that ended. */
  function showEnd(
    after: Omit<Parameters<ShowAfter>[0], 'notice' | 'heading'>,
    end: End,
    question: Question | null,
  ): Promise<ProxyResponse> {
    const { words } = after.base;
    const isUnchanged = end.ended === 'changed' || end.ended === 'refused';
    const heading = isUnchanged ? words.preview : words.result.title;
    return showAfter({ ...after, heading, notice: question?.say(end) ?? words.wasChanged });
  }

  const createAsker =
    (ask: typeof askToLink) =>
    async (base: PageBase, list: UploadedList, form: FormData, call: Call): Promise<ProxyResponse> => {
      const seen = await look(list, call);
      const chosen = readText(form, 'choice');
      const question = ask(parts, base, seen, chosen);
      const after = { base, list, call, before: seen };
      if (!question) return showEnd({ ...after, show: '' }, CHANGED, null);
      const { reported, group, digest } = question;
      const from = Math.max(0, seen.byGroup.get(group)?.indexOf(reported) ?? 0);
      const confirmed = readText(form, 'facts');
      if (confirmed === '') {
        tellShown(call, seen, question.patientIds);
        const preview = {
          ...{ ...base, list, look: seen, shown: { group, from } },
          ...{ packed: await packList(list), certain: packLinks(seen.certain) },
          origins: await readOrigins(seen, [reported]),
        };
        const facts = question.toFacts(preview);
        const warning = await question.readWarning(call);
        return confirmPage(preview, { ...question, facts, warning, choice: chosen });
      }
      const isSame = confirmed === digest;
      const end = isSame ? await question.act(toLinkedBy(base, seen, call, question.route), call) : CHANGED;
      return showEnd({ ...after, show: `${group}:${from}` }, end, question);
    };

  return {
    /** `POST /links/decide`: links a doubtful row to the patient whom a person has decided for. */
    decide: createAsker(askToLink),
    /** `POST /links/remove`: removes the links that stand against a row. */
    remove: createAsker(askToRemove),
    /** `POST /links/register`: registers somebody who is missing, and links them. */
    register: createAsker(askToRegister),
  };
}
