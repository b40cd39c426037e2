import fc from 'fast-check';
import {
  getPatient,
  listLibrary,
  listPatientApplications,
} from '../../shared/client/contract/endpoints/index.ts';
import { ContractError } from '../../shared/client/errors.ts';
import { readAnswer } from '../../shared/client/read.ts';
import { FORM, inMarkup, MARKUP, mutated, PATIENT } from '../../shared/score/fuzz.fixture.ts';
import { times } from '../soak/scale.ts';
import { expect, test } from './apply-fixture.ts';
import { expectQuiet, NONSENSE, onTheWire, thrownBy } from './fuzz-cases.ts';
import { PROFESSIONAL } from './panel-data.ts';

/** Everything that a form asks the service for, as a sound service answers it. */
const SOUND = {
  patient: { serviceId: PATIENT, name: 'Ana', surname: 'Lima', birthday: '1990-03-04T00:00:00Z' },
  library: [
    {
      id: FORM,
      title: 'Patient Health Questionnaire-9',
      shortTitle: 'PHQ-9',
      tags: [{ id: 1, name: 'Mood' }],
    },
    {
      id: FORM.replace(/1$/, '2'),
      title: 'Generalized Anxiety Disorder, 7 items',
      shortTitle: 'GAD-7',
      description: 'Seven items.',
      tags: [{ id: 2, name: 'Anxiety' }],
    },
  ],
  applications: [
    {
      id: 7,
      patientId: PATIENT,
      authorId: PROFESSIONAL,
      formTemplateId: FORM,
      recurrenceCycle: 'WEEKLY',
      status: 'IN_PROGRESS',
      startedAt: '2026-03-03T11:00:00Z',
      nextAnswerAt: '2026-11-24T11:00:00Z',
      createdAt: '2026-03-03T11:00:00Z',
    },
  ],
  made: {
    id: 8,
    patientId: PATIENT,
    authorId: PROFESSIONAL,
    formTemplateId: FORM,
    recurrenceCycle: 'NOW',
    status: 'CREATED',
    startedAt: '2026-11-21T11:00:00Z',
    nextAnswerAt: '2026-11-21T11:00:00Z',
    urlToAnswer: 'https://answer.example/answer/token-8',
    createdAt: '2026-11-21T11:00:00Z',
  },
};
type What = keyof typeof SOUND;

/** What the form showed at one step. */
interface Seen {
  readonly status: string;
  readonly text: string;
  readonly options: number;
  /** Names of elements that no face of ours has, and addresses of links that lead nowhere on the web. */
  readonly foreign: readonly string[];
}

/** A lost answer is looked up after seconds: here after tenths. */
const HASTE = `const later = setTimeout;
globalThis.setTimeout = (run, wait, ...rest) => later(run, wait < 8_000 ? wait / 10 : wait, ...rest);`;

/** Goes from the first sight as far as the form lets one go, and tells what it showed on the way. */
const WALK = `globalThis.walk = async () => {
  const form = document.querySelector('instrument-apply');
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const settled = async () => {
    const end = performance.now() + 20_000;
    do await frames();
    while (['loading', 'reviewing', 'applying'].includes(form.status) && performance.now() < end);
  };
  const all = () => [...form.shadowRoot.querySelectorAll('*')];
  const look = () => ({
    status: form.status,
    options: form.shadowRoot.querySelectorAll('[role=option]').length,
    text: all().map((one) => [one.title || '', one.ariaLabel || '', ...[...one.childNodes]
      .filter((node) => node.nodeType === 3).map((node) => node.data)].join(' ')).join(' '),
    foreign: all().filter((one) => ['img', 'script', 'style', 'iframe', 'object', 'link'].includes(one.localName)
      || (one.href && !/^https?:/.test(one.href.baseVal ?? one.href))).map((one) => one.outerHTML),
  });
  // Its own token, without which it would begin once more.
  while (!form.fetchToken) await frames();
  form.remove();
  await frames();
  document.querySelector('main').append(form);
  await settled();
  const seen = [look()];
  if (form.status !== 'choosing' || !seen[0].options) return seen;
  (form.shadowRoot.getElementById('option-${FORM}') ?? form.shadowRoot.querySelector('[role=option]')).click();
  await frames();
  [...form.shadowRoot.querySelectorAll('button')].find(({ textContent }) => textContent === 'Continue').click();
  await settled();
  seen.push(look());
  if (form.status !== 'confirming') return seen;
  for (const box of form.shadowRoot.querySelectorAll('[part~=confirm] input')) box.click();
  await frames();
  form.shadowRoot.querySelector('[part~=confirm] .primary').click();
  await settled();
  seen.push(look());
  return seen;
};`;

/** How many instruments are found; null where something is refused as a whole, or is another patient's. */
function foundOf(answer: Readonly<Record<What, unknown>>) {
  try {
    const patient = readAnswer(getPatient.response, answer.patient).data;
    if (patient.serviceId.toLowerCase() !== PATIENT) return null;
    const used = readAnswer(listPatientApplications.response, answer.applications).data;
    if (used.some(({ patientId }) => patientId.toLowerCase() !== PATIENT)) return null;
    const { data, lostRows } = readAnswer(listLibrary.response, answer.library);
    const lost = lostRows.filter(({ path }) => /^\[\d+\]$/.test(path));
    return { count: new Set(data.map(({ id }) => id.toLowerCase())).size, unreadable: lost.length };
  } catch (error) {
    if (error instanceof ContractError) return null;
    throw error;
  }
}

test('a form shows whatever the service answers right, or says what is wrong; nothing throws, nothing runs, nothing is sent twice', async ({
  page,
  forms,
}) => {
  test.setTimeout(times(240_000, 900_000));
  const thrown = thrownBy(page);
  let given: Readonly<Record<What, unknown>> = SOUND;
  let writes = 0;
  await forms.open('', PATIENT);
  await page.route('**/third-party/api/v1/**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const isWrite = route.request().method() === 'POST';
    if (isWrite) writes++;
    const what: What = isWrite
      ? 'made'
      : pathname.endsWith('/applications')
        ? 'applications'
        : pathname.endsWith('/library')
          ? 'library'
          : 'patient';
    const all = given[what] ?? null;
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name)));
    const isPaged = what === 'applications' && Array.isArray(all) && limit;
    const body = onTheWire(isPaged ? all.slice(offset, (offset ?? 0) + limit) : all);
    await route.fulfill({ status: isWrite ? 201 : 200, contentType: 'application/json', body });
  });
  await page.evaluate(`(() => { ${HASTE}\n${WALK} })()`);
  const seed = Number(process.env.FUZZ_SEED ?? 20261121);
  const one = (part: What) =>
    fc
      .sample(mutated(SOUND[part]), { numRuns: times(3, 24), seed })
      .map((value) => ({ ...SOUND, [part]: value }));
  const answers = [
    SOUND,
    ...MARKUP.slice(0, times(2, MARKUP.length)).map((markup) => inMarkup(SOUND, markup)),
    ...MARKUP.slice(0, times(1, MARKUP.length)).map((markup) => ({
      ...SOUND,
      made: { ...SOUND.made, urlToAnswer: markup },
    })),
    { ...SOUND, made: { ...SOUND.made, urlToAnswer: 'javascript:globalThis.executed=5' } },
    ...(['patient', 'library', 'applications', 'made'] as const).flatMap(one),
  ];
  const ends = new Set<string>();
  for (const answer of answers) {
    given = answer;
    writes = 0;
    const seen: readonly Seen[] = await page.evaluate('walk()');
    const about = onTheWire(answer).slice(0, 3_000);
    for (const { text, foreign } of seen) {
      expect(text, about).not.toMatch(NONSENSE);
      expect(text, about).not.toContain('Invalid Date');
      expect(foreign, about).toEqual([]);
    }
    const found = foundOf(JSON.parse(onTheWire(answer)));
    expect(seen[0]?.status, about).toBe(found ? 'choosing' : 'error');
    expect(seen[0]?.options, about).toBe(found?.count ?? 0);
    if (!found) expect(seen[0]?.text, about).toMatch(/could not be read|another patient/);
    else if (found.unreadable > 0) expect(seen[0]?.text, about).toContain('could not be read');
    const { status, text } = seen.at(-1) ?? { status: '', text: '' };
    ends.add(status);
    if (answer === SOUND) expect(status).toBe('applied');
    expect(['choosing', 'confirming', 'applied', 'unknown', 'error'], about).toContain(status);
    // Sent once, whatever came back; and never called applied where nothing was sent.
    expect(writes, about).toBe(seen.length === 3 ? 1 : 0);
    if (status === 'unknown') expect(text, about).toContain('could not confirm whether it was sent');
  }
  expect([...ends]).toEqual(expect.arrayContaining(['choosing', 'applied', 'error']));
  await expectQuiet(page, thrown);
});
