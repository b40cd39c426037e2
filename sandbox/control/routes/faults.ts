import { type Context, Hono } from 'hono';
import { type FaultField, readFault } from '../faults-form.ts';
import { formOf, frameOf, type Ground, show } from '../ground.ts';
import { NO_PROBLEMS, type Problems } from '../html/form.ts';
import { PAGES } from '../html/layout.ts';
import { faultsPage } from '../pages/faults.ts';

/** `/sandbox/pages/faults`. */
export function faultPages(ground: Ground): Hono {
  const { faults } = ground;
  const app = new Hono({ strict: false });

  const answer = (c: Context, value: (name: FaultField) => string, problems: Problems) => {
    const frame = frameOf(c, ground, `${PAGES}/faults`);
    const content = faultsPage(frame, { faults: faults.all(), value, problems });
    return show(c, frame, frame.words.faults.title, content, problems.size === 0 ? 200 : 422);
  };

  app.get('/faults', (c) => answer(c, () => '', NO_PROBLEMS));

  app.post('/faults', async (c) => {
    const form = await formOf(c);
    const read = readFault(form);
    if ('wrong' in read) {
      const { errors } = frameOf(c, ground).words;
      return answer(c, form, new Map(read.wrong.map((name) => [name, errors[name]])));
    }
    faults.add(read.fault);
    return c.redirect(`${PAGES}/faults`, 303);
  });

  app.post('/faults/off', async (c) => {
    const which = (await formOf(c))('off');
    if (which === 'all') faults.replace([]);
    else faults.remove(Number(which));
    return c.redirect(`${PAGES}/faults`, 303);
  });

  return app;
}
