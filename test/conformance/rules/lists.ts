import { expect } from 'vitest';
import { answer, applicationOf, apply, instrument, patientOf, practice, sheet } from '../clinic.ts';
import type { Rules } from '../rule.ts';
import { listOf } from '../shape.ts';
import { Application, Submission } from '../wire.ts';
import type { World } from '../world.ts';

const DAY = 86_400_000;

/** Two patients with applications of two instruments: at once, weekly, monthly from later on, and a finished one. */
async function fill({ ask, control }: World) {
  const { P } = await practice(ask);
  const [one, two] = [await patientOf(ask, P), await patientOf(ask, P)];
  const [form, another] = [await instrument(ask, 'PHQ-2'), await instrument(ask, 'GAD-7')];
  const now = (await control.now()).getTime();
  const after = (days: number) => new Date(now + days * DAY).toISOString();
  const add = async (patientId: string, formId: string, recurrenceCycle: string, startedAt: string) => {
    const made = await apply(ask, P, formId, { patientId, recurrenceCycle, startedAt });
    await control.advance('PT1M');
    return made;
  };
  const soon = await add(one.serviceId, form.id, 'NOW', after(0));
  const weekly = await add(one.serviceId, form.id, 'WEEKLY', after(3));
  const monthly = await add(one.serviceId, form.id, 'MONTHLY', after(2));
  const finished = await add(one.serviceId, form.id, 'NOW', after(1));
  await ask.post(`${P}/forms/applications/${finished.id}/finish`);
  const elsewhere = await add(one.serviceId, another.id, 'NOW', after(0));
  const others = await add(two.serviceId, form.id, 'NOW', after(0));
  await answer(soon.urlToAnswer, sheet(form, [1, 1]));
  const of = `${P}/patients/${one.serviceId}/forms/${form.id}/applications`;
  return { P, one, form, soon, weekly, monthly, finished, elsewhere, others, of };
}

type Filled = Awaited<ReturnType<typeof fill>>;
const LISTS: Record<string, (world: Filled) => [string, 'applications' | 'submissions']> = {
  'of the professional': ({ P }) => [`${P}/forms/applications`, 'applications'],
  'of a patient': ({ P, one }) => [`${P}/patients/${one.serviceId}/forms/applications`, 'applications'],
  'of a patient for an instrument': ({ of }) => [of, 'applications'],
  'of submissions of the professional': ({ P }) => [`${P}/forms/submissions`, 'submissions'],
  'of submissions of a patient': ({ P, one }) => [
    `${P}/patients/${one.serviceId}/forms/submissions`,
    'submissions',
  ],
};

/** The five paged lists: filters, order, `limit` and `offset` ("Limits"). */
export const lists: Rules = (rule) => {
  const idsOf = async (world: World, at: string, query?: Record<string, string | number>) => {
    const shape = at.endsWith('/submissions') ? Submission : Application;
    return (await world.ask.get(at, query)).gives(listOf<{ id: number }>(shape), 200).map(({ id }) => id);
  };

  rule('shows in each list of applications those that it is about', async (world) => {
    const filled = await fill(world);
    const { P, one, of, soon, weekly, monthly, finished, elsewhere, others } = filled;
    const ofForm = [finished, monthly, weekly, soon].map(({ id }) => id);
    expect(await idsOf(world, of)).toEqual(ofForm);
    expect(await idsOf(world, `${P}/patients/${one.serviceId}/forms/applications`)).toEqual([
      elsewhere.id,
      ...ofForm,
    ]);
    expect(await idsOf(world, `${P}/forms/applications`)).toEqual([others.id, elsewhere.id, ...ofForm]);
  });

  for (const [name, where] of Object.entries(LISTS)) {
    rule(`skips and cuts the list ${name} by offset and limit`, async (world) => {
      const [at] = where(await fill(world));
      const all = await idsOf(world, at);
      expect(all.length).toBeGreaterThan(2);
      expect(await idsOf(world, at, { limit: 2 })).toEqual(all.slice(0, 2));
      expect(await idsOf(world, at, { offset: 1 })).toEqual(all.slice(1));
      expect(await idsOf(world, at, { limit: 1, offset: 2 })).toEqual(all.slice(2, 3));
      expect(await idsOf(world, at, { limit: 0 })).toEqual([]);
      expect(await idsOf(world, at, { limit: 200, offset: 0 })).toEqual(all);
      expect(await idsOf(world, at, { offset: all.length })).toEqual([]);
    });

    rule.malformed(`refuses a limit or offset of the list ${name} that is no count`, async (world) => {
      const [at] = where(await fill(world));
      for (const field of ['limit', 'offset']) {
        for (const wrong of ['-1', 'ten', '1.5', '1e3', '', ' 1', '99999999999999999999']) {
          (await world.ask.get(at, { [field]: wrong })).refuses(400, 'VALIDATION_ERROR', field);
        }
      }
    });
  }

  rule('filters by several states and cycles at once, separated by commas', async (world) => {
    const { of, soon, weekly, monthly, finished } = await fill(world);
    expect(await idsOf(world, of, { status: 'FINISHED' })).toEqual([finished.id]);
    expect(await idsOf(world, of, { status: 'CREATED' })).toEqual([monthly.id, weekly.id]);
    expect(await idsOf(world, of, { status: 'IN_PROGRESS,FINISHED' })).toEqual([finished.id, soon.id]);
    expect(await idsOf(world, of, { status: 'PAUSED,CANCELED_IDLE' })).toEqual([]);
    expect(await idsOf(world, of, { recurrenceCycle: 'WEEKLY,MONTHLY' })).toEqual([monthly.id, weekly.id]);
    expect(await idsOf(world, of, { recurrenceCycle: 'NOW', status: 'FINISHED,CREATED' })).toEqual([
      finished.id,
    ]);
  });

  rule('orders applications by each date in both directions, null nextAnswerAt last', async (world) => {
    const { of, soon, weekly, monthly, finished } = await fill(world);
    const by = (orderBy: string, orderDirection: string) => idsOf(world, of, { orderBy, orderDirection });
    const made = [soon, weekly, monthly, finished].map(({ id }) => id);
    expect(await by('created_at', 'ASC')).toEqual(made);
    expect(await idsOf(world, of, { orderDirection: 'ASC' })).toEqual(made);
    expect(await by('created_at', 'DESC')).toEqual(made.toReversed());
    expect(await by('started_at', 'ASC')).toEqual([soon.id, finished.id, monthly.id, weekly.id]);
    expect(await by('started_at', 'DESC')).toEqual([weekly.id, monthly.id, finished.id, soon.id]);
    expect((await by('next_answer_at', 'ASC')).slice(0, 2)).toEqual([monthly.id, weekly.id]);
    expect((await by('next_answer_at', 'DESC')).slice(0, 2)).toEqual([weekly.id, monthly.id]);
    // The answer to `soon` was the last change of all.
    expect((await by('updated_at', 'DESC'))[0]).toBe(soon.id);
    expect((await by('updated_at', 'ASC')).at(-1)).toBe(soon.id);
  });

  rule('filters applications by createdAt, bounds included', async (world) => {
    const { P, of, soon, weekly, monthly, finished } = await fill(world);
    const { createdAt } = await applicationOf(world.ask, P, weekly.id);
    expect(await idsOf(world, of, { startDate: createdAt })).toEqual([finished.id, monthly.id, weekly.id]);
    expect(await idsOf(world, of, { endDate: createdAt })).toEqual([weekly.id, soon.id]);
    expect(await idsOf(world, of, { startDate: createdAt, endDate: createdAt })).toEqual([weekly.id]);
  });

  rule('filters submissions by state, instrument, application and date', async (world) => {
    const { P, form, soon, finished, elsewhere, others } = await fill(world);
    const at = `${P}/forms/submissions`;
    const of = async (id: number) =>
      (await applicationOf(world.ask, P, id)).submissions?.map((one) => one.id) ?? [];
    expect(await idsOf(world, at, { status: 'ANSWERED' })).toEqual(await of(soon.id));
    expect(await idsOf(world, at, { status: 'ANSWERED,CANCELED' })).toEqual([
      ...(await of(finished.id)),
      ...(await of(soon.id)),
    ]);
    expect(await idsOf(world, at, { formTemplateId: elsewhere.formTemplateId })).toEqual(
      await of(elsewhere.id),
    );
    expect(await idsOf(world, at, { formApplicationId: others.id })).toEqual(await of(others.id));
    expect(await idsOf(world, at, { formApplicationId: 0 })).toEqual([]);
    expect(await idsOf(world, at, { formTemplateId: form.id, status: 'CANCELED' })).toEqual(
      await of(finished.id),
    );
    const [{ createdAt } = { createdAt: '' }] =
      (await applicationOf(world.ask, P, finished.id)).submissions ?? [];
    const day = { startDate: createdAt, endDate: createdAt };
    expect(await idsOf(world, at, day)).toEqual(await of(finished.id));
    expect(await idsOf(world, at, { startDate: createdAt })).not.toContain((await of(soon.id))[0]);
  });

  rule('shows every patient in the professional’s submissions, and one in a patient’s', async (world) => {
    const { P, one, others } = await fill(world);
    const all = (await world.ask.get(`${P}/forms/submissions`)).gives(listOf(Submission));
    expect(new Set(all.map(({ patientId }) => patientId))).toEqual(
      new Set([one.serviceId, others.patientId]),
    );
    const ofOne = (await world.ask.get(`${P}/patients/${one.serviceId}/forms/submissions`)).gives(
      listOf(Submission),
    );
    expect(new Set(ofOne.map(({ patientId }) => patientId))).toEqual(new Set([one.serviceId]));
  });

  rule.malformed('names the filter or order that is wrong', async (world) => {
    const { P, of } = await fill(world);
    const wrongs: [string, string, string][] = [
      [of, 'status', 'DONE'],
      [of, 'status', 'FINISHED,DONE'],
      [of, 'status', 'ANSWERED'],
      [of, 'recurrenceCycle', 'HOURLY'],
      [of, 'orderBy', 'name'],
      [of, 'orderDirection', 'UP'],
      [of, 'startDate', 'yesterday'],
      [of, 'endDate', '2026-02-30T00:00:00Z'],
      [`${P}/forms/applications`, 'orderBy', 'id'],
      [`${P}/forms/submissions`, 'status', 'FINISHED'],
      [`${P}/forms/submissions`, 'formTemplateId', '7'],
      [`${P}/forms/submissions`, 'formApplicationId', '-1'],
      [`${P}/forms/submissions`, 'formApplicationId', 'x'],
      [`${P}/forms/submissions`, 'startDate', 'x'],
    ];
    for (const [at, field, value] of wrongs) {
      (await world.ask.get(at, { [field]: value })).refuses(400, 'VALIDATION_ERROR', field);
    }
    for (const at of [of, `${P}/forms/submissions`]) {
      const turned = { startDate: '2026-03-02T00:00:00Z', endDate: '2026-03-01T00:00:00Z' };
      (await world.ask.get(at, turned)).refuses(400, 'VALIDATION_ERROR', 'startDate');
    }
  });

  rule.direct('lists everything where no limit is given', async ({ ask }) => {
    const { P } = await practice(ask);
    const { serviceId: patientId } = await patientOf(ask, P);
    const { id } = await instrument(ask, 'PHQ-2');
    for (let batch = 0; batch < 11; batch += 1) {
      await Promise.all(Array.from({ length: 10 }, () => apply(ask, P, id, { patientId })));
    }
    for (const at of [`${P}/forms/applications`, `${P}/patients/${patientId}/forms/applications`]) {
      expect((await ask.get(at)).gives(listOf(Application))).toHaveLength(110);
    }
    expect((await ask.get(`${P}/forms/submissions`)).gives(listOf(Submission))).toHaveLength(110);
    const page = (await ask.get(`${P}/forms/applications`, { limit: 10, offset: 20 })).gives(
      listOf(Application),
    );
    const all = (await ask.get(`${P}/forms/applications`)).gives(listOf(Application));
    expect(page).toEqual(all.slice(20, 30));
  });
};
