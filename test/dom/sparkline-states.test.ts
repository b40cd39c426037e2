import type { Instrument } from '../../shared/client/contract/index.ts';
import { INSTRUMENT, patient, sparkline, submissionsOf } from '../browser/sparkline-service.ts';
import { expect, test } from './sparkline-fixture.ts';

const ANA = patient(1);
const COURSE = [19, 17, 18, 14, 11, 14];
const text = (part: string) => `instrument-sparkline [part=${part}]`;

test('the picture, the latest score of the maximum, its range and what is known of risk stand there', async ({
  page,
  lists,
}) => {
  lists.submissions = submissionsOf(ANA, COURSE);
  await lists.open(sparkline(ANA));
  await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(1);
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
  await expect(page.locator(text('range'))).toHaveText('Moderate');
  await expect(page.locator(text('risk'))).toContainText('No risk flag in the answer of 10 Aug 2026');
  await expect(page.getByRole('img')).toHaveAccessibleName(
    'PHQ-9: 6 answers, 1 Jun 2026 to 10 Aug 2026. First 19, lowest 11, highest 19, latest 14. Scale 0 to 27, higher is worse.',
  );
});

test('the picture is drawn over the full scale, and says what its name says', async ({ page, lists }) => {
  lists.submissions = submissionsOf(ANA, [0, 27]);
  await lists.open(sparkline(ANA));
  // 90 by 14 px within 5 px of air: 0 at the bottom, 27 at the top.
  await expect(page.locator('instrument-sparkline path.line')).toHaveAttribute('d', 'M5 19L95 5');
  await expect(page.getByRole('img')).toHaveAccessibleName(/First 0, lowest 0, highest 27, latest 27\./);
});

test('missed requests are dashes, and are counted in the name', async ({ page, lists }) => {
  lists.submissions = submissionsOf(ANA, [19, 17, 18], { missed: [20] });
  await lists.open(sparkline(ANA));
  await expect(page.locator('instrument-sparkline path.gap')).toHaveAttribute('d', /^M50 .*L95 /);
  await expect(page.getByRole('img')).toHaveAccessibleName(/1 missed\.$/);
});

test('of an instrument that asks nothing about risk that is said, and no flag is denied', async ({
  page,
  lists,
}) => {
  const gad7 = { title: 'Generalized Anxiety Disorder', shortTitle: 'GAD-7' };
  const [low, high] = INSTRUMENT.scoreRanges ?? [];
  const [question] = INSTRUMENT.questions ?? [];
  const scoreRanges = [
    { ...low, id: 1, minScore: 0, maxScore: 9 },
    { ...high, id: 2, minScore: 10, maxScore: 21 },
  ] as Instrument['scoreRanges'];
  const questions = Array.from({ length: 7 }, (_, index) => ({ ...question, id: index + 1 }));
  lists.instrument = { ...INSTRUMENT, ...gad7, scoreRanges, questions: questions as Instrument['questions'] };
  const risk = page.locator(text('risk'));
  lists.submissions = submissionsOf(ANA, [9, 8]);
  await lists.open(sparkline(ANA));
  await expect(risk).toContainText('Does not ask about suicide or self-harm.');
  await expect(risk).not.toContainText('No risk flag');

  // A question more, and it is not the published instrument.
  lists.instrument = { ...lists.instrument, questions: [...questions, { id: 8 }] };
  await lists.open(sparkline(ANA));
  await expect(risk).toContainText('No risk flag in the answer of 15 Jun 2026.');

  lists.instrument = { ...lists.instrument, questions: questions as Instrument['questions'] };
  lists.submissions = submissionsOf(ANA, [9, 8], { flagged: [1] });
  await lists.open(sparkline(ANA));
  await expect(risk).toContainText('Risk flag. 15 Jun 2026.');
});

test('Portuguese is Portuguese throughout', async ({ lists, page }) => {
  lists.submissions = submissionsOf(ANA, COURSE);
  await lists.open(sparkline(ANA, 'lang="pt-BR"'));
  await expect(page.locator(text('score'))).toHaveText('14 de 27');
  await expect(page.locator(text('risk'))).toContainText('Sem risco sinalizado na resposta de 10 ago. 2026');
  await expect(page.getByRole('img')).toHaveAccessibleName(
    'PHQ-9: 6 respostas, de 1 jun. 2026 a 10 ago. 2026. Primeira: 19; menor: 11; maior: 19; última: 14. Escala de 0 a 27, quanto maior, pior.',
  );
});

test('without form-id the instrument of the latest answer is shown, and named', async ({ lists, page }) => {
  lists.submissions = submissionsOf(ANA, COURSE);
  await lists.open(sparkline(ANA).replace(/form-id="[^"]*"/, ''));
  await expect(page.locator(text('name'))).toHaveText('PHQ-9');
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
});

test('an answer from the future does not decide which instrument is shown', async ({ lists, page }) => {
  const future = {
    formTemplateId: '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f99',
    completedFillAt: '2099-01-01T12:00:00Z',
    formTemplate: null,
  };
  lists.submissions = [
    ...submissionsOf(ANA, COURSE),
    ...submissionsOf(ANA, [9]).map((one) => ({ ...one, ...future, id: 1 })),
  ];
  lists.instead = async (what, route) => {
    if (what !== 'list') return undefined;
    const headers = { date: 'Sun, 22 Nov 2026 12:00:00 GMT', 'access-control-expose-headers': 'date' };
    await route.fulfill({ json: lists.submissions, headers });
    return route;
  };
  await lists.open(sparkline(ANA).replace(/form-id="[^"]*"/, ''));
  await expect(page.locator(text('name'))).toHaveText('PHQ-9');
});

test('a patient without answers gets words, and no claim about risk', async ({ lists, page }) => {
  await lists.open(sparkline(ANA));
  await expect(page.locator('instrument-sparkline:state(empty)')).toHaveCount(1);
  await expect(page.locator(text('note'))).toContainText('No answers found');
  await expect(page.locator(text('risk'))).toContainText('No answers yet');
  await expect(page.locator('instrument-sparkline svg')).toHaveCount(0);
});

test('answers without a score of the whole are said, not drawn', async ({ lists, page }) => {
  lists.submissions = submissionsOf(ANA, [4, 5]).map((one) => ({ ...one, score: null }));
  await lists.open(sparkline(ANA));
  await expect(page.locator(text('note'))).toContainText('2 answers without a total score');
  await expect(page.locator(text('risk'))).toContainText('No risk flag in the answer');
});

test('what could not be read is said, and the rest is shown', async ({ lists, page }) => {
  const rows = submissionsOf(ANA, COURSE);
  lists.instead = (what) => (what === 'list' ? [...rows, { ...rows[0], id: 'one' }] : undefined);
  await lists.open(sparkline(ANA));
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
  await expect(page.locator(text('note'))).toContainText('Incomplete');
  await expect(page.locator(text('note'))).toContainText('1 of 7 answers could not be read');
  // It can be read again at once, and once that brings everything, nothing offers it any more.
  const again = page.getByRole('button', { name: 'Try again' });
  lists.instead = () => undefined;
  lists.submissions = rows;
  await again.click();
  await expect(page.locator(text('note'))).toBeHidden();
  await expect(again).toBeHidden();
});

test('data that the page gives are not offered to be read again', async ({ lists, page }) => {
  const [first, ...rest] = submissionsOf(ANA, COURSE);
  const data = { submissions: [{ ...first, id: 'one' }, ...rest] };
  await lists.open(sparkline(ANA), '');
  await page.locator('instrument-sparkline').evaluate((one, given) => Reflect.set(one, 'data', given), data);
  await expect(page.locator(text('note'))).toContainText('1 of 6 answers could not be read');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
});

test('a scale that does not hold the scores is said beside a field that could not be read', async ({
  lists,
  page,
}) => {
  lists.instrument = { ...INSTRUMENT, scoreRanges: INSTRUMENT.scoreRanges?.slice(0, 2) };
  const [first, ...rest] = submissionsOf(ANA, [9, 14]);
  lists.instead = (what) => (what === 'list' ? [{ ...first, deadline: 'soon' }, ...rest] : undefined);
  await lists.open(sparkline(ANA));
  await expect(page.locator(text('note'))).toContainText(
    '1 field could not be read. Scores lie outside the ranges.',
  );
});

test('where the scale cannot be read, the course is drawn over the scores', async ({ lists, page }) => {
  lists.submissions = submissionsOf(ANA, [10, 20]);
  lists.instrument = null;
  await lists.open(sparkline(ANA));
  await expect(page.getByRole('img')).toHaveAccessibleName(/direction not known/);
  await expect(page.locator(text('score'))).toHaveText('20');
});

test('colours and names that the service sends are never more than text', async ({ lists, page }) => {
  // Ranges would contradict the name.
  lists.instrument = null;
  lists.submissions = submissionsOf(ANA, [14]).map((one) => ({
    ...one,
    globalClassification: {
      title: '<img src=x onerror="globalThis.hacked=1">',
      color: 'red;background:url(//evil.test)',
    },
  }));
  await lists.open(sparkline(ANA));
  await expect(page.locator(text('range'))).toContainText('<img src=x');
  await expect(page.locator('instrument-sparkline #swatch')).toBeHidden();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined();
});
