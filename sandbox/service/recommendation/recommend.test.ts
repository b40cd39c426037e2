import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Recommendation, RecommendationHistory } from '../../../shared/client/contract/index.ts';
import { type Clinic, formId, openClinic } from '../clinic.fixture.ts';

let clinic: Clinic;
let P: string;
beforeEach(async () => {
  clinic = await openClinic({ now: '2026-03-01T09:00:00Z' });
  P = await clinic.professional();
});
afterEach(() => clinic.sandbox.close());

const recommend = (case_text: string) =>
  clinic.ok<Recommendation>('POST', `${P}/forms/recommend`, { case_text });
const history = (query = '') =>
  clinic.ok<RecommendationHistory>('GET', `${P}/forms/recommend/history${query}`);

describe('POST recommend', () => {
  it('suggests library instruments, and says that it is simulated and no judgment', async () => {
    const reply = await recommend('Low mood, sadness and guilt for two months');
    expect(reply).toMatchObject({ mode: 'library', audit_log_id: 1 });
    expect(reply.recommendation_text).toContain('Simulated');
    expect(reply.recommendation_text).toContain('does not replace clinical judgment');
    const [first] = reply.used_instruments ?? [];
    expect(first).toMatchObject({
      id: formId('PHQ-9'),
      shortTitle: 'PHQ-9',
      tags: ['Depression', 'Has a risk item'],
    });
    expect(reply.actions?.[0]).toEqual({
      label: 'Send PHQ-9',
      type: 'apply',
      payload: { formTemplateId: formId('PHQ-9') },
    });
    const read = await clinic.sandbox.fetch(new Request(first?.url ?? '', { headers: clinic.headers }));
    expect(await read.json()).toMatchObject({ id: formId('PHQ-9') });
  });

  it('says that risk is to be assessed directly where the case has words on it', async () => {
    expect((await recommend('Thoughts of suicide')).recommendation_text).toContain('assess risk directly');
  });

  it('speaks Portuguese', async () => {
    clinic.headers = { ...clinic.headers, 'Accept-Language': 'pt-BR' };
    const reply = await recommend('Tristeza e culpa');
    expect(reply.recommendation_text).toContain('Simulação');
    expect(reply.actions?.[0]?.label).toBe('Enviar PHQ-9');
  });

  it('refuses text that identifies a patient of the professional, names the field and not the patient', async () => {
    const patientId = await clinic.patient(P, 'Bia');
    const changes = { name: 'Bia', surname: 'Reis', cellphone: '1', birthday: '1990-04-12T00:00:00Z' };
    await clinic.ok('PUT', `${P}/patients/${patientId}`, changes);
    for (const case_text of [
      'Bia Reis is sad',
      'Sad, 12/04/1990',
      'sad, bia@home.example',
      'sad, 11 91234-5678',
    ]) {
      const reply = await clinic.refused('POST', `${P}/forms/recommend`, { case_text });
      expect(reply.code).toBe('400 VALIDATION_ERROR');
      expect(reply.message).toMatch(/^case_text: /);
      expect(reply.message).not.toMatch(/Bia|1990|91234/i);
    }
    expect((await history()).total).toBe(0);
    P = await clinic.professional('Bruno');
    await recommend('Bia Reis, a novel, moved her; she is sad');
  });

  it.each([
    [{}],
    [{ case_text: '' }],
    [{ case_text: '   ' }],
    [{ case_text: 7 }],
    [{ case_text: 'x'.repeat(10_001) }],
  ])('refuses %j with 400', async (body) => {
    const reply = await clinic.refused('POST', `${P}/forms/recommend`, body);
    expect(reply.code).toBe('400 VALIDATION_ERROR');
    expect(reply.message).toMatch(/^case_text: /);
  });
});

describe('the history', () => {
  beforeEach(async () => {
    for (let number = 1; number <= 12; number += 1) await recommend(`Case ${number}: worry`);
  });
  const cases = (page: RecommendationHistory) =>
    page.items.map(({ case_text }) => Number(/\d+/.exec(case_text ?? '')?.[0]));

  it('gives pages of 10, newest first, with the fields of the recommendation', async () => {
    const page = await history();
    expect(page).toMatchObject({ page: 1, page_size: 10, total: 12, total_pages: 2 });
    expect(cases(page)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(page.items[0]).toMatchObject({
      id: 12,
      case_text: 'Case 12: worry',
      mode: 'library',
      created_at: '2026-03-01T09:00:00.000Z',
    });
    expect(page.items[0]?.used_instruments?.[0]?.shortTitle).toBe('GAD-7');
    expect(page.items[0]).not.toHaveProperty('audit_log_id');
    expect(cases(await history('?page=2'))).toEqual([2, 1]);
    expect(cases(await history('?page=3&page_size=5'))).toEqual([2, 1]);
    expect(await history('?page=9')).toMatchObject({ items: [], page: 9, total: 12, total_pages: 2 });
  });

  it.each([
    '?page=0',
    '?page=-1',
    '?page=x',
    '?page=1.5',
    '?page_size=0',
    '?page_size=-3',
    '?page_size=ten',
    '?page=',
  ])('takes %s for the default', async (query) => {
    expect(await history(query)).toEqual(await history());
  });

  it('takes pages of any size', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect((await history(`?page_size=${most}`)).items).toHaveLength(12);
    expect((await history(`?page=${most}&page_size=${most}`)).items).toEqual([]);
  });

  it('searches case text and recommendation text, whatever the case of letters and the accents', async () => {
    await recommend('Insônia e TRISTEZA');
    expect(await history('?search=insonia')).toMatchObject({ total: 1, total_pages: 1 });
    expect(await history('?search=Tristeza')).toMatchObject({ total: 1 });
    expect(await history('?search=gad-7')).toMatchObject({ total: 12, total_pages: 2 });
    expect(await history('?search=case 1')).toMatchObject({ total: 4 });
    expect(await history('?search=%25')).toMatchObject({ items: [], total: 0, total_pages: 0 });
    expect(await history('?search=')).toMatchObject({ total: 13 });
  });

  it("is the professional's own", async () => {
    P = await clinic.professional('Bruno');
    expect(await history()).toEqual({ items: [], page: 1, page_size: 10, total: 0, total_pages: 0 });
  });
});
