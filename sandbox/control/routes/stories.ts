import { setTimeout as wait } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { submissionJson } from '../../service/records/submission.ts';
import type { ControlField } from '../../words/control/index.ts';
import { formOf, frameOf, type Ground, show } from '../ground.ts';
import { NO_PROBLEMS, type Problems } from '../html/form.ts';
import { PAGES, sentence } from '../html/layout.ts';
import { storiesPage } from '../pages/stories.ts';
import { storyPage } from '../pages/story.ts';
import { applicablePatients, findPatient, patientValue } from '../people/people.ts';
import { readPlan } from '../story/read-plan.ts';

const PATIENTS_SHOWN = 200;
const DEFAULT_WEEKS = '8';
/** A story that takes longer than this many milliseconds goes on while its page says how far it is. */
const PATIENCE = 2_000;

/** `/sandbox/pages/stories`: the form, and how each story went. */
export function storyPages(ground: Ground): Hono {
  const { service, stories } = ground;
  const app = new Hono({ strict: false });

  const answer = (c: Context, value: (name: ControlField) => string, problems: Problems) => {
    const frame = frameOf(c, ground, `${PAGES}/stories`);
    const all = applicablePatients(service.store);
    const chosen = all.find((entry) => patientValue(entry) === value('patient'));
    const listed = all.slice(0, PATIENTS_SHOWN);
    const patients = chosen && !listed.includes(chosen) ? [chosen, ...listed] : listed;
    const state = { patients, total: all.length, value, problems, stories: stories.all() };
    const status = problems.size === 0 ? 200 : 422;
    return show(c, frame, frame.words.stories.title, storiesPage(frame, state), status);
  };

  app.get('/stories', (c) => {
    const wanted = c.req.query('patient')?.toLowerCase();
    const entry = applicablePatients(service.store).find(({ patientId }) => patientId === wanted);
    const begun: Partial<Record<ControlField, string>> = {
      weeks: DEFAULT_WEEKS,
      ...(entry ? { patient: patientValue(entry) } : {}),
    };
    return answer(c, (name) => begun[name] ?? '', NO_PROBLEMS);
  });

  app.post('/stories', async (c) => {
    const form = await formOf(c);
    const read = readPlan(form, applicablePatients(service.store), frameOf(c, ground).words);
    if ('problems' in read) return answer(c, form, read.problems);
    const { id, ended } = stories.begin(read.plan);
    const patience = new AbortController();
    await Promise.race([ended, wait(PATIENCE, undefined, { signal: patience.signal }).catch(() => {})]);
    patience.abort();
    return c.redirect(`${PAGES}/stories/${id}`, 303);
  });

  app.get('/stories/:id', (c) => {
    const frame = frameOf(c, ground);
    const story = stories.find(Number(c.req.param('id')));
    const { title, unknown } = frame.words.story;
    if (!story) return show(c, frame, title, sentence(unknown), 404);
    const content = storyPage(frame, {
      story,
      patient: findPatient(service.store, story.plan.patientId),
      last: story.last && submissionJson(service, story.last, frame.language),
      now: service.clock.now(),
    });
    return show(c, frame, title, content);
  });

  return app;
}
