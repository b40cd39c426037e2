import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROFESSIONAL } from '../fixtures/world.ts';
import {
  ANA,
  ANAS,
  EVA,
  EVAS,
  HEAD,
  listOf,
  RUI,
  RUIS,
  threePatients,
} from '../mapping/link-list.fixture.ts';
import {
  ADMIN,
  buttonsOf,
  type LinksPageWorld,
  startLinksPage,
  strip,
  type Visitor,
} from './page.fixture.ts';

const OTHER = '99999999-9999-4999-8999-999999999999';

let world: LinksPageWorld;
let visitor: Visitor;
beforeEach(async () => {
  world = await startLinksPage({ [PROFESSIONAL]: threePatients() });
  visitor = world.visitor();
  expect((await visitor.signIn()).status).toBe(303);
});
afterEach(() => world.close());

const countsOf = (markup: string): string[] =>
  [...markup.matchAll(/<button name="show" value="\w+:0"[^>]*>([^<]*: \d[\d,.]*)</g)].map(
    ([, text]) => text ?? '',
  );
const linkRows = (trail: Awaited<ReturnType<LinksPageWorld['readStorage']>>['trail']) =>
  trail.filter(({ route }) => /^POST \/links\/(write|decide|remove)$/.test(route));
const outcomes = (rows: ReturnType<typeof linkRows>) =>
  rows.filter(({ ids, outcome }) => ids.link && outcome);

describe('a preview', () => {
  it('says how many rows are certain, doubtful and missing, and which are refused and why', async () => {
    const markup = await visitor.preview(
      listOf(ANAS, EVAS, RUIS, 'K4,Bia Nunes,1999-09-09,bia@home.example,', 'K5,Leo Paz,31/31/1999,,'),
    );
    expect(countsOf(markup)).toEqual([
      'Certain: 2',
      'Doubtful: 1',
      'Linked to another record: 0',
      'Missing: 1',
      'Refused: 1',
      'Linked: 0',
    ]);
    expect(strip(markup)).toContain('5 rows compared with 3 patients of 1 professional.');
    const refused = await visitor.press(markup, '/links/preview', { show: 'unreadable:0' });
    expect(strip(refused)).toMatch(/6 K5 Leo Paz birthday must be a day such as 1990-02-28/);
    const missing = await visitor.press(refused, '/links/preview', { show: 'missing:0' });
    expect(strip(missing)).toContain('5 K4 Bia Nunes · Sep 9, 1999 · bia@home.example');
  });

  it('writes nothing but who looked, at which list, and whose data they saw', async () => {
    await visitor.preview(listOf(ANAS, EVAS));
    const { patients, trail } = await world.readStorage(['K1', 'K2']);
    expect(patients).toEqual([null, null]);
    expect(trail.map(({ route, who, ids }) => [route, who.sub, ids.patientIds])).toEqual([
      ['POST /links/sign-in', 'admin-7', undefined],
      ['POST /links/preview', 'admin-7', [ANA, EVA]],
    ]);
  });

  it('takes a pasted list, and other ways to write one, as the command does', async () => {
    const pasted = listOf(ANAS, EVAS).replaceAll(',', '\t').replace('LIMA\t ', 'LIMA, ');
    const token = (await (await visitor.get()).text()).match(/name="token" value="(\w+)"/)?.[1] ?? '';
    const answer = await visitor.post('/links/preview', { token, pasted });
    expect(countsOf(await answer.text())[0]).toBe('Certain: 2');
    const old = Buffer.from(listOf(ANAS.replace('1990-01-02', '02/01/1990')), 'latin1');
    const markup = await visitor.preview(old, { encoding: 'windows-1252', dates: 'dmy' });
    expect(countsOf(markup)[0]).toBe('Certain: 1');
    // Which every later form of the page repeats.
    expect(countsOf(await visitor.press(markup, '/links/preview'))[0]).toBe('Certain: 1');
  });

  it.each([
    ['en', 'Nothing was linked. Line 1: there is no column "brithday". Did you mean birthday?'],
    ['pt-BR', 'Nada foi vinculado. Linha 1: não existe a coluna "brithday". Você quis dizer birthday?'],
    ['es', 'No se vinculó nada. Línea 1: no existe la columna "brithday". ¿Quiso decir birthday?'],
  ])(
    'of a file with the wrong columns links nothing, and says what and why: %s',
    async (language, sentence) => {
      const reader = world.visitor({ 'accept-language': language });
      await reader.signIn();
      const before = world.service.requests.length;
      const markup = await reader.preview(listOf(ANAS).replace('birthday', 'brithday'));
      expect(strip(markup)).toContain(sentence);
      expect(world.service.requests.length).toBe(before);
    },
  );

  it.each([
    ['nothing', '', 'Choose a file or paste a list.'],
    ['blanks', ' \n', 'Nothing was linked. The file is empty.'],
    [
      'an image',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]),
      'Nothing was linked. Line 1: this is not utf-8.',
    ],
    [
      'a file without a contact',
      'key,name,birthday\nK,Ana,1990-01-02',
      'the column email or phone is missing',
    ],
    ['a row that is cut', listOf(ANAS, 'K2,Eva'), 'Line 3: it has 2 cells, and line 1 names 5 columns.'],
  ])('of %s says what is wrong', async (_, text, sentence) => {
    const token = (await (await visitor.get()).text()).match(/name="token" value="(\w+)"/)?.[1] ?? '';
    const file = new Blob([typeof text === 'string' ? text : new Uint8Array(text)]);
    const answer = await visitor.post('/links/preview', text === '' ? { token } : { token, file });
    expect(answer.status).toBe(422);
    expect(strip(await answer.text())).toContain(sentence);
  });

  it.each([403, 404, 429, 500, 503])(
    'says that the patients cannot be read where the service answers %i, and that nothing was linked',
    async (status) => {
      world.service.answer = () => ({ status, body: { code: 'DOWN', message: 'NAME-CANARY' } });
      const text = strip(await visitor.preview(listOf(ANAS)));
      expect(text).toMatch(/Not done The patients cannot be read now \([A-Z_]+\)\. Nothing was linked\./);
      expect(text).not.toContain('CANARY');
    },
  );
});

describe('what is certain', () => {
  it('is linked, and each link says when, by whom and from which page', async () => {
    const markup = await visitor.preview(listOf(ANAS, EVAS, RUIS));
    expect(markup).toContain('Link 2 certain matches');
    const after = await visitor.press(markup, '/links/write');
    expect(strip(after)).toContain('Linked 2 Already linked 0 Needs review 1');
    const { patients, origins, trail } = await world.readStorage(['K1', 'K2', 'K3']);
    expect(patients).toEqual([ANA, EVA, null]);
    expect(origins[0]).toEqual({ at: expect.any(String), by: 'admin-7', page: `${world.url}/links` });
    const rows = linkRows(trail).filter(({ ids }) => ids.link);
    expect(rows).toHaveLength(4);
    for (const row of rows)
      expect(row).toMatchObject({ route: 'POST /links/write', who: { sub: 'admin-7' }, from: '127.0.0.1' });
    expect(new Set(rows.map(({ jti }) => jti)).size).toBe(1);
    expect(
      outcomes(rows)
        .map(({ ids, agreed }) => [ids.patientId, ids.page, agreed])
        .sort(),
    ).toEqual([
      [ANA, `${world.url}/links`, ['name', 'birthday', 'email']],
      [EVA, `${world.url}/links`, ['name', 'birthday', 'phone']],
    ]);
    expect(JSON.stringify([trail, world.lines])).not.toMatch(/Lima|Reis|K1|home\.example|SECRET-CANARY/);
  });

  it('is linked once, however often the button is pressed', async () => {
    const markup = await visitor.preview(listOf(ANAS, EVAS));
    await visitor.press(markup, '/links/write');
    expect(strip(await visitor.press(markup, '/links/write'))).toContain('Linked 0 Already linked 2');
    expect(outcomes(linkRows((await world.readStorage()).trail))).toHaveLength(2);
  });

  it('is not linked if it is no longer certain, nor if it has become certain after the page was shown', async () => {
    const list = listOf(ANAS, EVAS);
    const [ana, eva, rui] = threePatients();
    if (!ana || !eva || !rui) throw new Error('three patients');
    world.lists[PROFESSIONAL] = [ana, { ...eva, birthday: '1985-07-06T00:00:00Z' }, rui];
    const markup = await visitor.preview(list);
    expect(markup).toContain('Link 1 certain match');
    world.lists[PROFESSIONAL] = [{ ...ana, email: 'other@home.example' }, eva, rui];
    const after = strip(await visitor.press(markup, '/links/write'));
    expect(after).toContain('Linked 0');
    expect(after).toContain('1 is no longer certain, so not linked.');
    expect(after).toContain(
      '1 has become certain since the preview, and was not linked. Preview again before you link.',
    );
    expect((await world.readStorage(['K1', 'K2'])).patients).toEqual([null, null]);
  });

  it('is said to have an unknown outcome if the storage fails on the way, and a new preview says which are linked', async () => {
    const markup = await visitor.preview(listOf(ANAS, EVAS));
    world.sql(
      "CREATE TRIGGER full BEFORE INSERT ON mapping_link WHEN (SELECT count(*) FROM mapping_link) > 0 BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    const after = strip(await visitor.press(markup, '/links/write'));
    expect(after).toMatch(/Linked 1 Already linked 0 Needs review 0 Outcome unknown 1/);
    expect(after).toContain('These may have been linked: the response was lost.');
    const kinds = outcomes(linkRows((await world.readStorage()).trail)).map(({ outcome }) => outcome?.kind);
    expect(kinds.toSorted()).toEqual(['done', 'unknown']);
    world.sql('DROP TRIGGER full');
    const again = await visitor.press(markup, '/links/preview');
    expect(countsOf(again)).toContain('Certain: 1');
    expect(countsOf(again)).toContain('Linked: 1');
  });

  it('is linked by the form of a proxy that was ended since, since the form carries the list', async () => {
    const markup = await visitor.preview(listOf(ANAS));
    await world.restart();
    expect(strip(await visitor.press(markup, '/links/write'))).toContain('Linked 1');
    expect((await world.readStorage(['K1'])).patients).toEqual([ANA]);
  });

  it('is linked once if two people link the same list at once', async () => {
    const other = world.visitor();
    await other.signIn({ name: 'admin-8', secret: 'OTHER-SECRET-CANARY-987654321' });
    const list = listOf(ANAS, EVAS, RUIS.replace(',,', ',rui@home.example,'));
    const pages = await Promise.all([visitor.preview(list), other.preview(list)]);
    const after = await Promise.all([
      visitor.press(pages[0], '/links/write'),
      other.press(pages[1], '/links/write'),
    ]);
    const linked = after.map((markup) => Number(/Linked (\d+) Already/.exec(strip(markup))?.[1]));
    expect(linked.toSorted()).toEqual([0, 3]);
    expect((await world.readStorage(['K1', 'K2', 'K3'])).patients).toEqual([ANA, EVA, RUI]);
  });
});

describe('the report', () => {
  it('is a file for a spreadsheet with the facts of both sides, and the trail says whose', async () => {
    const markup = await visitor.preview(listOf(ANAS, RUIS, '=cmd(),Bia Nunes,1999-09-09,,'));
    const { token = '', list = '' } = Object.fromEntries(
      [...markup.matchAll(/name="(token|list)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const answer = await visitor.post('/links/report', { token, list, dates: '', encoding: '', certain: '' });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="links-report.csv"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [head, ana, rui, bia] = (await answer.text()).split('\r\n');
    expect(head).toMatch(/^\uFEFF?line,group,reason,system,key,name/);
    expect(ana).toContain(`${ANA},Ana Lima,1990-01-02T00:00:00Z,ana@home.example`);
    expect(rui).toMatch(/^3,doubtful,not stated on both sides: e-mail or phone,,K3,Rui Melo/);
    expect(bia).toContain("'=cmd()");
    const row = (await world.readStorage()).trail.find(({ route }) => route === 'POST /links/report');
    expect(row?.ids.patientIds).toEqual([ANA, RUI]);
  });
});

describe('a doubtful row', () => {
  it('shows both sides and what disagrees, and is linked by a person one at a time, after a question', async () => {
    const markup = await visitor.preview(listOf(ANAS.replace('1990', '1991'), RUIS, EVAS));
    const doubtful = await visitor.press(markup, '/links/preview', { show: 'doubtful:0' });
    const text = strip(doubtful);
    expect(text).toContain('Line 2 · K1 different: birthday; the same: name and e-mail');
    expect(text).toContain('birthday Jan 2, 1991 Jan 2, 1990 different');
    // With a fact that disagrees each use of the link would be refused.
    expect(buttonsOf(doubtful, 'choice')).toEqual([`3:${RUI}`]);
    const question = await visitor.press(doubtful, '/links/decide', { choice: `3:${RUI}` });
    expect(strip(question)).toContain('Link K3 to this patient?');
    expect((await world.readStorage(['K3'])).patients).toEqual([null]);
    const after = await visitor.press(question, '/links/decide');
    expect(strip(after)).toContain('Linked K3.');
    const { patients, trail } = await world.readStorage(['K1', 'K2', 'K3']);
    expect(patients).toEqual([null, null, RUI]);
    expect(outcomes(linkRows(trail))).toMatchObject([
      {
        route: 'POST /links/decide',
        who: { sub: 'admin-7' },
        ids: { patientId: RUI },
        agreed: ['name', 'birthday'],
      },
    ]);
  });

  it('is said to be linked, also if the patients cannot be read once more after it', async () => {
    const markup = await visitor.preview(listOf(RUIS));
    const before = world.service.requests.length;
    const question = await visitor.press(markup, '/links/decide', { choice: `2:${RUI}` });
    const calls = world.service.requests.length - before;
    const { answer } = world.service;
    let left = calls;
    world.service.answer = (request) => (left-- > 0 ? answer(request) : { status: 500 });
    const after = strip(await visitor.press(question, '/links/decide'));
    expect(after).toContain('Linked K3.');
    expect(after).not.toContain('Nothing was');
    expect((await world.readStorage(['K3'])).patients).toEqual([RUI]);
  });

  it('is said to have an unknown outcome if the storage fails, and nowhere that nothing is linked', async () => {
    const markup = await visitor.preview(listOf(RUIS));
    const question = await visitor.press(markup, '/links/decide', { choice: `2:${RUI}` });
    world.sql("CREATE TRIGGER full BEFORE INSERT ON mapping_link BEGIN SELECT RAISE(ABORT, 'full'); END");
    const after = strip(await visitor.press(question, '/links/decide'));
    expect(after).toContain('It is not known whether K3 was changed.');
    expect(after).not.toMatch(/[Nn]othing (?:is|was) (?:linked|changed)/);
  });

  it('is not linked to a patient with a fact that disagrees, whatever the form says', async () => {
    const markup = await visitor.preview(listOf(ANAS.replace('1990', '1991')));
    const after = await visitor.press(markup, '/links/decide', { choice: `2:${ANA}`, facts: 'x' });
    expect(strip(after)).toContain('Nothing was changed: the facts or the links are not the same any more.');
    expect((await world.readStorage(['K1'])).patients).toEqual([null]);
  });

  it('is not linked if a fact that the question showed has changed since', async () => {
    const markup = await visitor.preview(listOf(RUIS));
    const question = await visitor.press(markup, '/links/decide', { choice: `2:${RUI}` });
    world.lists[PROFESSIONAL] = threePatients().map((one) =>
      one.serviceId === RUI ? { ...one, email: 'new@home.example' } : one,
    );
    expect(strip(await visitor.press(question, '/links/decide'))).toContain('Nothing was changed');
    expect((await world.readStorage(['K3'])).patients).toEqual([null]);
  });
});

describe('a row that is linked to another record', () => {
  it('says when, by whom and from which page, and how to mend it: the link is removed after a question', async () => {
    await world.link('K1', EVA);
    const markup = await visitor.preview(listOf(ANAS));
    expect(countsOf(markup)).toContain('Linked to another record: 1');
    const text = strip(markup);
    expect(text).toContain('the record number is linked to another patient');
    expect(text).toContain('Linked to');
    expect(text).toContain('name LIMA, Ána Eva Reis');
    expect(text).toMatch(/Linked Nov 18, 2026, 12:00 PM UTC by ana from chart of the clinic/);
    const question = await visitor.press(markup, '/links/remove', { choice: '2' });
    expect(strip(question)).toContain('Remove the link of K1?');
    expect((await world.readStorage(['K1'])).patients).toEqual([EVA]);
    const after = await visitor.press(question, '/links/remove');
    expect(strip(after)).toContain('Removed the link of K1.');
    expect(countsOf(after)[0]).toBe('Certain: 1');
    const { patients, trail } = await world.readStorage(['K1']);
    expect(patients).toEqual([null]);
    expect(outcomes(linkRows(trail))).toMatchObject([
      {
        route: 'POST /links/remove',
        who: { sub: 'admin-7' },
        ids: { patientId: EVA },
        outcome: { kind: 'done' },
      },
    ]);
  });

  it('says if only some of its links were removed', async () => {
    await world.restart({ linksPage: { administrators: [ADMIN], professionals: [PROFESSIONAL, OTHER] } });
    world.lists[OTHER] = threePatients();
    await world.link('K1', EVA);
    await world.link('K1', RUI, OTHER);
    const markup = await visitor.preview(listOf(ANAS));
    const question = await visitor.press(markup, '/links/remove', { choice: '2' });
    // Somebody removes the other link meanwhile.
    world.sql('CREATE TRIGGER both AFTER DELETE ON mapping_link BEGIN DELETE FROM mapping_link; END');
    const after = strip(await visitor.press(question, '/links/remove'));
    expect(after).toContain('Only part of the change to K1 was made (NOT_LINKED).');
    expect(after).not.toContain('was not changed');
  });

  it('names the patient’s other number if it is in the list, and else as the trail does', async () => {
    await world.link('K9', ANA);
    const other = strip(await visitor.preview(listOf(ANAS)));
    expect(other).toMatch(
      /The patient’s other record number is not in this list\. The audit trail names it [0-9a-f]{16}\./,
    );
    await world.link('K8', EVA);
    const markup = await visitor.preview(listOf(EVAS, 'K8,Somebody Else,1950-01-01,,'));
    const elsewhere = strip(await visitor.press(markup, '/links/preview', { show: 'elsewhere:0' }));
    expect(elsewhere).toContain('The patient’s other record number is K8 (line 3).');
  });

  it('keeps its link if that was changed after the question', async () => {
    await world.link('K1', EVA);
    const markup = await visitor.preview(listOf(ANAS));
    const question = await visitor.press(markup, '/links/remove', { choice: '2' });
    world.sql(`UPDATE mapping_link SET patient = '${RUI}'`);
    expect(strip(await visitor.press(question, '/links/remove'))).toContain('Nothing was changed');
    expect((await world.readStorage(['K1'])).patients).toEqual([RUI]);
  });
});

it('names the list in the trail by its hash, in every row that is about it', async () => {
  const markup = await visitor.preview(listOf(ANAS, RUIS));
  await visitor.press(markup, '/links/write');
  const { trail } = await world.readStorage();
  const [signIn, ...rows] = trail;
  expect(new Set(rows.map(({ jti }) => jti)).size).toBe(1);
  expect(rows[0]?.jti).not.toBe(signIn?.jti);
  expect(rows[0]?.jti).toMatch(/^[0-9a-f]{16}$/);
});

it('shows long groups in parts, and of the doubtful twenty at a time', async () => {
  const rows = Array.from({ length: 45 }, (_, at) => `M${at},Rui Melo,1970-03-04,,`);
  const markup = await visitor.preview(listOf(...rows));
  expect(strip(markup)).toContain('1–20 of 45');
  const next = await visitor.press(markup, '/links/preview', { show: 'doubtful:20' });
  expect(strip(next)).toContain('21–40 of 45');
  expect(buttonsOf(next, 'show')).toContain('doubtful:0');
  expect(buttonsOf(next, 'show')).toContain('doubtful:40');
  expect(strip(await visitor.press(next, '/links/preview', { show: 'doubtful:999' }))).toContain(
    '41–45 of 45',
  );
});

it('shows the page in the language of the browser, and escapes what the list holds', async () => {
  const reader = world.visitor({ 'accept-language': 'pt-BR' });
  await reader.signIn();
  const markup = await reader.preview(`${HEAD}\n<b>K</b>,<script>x</script>,1990-01-02,,`);
  expect(markup).toContain('<html lang="pt-BR">');
  const missing = await reader.press(markup, '/links/preview', { show: 'missing:0' });
  expect(missing).toContain('&lt;script&gt;x&lt;/script&gt;');
  expect(missing).not.toContain('<script>');
  expect((await reader.get('/links')).headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; /,
  );
});
