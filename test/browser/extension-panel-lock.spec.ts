import type { Page } from '@playwright/test';
import { answers, chart } from './extension-panel/service.ts';
import { type Ehr, expect, OPEN, problem, test } from './extension-panel-fixture.ts';
import { BRUNO } from './panel-data.ts';
import { press } from './press.ts';

const bed = '<div id="chart"><h1 id="name">Lima, Ana</h1></div><div id="other"><p id="foot">Bed 12</p></div>';

/** Everything that stands in the page, in open roots too, whether it is seen or not. */
const everything = () => {
  const texts: string[] = [];
  const visit = (node: Node): void => {
    if (node instanceof Element) {
      texts.push(...[...node.attributes].map(({ value }) => value));
      if (node.shadowRoot) visit(node.shadowRoot);
    }
    if (node instanceof Text) texts.push(node.data);
    node.childNodes.forEach(visit);
  };
  visit(document.body);
  return texts.join(' ');
};

/** Ana's panel, in a page with another frame of its origin. */
async function openBesideFrame(page: Page, ehr: Ehr): Promise<void> {
  await ehr.open({ markup: `${bed}<iframe title="Header"></iframe>` });
  await ehr.show();
  await expect(page.getByText('Ana Lima')).toBeVisible();
}

test('what is shown is gone in the same turn that the page blanks it, from the page and from who kept the host', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.showOpened();
  await page.getByRole('button', { name: 'PHQ-9', exact: true }).click();
  const left = await page.evaluate(() => {
    const host = [...document.querySelectorAll('span')].find((one) => one.shadowRoot);
    globalThis.panels.blank();
    const inPage = [...document.querySelectorAll('*')].some((one) => one.shadowRoot);
    // A page that kept the element puts it back.
    if (host) document.body.append(host);
    return { inPage, kept: host?.shadowRoot?.textContent, isFound: host !== undefined };
  });
  expect(left).toEqual({ inPage: false, kept: '', isFound: true });
  expect(await page.evaluate(everything)).not.toMatch(/PHQ|Ana Lima|Moderate/);
});

test('what is shown is gone in the same turn in which another frame of the origin names somebody else', async ({
  page,
  ehr,
}) => {
  await openBesideFrame(page, ehr);
  const isThere = await page.evaluate(() => {
    window[0]?.dispatchEvent(new Event('instrument-panel.site'));
    return [...document.querySelectorAll('*')].some((one) => one.shadowRoot);
  });
  expect(isThere).toBe(false);
  expect(await page.evaluate(everything)).not.toContain('Ana Lima');
  // The background is asked, and says that it is still they.
  await expect(page.getByText('Ana Lima')).toBeVisible();
});

test('where another frame changed, a patient is shown again once the background says that it is still they', async ({
  page,
  ehr,
}) => {
  await openBesideFrame(page, ehr);
  let isStill = false;
  ehr.answers['context.confirm'] = () => (isStill ? {} : problem('stale'));
  await page.evaluate(() => void window[0]?.dispatchEvent(new Event('instrument-panel.site')));
  await expect.poll(() => ehr.count('context.confirm')).toBeGreaterThan(1);
  expect(await page.evaluate(everything)).not.toContain('Ana Lima');
  isStill = true;
  await expect(page.getByText('Ana Lima')).toBeVisible();
});

test('a word that was under way when another frame changed shows nothing yet', async ({ page, ehr }) => {
  await ehr.open({ markup: `${bed}<iframe title="Header" data-settle="300"></iframe>` });
  await ehr.show();
  await expect(page.getByText('Ana Lima')).toBeVisible();
  const isThere = await page.evaluate(() => {
    globalThis.panels.blank();
    window[0]?.dispatchEvent(new Event('instrument-panel.site'));
    const anchor = document.querySelector('#name');
    const identity = { keys: [{ system: 'mrn', value: 'a' }] };
    if (anchor) globalThis.panels.show({ epoch: 'epoch-of-ana', identity }, { anchor, at: 'after' });
    return [...document.querySelectorAll('*')].some((one) => one.shadowRoot);
  });
  expect(isThere).toBe(false);
  await expect(page.getByText('Ana Lima')).toBeVisible();
});

test('a place that is out of the page when the time for its panel comes has it once it is back', async ({
  page,
  ehr,
}) => {
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(message));
  await ehr.open({ markup: `${bed}<iframe title="Header" data-settle="300"></iframe>` });
  await page.evaluate(async () => {
    window[0]?.dispatchEvent(new Event('instrument-panel.site'));
    const anchor = document.querySelector('#name');
    const around = anchor?.parentElement;
    const identity = { keys: [{ system: 'mrn', value: 'a' }] };
    if (anchor) globalThis.panels.show({ epoch: 'epoch-of-ana', identity }, { anchor, at: 'after' });
    anchor?.remove();
    await new Promise((resolve) => setTimeout(resolve, 600));
    if (anchor) around?.append(anchor);
  });
  await expect(page.getByText('Ana Lima')).toBeVisible();
  expect(thrown).toEqual([]);
});

test('an answer that comes after the patient was left is dropped', async ({ page, ehr }) => {
  await ehr.open();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  ehr.answers['chart.read'] = async (_, epoch) => {
    if (epoch === 'epoch-of-ana') {
      await held;
      return chart();
    }
    return chart(BRUNO);
  };
  await ehr.show();
  await expect.poll(() => ehr.count('chart.read')).toBe(1);
  await ehr.blank();
  await ehr.show('epoch-of-bruno');
  await expect(page.getByText('Bruno Reis')).toBeVisible();
  answer();
  // Asked after it, and answered after it.
  await page.evaluate(() => globalThis.answerIntent(null, 'nothing', {}));
  expect(await page.evaluate(everything)).not.toContain('Ana Lima');
  await expect(page.getByText('Bruno Reis')).toBeVisible();
});

/** Ana's last chart is at hand, and each reading waits for the test. */
function holdReadings(ehr: Ehr) {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  ehr.answers['chart.recall'] = (_, epoch) =>
    epoch === 'epoch-of-ana' ? { ...chart(), courses: chart().courses.slice(1) } : null;
  ehr.answers['chart.read'] = async (_, epoch) => {
    if (epoch === 'epoch-of-bruno') return chart(BRUNO);
    await held;
    return chart();
  };
  return { answer };
}

test('the last chart of a patient comes at once, marked and with nothing to send, until it is read anew', async ({
  page,
  ehr,
}) => {
  const { answer } = holdReadings(ehr);
  await ehr.open();
  await ehr.show();
  const mark = page.getByRole('status').getByText('Checking', { exact: true });
  const send = page.getByRole('button', { name: 'Send questionnaire' });
  const risk = page.getByText(/^PHQ-9: Risk flag · /);
  await expect(mark).toBeVisible();
  await expect(page.getByText('Ana Lima')).toBeVisible();
  await expect(page.getByText(/^WHO-5 60/)).toBeVisible();
  await expect(send).toHaveCount(0);
  await page.getByRole('button', { name: OPEN }).click();
  await expect(page.locator('#sheet')).toBeVisible();
  const writes = page.locator('#sheet').getByRole('button', { name: /Send|Finish|Cancel|Delete|Change/ });
  await page.getByRole('button', { name: 'WHO-5', exact: true }).click();
  await expect(page.locator('#sheet')).toContainText('Updated');
  await expect(writes).toHaveCount(0);
  // There is nothing that it would have to be told from.
  await expect(page.locator('#sheet')).not.toContainText('Nothing can be sent from here');
  await expect(risk).toHaveCount(0);
  answer();
  await expect(mark).toHaveCount(0);
  await expect(risk).toBeVisible();
  await expect(send.first()).toBeVisible();
});

test('the last chart of a patient who was left is shown beside nobody else', async ({ page, ehr }) => {
  const { answer } = holdReadings(ehr);
  const { promise: recalled, resolve: recall } = Promise.withResolvers<void>();
  const atOnce = ehr.answers['chart.recall'];
  ehr.answers['chart.recall'] = async (input, epoch) => {
    if (epoch === 'epoch-of-ana') await recalled;
    return atOnce?.(input, epoch);
  };
  await ehr.open();
  await ehr.show();
  await expect.poll(() => ehr.count('chart.recall')).toBe(1);
  await ehr.blank();
  await ehr.show('epoch-of-bruno');
  await expect(page.getByText('Bruno Reis')).toBeVisible();
  recall();
  answer();
  await page.evaluate(() => globalThis.answerIntent(null, 'nothing', {}));
  expect(await page.evaluate(everything)).not.toContain('Ana Lima');
  await expect(page.getByText('Bruno Reis')).toBeVisible();
});

test('what changed while a patient was not shown, or nobody looked at the page, is there once they are again', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  const { courses, ...rest } = chart();
  ehr.answers['chart.read'] = () => ({ ...rest, courses: courses.slice(1) });
  const risk = page.getByText(/^PHQ-9: Risk flag · /);
  await ehr.show();
  await expect(page.getByText(/^WHO-5 60/)).toBeVisible();
  await expect(risk).toHaveCount(0);
  await ehr.blank();
  // Nobody is told of it, since nobody is shown.
  ehr.answers['chart.read'] = () => ({ ...rest, courses });
  await page.evaluate(() => globalThis.panels.changed());
  await ehr.show();
  await expect(risk).toBeVisible();
  // The background is stopped where nobody looks, and hears of nothing.
  ehr.answers['chart.read'] = () => ({ ...rest, courses: courses.slice(1) });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(risk).toHaveCount(0);
});

test('a form that is half filled in survives the moment of doubt and a move of its place, with the focus', async ({
  page,
  ehr,
}) => {
  await ehr.open({ markup: bed });
  await ehr.show();
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('option', { name: /WHO-5/ }).click();
  const search = page.getByRole('searchbox');
  await search.fill('well');
  const moved = await page.evaluate(() => {
    globalThis.panels.blank();
    const anchor = document.querySelector('#foot');
    const identity = { keys: [{ system: 'mrn', value: 'a' }] };
    if (anchor) globalThis.panels.show({ epoch: 'epoch-of-ana', identity }, { anchor, at: 'after' });
    return document.querySelector('#other')?.lastElementChild?.shadowRoot !== null;
  });
  expect(moved).toBe(true);
  await expect(search).toHaveValue('well');
  await expect(search).toBeFocused();
  await expect(page.getByRole('button', { name: 'Remove WHO-5' })).toBeVisible();
  await page.keyboard.type('-being');
  await expect(search).toHaveValue('well-being');

  // Another language was chosen: the frame is told anew, and what was begun goes on in it.
  await page.getByRole('button', { name: 'PHQ-9', exact: true }).click();
  await expect(page.getByRole('application')).toHaveAccessibleName(/^Score graph/);
  await page.evaluate(() => {
    document.documentElement.lang = 'pt-BR';
    globalThis.panels.blank();
  });
  await ehr.show('epoch-of-ana', '#foot');
  await expect(page.getByRole('button', { name: 'Remover WHO-5' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('well-being');
  await expect(page.locator('.panel')).toHaveAttribute('lang', 'pt-BR');
  await expect(page.getByRole('application')).toHaveAccessibleName(/^Gráfico/);
});

test('nothing of a form is left for another patient', async ({ page, ehr }) => {
  await ehr.open();
  await ehr.show();
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('option', { name: /WHO-5/ }).click();
  await ehr.blank();
  ehr.answers = answers(chart(BRUNO));
  await ehr.show('epoch-of-bruno');
  await expect(page.getByText('Bruno Reis')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send questionnaire' })).toBeVisible();
  await ehr.blank();
  ehr.answers = answers();
  await ehr.show('epoch-of-ana-again');
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await expect(page.getByText('None selected yet.')).toBeVisible();
});

test('an application under way when the patient is left is stopped, looked up and said when they are back', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  const { 'apply.create': create } = ehr.answers;
  ehr.answers['apply.create'] = async (input, epoch) => {
    const made = create?.(input, epoch);
    await held;
    return made;
  };
  await ehr.show();
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('button', { name: 'Send WHO-5' }).click();
  await press(page.getByRole('button', { name: 'Send WHO-5 to Ana Lima' }));
  await expect.poll(() => ehr.count('apply.create')).toBe(1);
  await ehr.blank();
  await ehr.show();
  await expect(page.getByText(/The page left this patient while a change was being saved/)).toBeVisible();
  await expect(page.getByText('WHO-5 was sent to Ana Lima.')).toBeVisible();
  go();
  expect(ehr.count('apply.create')).toBe(1);
});

test('a reply about somebody else shows nothing', async ({ page, ehr }) => {
  await ehr.open();
  const mixed = { ...chart(), courses: chart(BRUNO).courses };
  ehr.answers['chart.read'] = () => mixed;
  await ehr.show();
  await expect(page.getByText('The reply was about another patient')).toBeVisible();
  expect(await page.evaluate(everything)).not.toMatch(/Ana Lima|Moderate/);
});

test('after an update of the extension a sentence stands there, and nothing of the patient', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.show();
  await expect(page.getByText('Ana Lima')).toBeVisible();
  await page.evaluate(() => globalThis.panels.orphaned());
  await expect(page.getByText('If scores do not come back, reload the page.')).toBeVisible();
  expect(await page.evaluate(everything)).not.toMatch(/Ana Lima|PHQ/);
});

test('an update while something is being sent is said until somebody has seen it, also beside the next panel', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  ehr.answers['apply.create'] = () => new Promise(() => {});
  await ehr.show();
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('button', { name: 'Send WHO-5' }).click();
  await press(page.getByRole('button', { name: 'Send WHO-5 to Ana Lima' }));
  await expect.poll(() => ehr.count('apply.create')).toBe(1);
  await page.evaluate(() => globalThis.panels.orphaned());
  const alert = page.getByRole('alert').filter({ hasText: 'We could not confirm' });
  await expect(alert).toContainText('The extension was updated');
  expect(await page.evaluate(everything)).not.toMatch(/Ana Lima|WHO-5/);
  await ehr.show('epoch-after-the-update');
  await expect(page.getByText('Ana Lima')).toBeVisible();
  await expect(alert).not.toContainText('The extension was updated');
  await alert.getByRole('button', { name: 'Got it' }).click();
  await expect(alert).toHaveCount(0);
});

test('the page taking the panel out does not lose it', async ({ page, ehr }) => {
  await ehr.open();
  await ehr.show();
  await expect(page.getByText('Ana Lima')).toBeVisible();
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('#chart > span')) one.remove();
  });
  await expect(page.getByText('Ana Lima')).toBeVisible();
});
