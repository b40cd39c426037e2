import { answered, answerSubmissions } from '../browser/item-fixture.ts';
import { phq9 } from '../browser/panel-data.ts';
import { expect, test } from './panel-fixture.ts';

const tag = (attributes: string, more: string) =>
  `<instrument-panel ${attributes} time-zone="UTC" ${more}></instrument-panel>`;

test('answers are shown to a patient without flags, whatever the token lets through', async ({
  page,
  panels,
}) => {
  await answerSubmissions(page, (id) => answered(id, { interpretativeAnalysis: 'Severe.' }));
  panels.answer(phq9({ flagged: [5] }));
  await panels.open(tag(panels.attributes, 'audience="patient"'));
  await page.getByRole('button', { name: 'View answers' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(8);
  await expect(dialog).not.toContainText(/risk|suicide|severe|moderate/i);
  await expect(dialog.getByRole('button', { name: 'Save as FHIR (JSON)' })).toHaveCount(0);
});

for (const [lang, sentence] of [
  ['en', 'Your professional has not shared this graph with you.'],
  ['pt-BR', 'Seu profissional não compartilhou este gráfico com você.'],
] as const) {
  test(`a graph that is not shared is said to be so, ${lang}`, async ({ page, panels }) => {
    panels.answer((_, __, route) =>
      route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } }),
    );
    await panels.open(tag(panels.attributes, `audience="patient" lang="${lang}"`));
    await expect(page.locator('[part=message]')).toContainText(sentence);
  });
}

test('a word that is no audience shows nothing, and so no more than a patient sees', async ({
  page,
  panels,
}) => {
  panels.answer(phq9({ flagged: [5] }));
  await panels.open(tag(panels.attributes, 'audience="patients"'));
  await expect(page.locator('instrument-panel:state(error)')).toHaveCount(1);
  await expect(page.locator('[part=classification]')).toBeHidden();
  await expect(page.locator('[part=risk]')).toBeHidden();
});

test('a panel that turns to a professional reads anew, and says risk', async ({ page, panels }) => {
  panels.answer(phq9({ flagged: [5] }));
  await panels.open(tag(panels.attributes, 'audience="patient"'));
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await page.locator('instrument-panel').evaluate((one) => one.removeAttribute('audience'));
  await expect(page.locator('[part=risk]')).toContainText('Risk flag ·');
});
