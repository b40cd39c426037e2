import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROFESSIONAL } from '../fixtures/world.ts';
import { answerClinic, type ServicePatient } from '../mapping/clinic.fixture.ts';
import { ANA, threePatients } from '../mapping/link-list.fixture.ts';
import {
  ADMIN,
  buttonsOf,
  type LinksPageWorld,
  startLinksPage,
  strip,
  type Visitor,
} from './page.fixture.ts';

const LIST = [
  'key,name,surname,birthday,email,phone',
  'K8,Bia,Souza,1984-05-06,bia@home.example,+5511900001234',
  'K9,Cauã Prado,,2001-12-30,caua@home.example,+5511900005678',
].join('\n');
const linksPage = { administrators: [ADMIN], professionals: [PROFESSIONAL], register: true };

let world: LinksPageWorld;
let visitor: Visitor;
let patients: ServicePatient[];
beforeEach(async () => {
  patients = threePatients();
  world = await startLinksPage({}, { linksPage });
  world.service.answer = (request) => answerClinic(patients, request);
  visitor = world.visitor();
  expect((await visitor.signIn()).status).toBe(303);
});
afterEach(() => world.close());

const writes = () => world.service.requests.filter(({ method }) => method !== 'GET');
const made = () => patients.slice(3);
/** Answers one kind of request otherwise. */
function answer(method: string, status: number, body: object): void {
  const usual = world.service.answer;
  world.service.answer = (request) => (request.method === method ? { status, body } : usual(request));
}
const showMissing = async () =>
  visitor.press(await visitor.preview(LIST), '/links/preview', { show: 'missing:0' });
const ask = async () => visitor.press(await showMissing(), '/links/register', { choice: '2' });

describe('a row that is missing, where the clinic lets it be registered', () => {
  it('offers that to a row which states enough, and says of any other what it needs', async () => {
    const markup = await showMissing();
    expect(buttonsOf(markup, 'choice')).toEqual(['2']);
    expect(strip(markup)).toContain('needs a surname in its own column to be registered');
  });

  it('asks first, with the facts and the professional, and writes nothing until then', async () => {
    const question = strip(await ask());
    expect(question).toContain('Register K8 at the service?');
    expect(question).toContain('name Bia Souza birthday May 6, 1984 e-mail bia@home.example');
    expect(question).toContain(`a patient of the professional ${PROFESSIONAL}`);
    expect(writes()).toEqual([]);
  });

  it('names the professional as the service does, beside the UUID, if the record is theirs', async () => {
    const usual = world.service.answer;
    let record: object = { serviceId: PROFESSIONAL, name: 'Rita', surname: 'Alves <b>' };
    world.service.answer = (request) =>
      request.url.endsWith(PROFESSIONAL) ? { body: record } : usual(request);
    const said = 'a patient of the professional';
    expect(await ask()).toContain(`${said} Rita Alves &lt;b&gt; (${PROFESSIONAL}) at the service`);
    record = { serviceId: PROFESSIONAL, name: 'Rita', surname: null };
    expect(strip(await ask())).toContain(`${said} Rita (${PROFESSIONAL}) at the service`);
    record = { serviceId: ANA, name: 'Rita' };
    expect(strip(await ask())).toContain(`${said} ${PROFESSIONAL} at the service`);
  });

  it('is registered and linked by the answer, and the trail says by whom and from which page', async () => {
    const after = await visitor.press(await ask(), '/links/register');
    expect(strip(after)).toContain('Result Registered and linked K8.');
    expect(made()).toMatchObject([{ name: 'Bia', surname: 'Souza', birthday: '1984-05-06T00:00:00Z' }]);
    const { patients: linked, origins, trail } = await world.readStorage(['K8']);
    expect(linked).toEqual([made()[0]?.serviceId]);
    expect(origins).toMatchObject([{ by: 'admin-7', page: `${world.url}/links` }]);
    const done = trail.filter(({ ids, outcome }) => ids.patientId && outcome?.kind === 'done');
    expect(done.map(({ route, who }) => [route, who.sub])).toEqual([
      ['POST /professionals/{professionalId}/patients', 'admin-7'],
      ['POST /links/register', 'admin-7'],
      ['PUT /professionals/{professionalId}/patients/{patientId}', 'admin-7'],
    ]);
    expect(JSON.stringify([trail, world.lines])).not.toMatch(/Souza|K8|home\.example/);
  });

  it('is registered once if the form is sent twice', async () => {
    const question = await ask();
    const answers = await Promise.all([1, 2].map(() => visitor.press(question, '/links/register')));
    expect(answers.map(strip).filter((text) => text.includes('Registered and linked K8.'))).toHaveLength(1);
    expect(made()).toHaveLength(1);
  });

  it('is not registered if the service has them by then', async () => {
    const question = await ask();
    patients.push({
      serviceId: ANA.replace('a', 'e'),
      name: 'Bia',
      surname: 'Souza',
      birthday: '1984-05-06',
    });
    expect(strip(await visitor.press(question, '/links/register'))).toContain('Nothing was changed');
    expect(writes()).toEqual([]);
  });

  it('is neither registered nor linked if the service says that the e-mail is taken', async () => {
    answer('POST', 409, { code: 'PROFESSIONAL_EMAIL_ALREADY_EXIST', message: 'NAME-CANARY' });
    const after = strip(await visitor.press(await ask(), '/links/register'));
    expect(after).toContain('K8 was not registered (PROFESSIONAL_EMAIL_ALREADY_EXIST).');
    expect(after).toContain('Preview: nothing was changed');
    expect(after).not.toContain('CANARY');
    expect((await world.readStorage(['K8'])).patients).toEqual([null]);
  });

  it('is not linked to the record of somebody else that the service gives for it', async () => {
    answer('POST', 201, { serviceId: ANA, name: 'Rita', surname: 'Souza', email: 'bia@home.example' });
    const after = strip(await visitor.press(await ask(), '/links/register'));
    expect(after).toContain('The service gave a record for K8 that was not linked (IDENTIFIERS_DISAGREE).');
    expect(after).not.toContain('nothing was changed');
    expect((await world.readStorage(['K8'])).patients).toEqual([null]);
  });

  it('is said to have been there if the service had the same person, with another professional', async () => {
    const theirs = {
      name: 'Bia',
      surname: 'Souza',
      birthday: '1984-05-06T00:00:00Z',
      cellphone: '11900001234',
    };
    answer('POST', 200, { serviceId: ANA, ...theirs });
    const after = strip(await visitor.press(await ask(), '/links/register'));
    expect(after).toContain(
      'K8 was at the service already. It is now a patient of this professional too, and is linked. The service has not stored: e-mail.',
    );
    expect((await world.readStorage(['K8'])).patients).toEqual([ANA]);
  });

  it('is not said to be new where the service does not say so', async () => {
    answer('POST', 200, { serviceId: ANA, name: 'Bia', surname: 'Souza', cellphone: '11900001234' });
    const after = strip(await visitor.press(await ask(), '/links/register'));
    expect(after).toContain(
      'K8 is linked. The service does not say whether the record is new or was there already. The service has not stored: e-mail.',
    );
    expect((await world.readStorage(['K8'])).patients).toEqual([ANA]);
  });

  it('has an unknown outcome for as long as it is registered by somebody else', async () => {
    const usual = world.service.answer;
    answer('POST', 500, { code: 'INTERNAL', message: 'x' });
    await visitor.press(await ask(), '/links/register');
    world.service.answer = usual;
    const after = strip(await visitor.press(await ask(), '/links/register'));
    expect(after).toContain('It is not known whether K8 was registered and linked. Wait a minute');
    expect(after).not.toContain('nothing was changed');
  });

  it('has an unknown outcome if the answer is lost, which is said', async () => {
    answer('POST', 500, { code: 'INTERNAL', message: 'x' });
    const after = strip(await visitor.press(await ask(), '/links/register'));
    expect(after).toContain('It is not known whether K8 was registered and linked.');
    expect(after).not.toContain('nothing was changed');
  });

  it('is said to be linked without the birthday if the second write fails', async () => {
    answer('PUT', 500, { code: 'INTERNAL', message: 'x' });
    const after = strip(await visitor.press(await ask(), '/links/register'));
    expect(after).toContain(
      'Registered and linked K8. Whether birthday was stored is not known or was refused',
    );
    expect((await world.readStorage(['K8'])).patients).toEqual([made()[0]?.serviceId]);
  });

  it('is said to have been there, and not to be registered, if its birthday cannot be added', async () => {
    const theirs = { serviceId: ANA, name: 'Bia', surname: 'Souza', cellphone: '11900001234' };
    answer('POST', 201, { ...theirs, createdAt: '2020-01-01T00:00:00Z' });
    answer('PUT', 500, { code: 'INTERNAL', message: 'x' });
    const after = strip(await visitor.press(await ask(), '/links/register'));
    expect(after).toContain('K8 was at the service already.');
    expect(after).toContain('Whether birthday and e-mail was stored is not known or was refused');
    expect(after).not.toContain('Registered and linked');
  });

  it.each([
    ['pt-BR', 'Cadastrar K8 no serviço?', 'K8 foi cadastrado e vinculado.'],
    ['es', '¿Registrar K8 en el servicio?', 'K8: registrado y vinculado.'],
  ])('asks and says so in the language of the browser: %s', async (language, asked, said) => {
    visitor = world.visitor({ 'accept-language': language });
    await visitor.signIn();
    const question = await ask();
    expect(strip(question)).toContain(asked);
    expect(strip(await visitor.press(question, '/links/register'))).toContain(said);
  });
});

describe('a row that may be somebody else than those who are like it', () => {
  const TWINS = [
    'key,name,surname,birthday,email,phone',
    'K8,Lia,Prado,2012-05-06,prado@home.example,+5511900001234',
    'K9,Lis,Prado,2012-05-06,prado@home.example,+5511900001234',
  ].join('\n');
  const NAMESAKE = [
    'key,name,surname,birthday,email,phone',
    'K7,Rui,Costa,1980-01-02,rui.b@home.example,+5511900007777',
  ].join('\n');
  const RUI = 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee';
  const rui = (surname = 'Costa') =>
    patients.push({
      ...{ serviceId: RUI, name: 'Rui', surname, birthday: '1980-01-02T00:00:00Z' },
      ...{ email: 'rui.a@home.example', cellphone: '+5511900006666' },
    });
  const show = async (list: string, group: string) =>
    visitor.press(await visitor.preview(list), '/links/preview', { show: `${group}:0` });
  const asked = async (list: string, group: string, choice: string) =>
    visitor.press(await show(list, group), '/links/register', { choice });

  it('is offered to be registered, and the question shows both side by side', async () => {
    rui();
    const markup = await show(NAMESAKE, 'doubtful');
    expect(strip(markup)).toContain('different: e-mail and phone; the same: name and birthday');
    expect(strip(markup)).toContain('If it is one person, correct whichever is wrong');
    expect(buttonsOf(markup, 'choice')).toEqual(['2']);
    const question = strip(await asked(NAMESAKE, 'doubtful', '2'));
    expect(question).toContain('Register K7 as another person?');
    expect(question).toContain('rui.b@home.example rui.a@home.example');
    expect(question).toContain('Do this only if you know that they are two people');
    expect(writes()).toEqual([]);
  });

  it('is offered where its name is within that of a patient of the same birthday', async () => {
    rui('Costa Prado');
    expect(buttonsOf(await show(NAMESAKE, 'doubtful'), 'choice')).toEqual(['2']);
    const after = await visitor.press(await asked(NAMESAKE, 'doubtful', '2'), '/links/register');
    expect(strip(after)).toContain('Registered and linked K7.');
  });

  it('is registered and linked by the answer; the trail says who told them apart, and from whom', async () => {
    rui();
    const after = await visitor.press(await asked(NAMESAKE, 'doubtful', '2'), '/links/register');
    expect(strip(after)).toContain('Registered and linked K7.');
    const { patients: linked, trail } = await world.readStorage(['K7']);
    expect(linked).toEqual([patients.at(-1)?.serviceId]);
    expect(linked).not.toEqual([RUI]);
    const apart = trail.filter(({ ids }) => ids.apartFrom);
    expect(apart.map(({ who, ids }) => [who.sub, ids.apartFrom])).toEqual([
      ['admin-7', [RUI]],
      ['admin-7', [RUI]],
    ]);
  });

  it('is offered to twins of one list, the first and then the second', async () => {
    const markup = await show(TWINS, 'missing');
    expect(strip(markup)).toContain('line 3 may be the same person');
    expect(buttonsOf(markup, 'choice')).toEqual(['2', '3']);
    const first = await asked(TWINS, 'missing', '2');
    expect(strip(first)).toContain('Line 3 · K9');
    expect(strip(await visitor.press(first, '/links/register'))).toContain('Registered and linked K8.');
    const second = await asked(TWINS, 'doubtful', '3');
    expect(strip(await visitor.press(second, '/links/register'))).toContain('Registered and linked K9.');
    const { patients: linked, trail } = await world.readStorage(['K8', 'K9']);
    expect(linked).toEqual(patients.slice(-2).map(({ serviceId }) => serviceId));
    expect(trail.filter(({ ids }) => ids.apartFrom?.includes(linked[0] ?? ''))).not.toEqual([]);
  });

  it('is not registered if somebody else is like it by then', async () => {
    rui();
    const question = await asked(NAMESAKE, 'doubtful', '2');
    patients.push({
      serviceId: RUI.replace('e', 'f'),
      name: 'Rui',
      surname: 'Costa',
      birthday: '1980-01-02',
    });
    expect(strip(await visitor.press(question, '/links/register'))).toContain('Nothing was changed');
    expect(writes()).toEqual([]);
  });

  it('is not linked if the service gives the record of the one it was told apart from', async () => {
    rui();
    const question = await asked(NAMESAKE, 'doubtful', '2');
    answer('POST', 200, { serviceId: RUI, name: 'Rui', surname: 'Costa' });
    const after = strip(await visitor.press(question, '/links/register'));
    expect(after).toContain('The service gave a record for K7 that was not linked (PATIENT_NOT_NEW).');
    expect((await world.readStorage(['K7'])).patients).toEqual([null]);
  });

  it('is not offered to a row that needs more, or whose number is linked elsewhere', async () => {
    rui();
    const lacking = NAMESAKE.replace('Rui,Costa', 'Rui Costa,');
    const markup = await show(lacking, 'doubtful');
    expect(buttonsOf(markup, 'choice')).toEqual([]);
    expect(strip(markup)).toContain('needs a surname in its own column to be registered');
    await world.link('K7', ANA);
    expect(buttonsOf(await show(NAMESAKE, 'doubtful'), 'choice')).toEqual([]);
  });

  it.each([
    ['pt-BR', 'Outra pessoa: cadastrar', 'Cadastrar K7 como outra pessoa?'],
    ['es', 'Otra persona: registrar', '¿Registrar K7 como otra persona?'],
  ])('is offered in the language of the browser: %s', async (language, button, title) => {
    rui();
    visitor = world.visitor({ 'accept-language': language });
    await visitor.signIn();
    expect(strip(await show(NAMESAKE, 'doubtful'))).toContain(button);
    expect(strip(await asked(NAMESAKE, 'doubtful', '2'))).toContain(title);
  });
});

it('without the option nobody can be registered, whatever a form says', async () => {
  const question = await ask();
  await world.restart({ linksPage: { ...linksPage, register: false } });
  const markup = await showMissing();
  expect(buttonsOf(markup, 'choice')).toEqual([]);
  expect(strip(markup)).not.toContain('to be registered');
  expect(await visitor.press(question, '/links/register')).toContain('NOT_FOUND');
  expect(writes()).toEqual([]);
});
