import { choose, expect, state, test } from './apply-fixture.ts';
import { GAD7 } from './apply-service.ts';
import { ANA, PHQ9 } from './panel-data.ts';

test.describe('the main way', () => {
  test('finds by text, confirms with the patient named, and gives link and QR code', async ({
    page,
    forms,
  }) => {
    await forms.open();
    await expect(page.locator('[part=patient]')).toHaveText('For Ana Lima, born 4 Mar 1990');
    await page.getByLabel('Search instruments').fill('phq9');
    await expect(page.getByRole('option')).toHaveText([/PHQ-9/]);
    await choose(page, 'PHQ-9');
    await expect(page.getByRole('heading', { name: 'Review and confirm' })).toBeFocused();
    await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
    await expect(page.getByText('PHQ-9 was sent to Ana Lima.')).toBeVisible();
    await expect(page.locator(state('applied'))).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Result' })).toBeFocused();
    const address = forms.service.applications[0]?.urlToAnswer ?? '';
    await expect(page.getByRole('textbox', { name: 'Link to answer PHQ-9' })).toHaveValue(address);
    await expect(page.getByRole('link', { name: /Open questionnaire/ })).toHaveAttribute('href', address);
    await expect(page.getByRole('img', { name: 'QR code to answer PHQ-9' })).toBeVisible();
    expect(forms.service.sent).toHaveLength(1);
    expect(forms.service.sent[0]).toMatchObject({ formId: PHQ9, patientId: ANA, recurrenceCycle: 'NOW' });
    expect(await forms.events()).toEqual([
      { type: 'instrument-applied', detail: { patientId: ANA, formId: PHQ9, applicationId: 100 } },
    ]);
  });

  test('needs no pointer: everything is reached and done with the keyboard', async ({ page, forms }) => {
    await forms.open();
    const search = page.getByLabel('Search instruments');
    await search.focus();
    await page.keyboard.type('items');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('listbox')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('option', { name: 'GAD-7' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Remove GAD-7' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('radio', { name: 'Once, now' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Every day' })).toBeChecked();
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Review and confirm' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Send GAD-7 to Ana Lima' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('GAD-7 was sent to Ana Lima.')).toBeVisible();
    await page.getByRole('button', { name: 'Send another' }).press('Enter');
    await expect(page.locator(state('choosing'))).toHaveCount(1);
    await expect(page.getByRole('option', { name: 'GAD-7' })).toContainText('already active');
  });

  test('the list moves by arrows, Home, End and letters, and says how many were found', async ({
    page,
    forms,
  }) => {
    await forms.open();
    const list = page.getByRole('listbox', { name: 'Library' });
    await list.focus();
    const active = () =>
      list.evaluate((element) => {
        const root = element.getRootNode() as ShadowRoot;
        return root.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';
      });
    expect(await active()).toContain('GAD-7');
    await page.keyboard.press('End');
    expect(await active()).toContain('WHO-5');
    await page.keyboard.press('Home');
    await page.keyboard.press('p');
    expect(await active()).toContain('PHQ-9');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { selected: true })).toHaveText([/PHQ-9/]);
    await page.getByRole('button', { name: 'Depression' }).click();
    await expect(page.getByRole('option')).toHaveCount(2);
    await expect(page.locator('#live')).toHaveText('2 instruments');
    await page.getByLabel('Search instruments').fill('anxiety');
    await expect(page.locator('#live')).toContainText('No matching instruments');
    await expect(page.getByRole('button', { name: 'Remove PHQ-9' }), 'what is chosen stays').toBeVisible();
  });

  test('a click on a line far down a long list chooses that line', async ({ page, forms }) => {
    forms.service.library = Array.from({ length: 60 }, (_, index) => ({
      id: `6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f${String(index + 10)}`,
      title: `Scale number ${index + 1}`,
      shortTitle: `SCALE-${index + 1}`,
    }));
    await forms.open();
    await page.getByRole('option', { name: 'SCALE-47' }).click();
    await expect(page.getByRole('option', { selected: true })).toHaveText([/SCALE-47/]);
  });

  test('a form that is not filled in says where, at the field, and goes there', async ({ page, forms }) => {
    await forms.open();
    await page.getByRole('radio', { name: 'Every week' }).check();
    await page.getByLabel('First request on').fill('2020-01-01');
    await page.getByRole('button', { name: 'Continue' }).click();
    const search = page.getByLabel('Search instruments');
    await expect(search).toBeFocused();
    await expect(search).toHaveAccessibleDescription(/Choose at least one instrument/);
    await expect(page.getByLabel('First request on')).toHaveAccessibleDescription(/Choose today or later/);
    await page.getByRole('option', { name: 'WHO-5' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('First request on')).toBeFocused();
    await expect(search).toHaveAccessibleDescription(/^Name, abbreviation/);
  });

  test('the dates foretold are shown with the form and with the confirmation', async ({ page, forms }) => {
    await page.clock.setFixedTime('2026-03-01T15:00:00Z');
    await forms.open('time-zone="America/Sao_Paulo"');
    await page.getByRole('option', { name: 'PHQ-9' }).click();
    await expect(page.locator('[part=preview] li')).toHaveText(['Now']);
    await page.getByRole('radio', { name: 'Every month' }).check();
    await page.getByLabel('First request on').fill('2026-03-31');
    const dates = [
      'Tue, 31 Mar 2026, 08:00',
      'Thu, 30 Apr 2026, 08:00',
      'Sun, 31 May 2026, 08:00',
      'Tue, 30 Jun 2026, 08:00',
      'Fri, 31 Jul 2026, 08:00',
      'and so on, until finished or closed',
    ];
    await expect(page.locator('[part=preview] li')).toHaveText(dates);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.locator('[part=confirm] ol li')).toHaveText(dates);
    await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
    // Nothing was sent yet: the first request goes out on a later day.
    await expect(page.getByText('PHQ-9 is scheduled for Ana Lima.')).toBeVisible();
    expect(forms.service.sent[0]?.startedAt).toBe('2026-03-31T11:00:00.000Z');
  });
});

test('speaks Spanish from the library to the result', async ({ page, forms }) => {
  forms.service.hold(GAD7);
  await forms.open('lang="es" time-zone="America/Sao_Paulo"');
  await expect(page.locator('[part=patient]')).toHaveText('Para Ana Lima, fecha de nacimiento: 4 mar 1990');
  await expect(page.getByRole('option', { name: 'GAD-7' })).toContainText('ya activo');
  await page.getByRole('option', { name: 'PHQ-9' }).click();
  await page.getByRole('radio', { name: 'Todas las semanas' }).check();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Enviar PHQ-9 a Ana Lima' }).click();
  await expect(page.getByText('PHQ-9 se envió a Ana Lima.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Enlace para responder PHQ-9' })).toBeVisible();
  await expect(page.locator('[part=apply]')).toHaveAttribute('lang', 'es');
});

test('several are applied at once, each with its own result, and only what was refused is tried again', async ({
  page,
  forms,
}) => {
  forms.service.endings = ['works', { status: 422, code: 'INVALID_STATE' }, 'works'];
  await forms.open();
  await choose(page, 'PHQ-9', 'GAD-7', 'WHO-5');
  await page.getByRole('button', { name: 'Send PHQ-9, GAD-7 and WHO-5 to Ana Lima' }).click();
  await expect(page.locator('#live')).toHaveText('2 of 3 sent. GAD-7 was not sent.');
  await expect(page.locator('[part=result]')).toHaveCount(3);
  await expect(page.locator('[data-standing=refused]')).toContainText('patient may be inactive');
  await expect(page.locator('[data-standing=refused]')).toContainText(
    'Message from the service: “Told by the service.”',
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Send GAD-7 to Ana Lima' }).click();
  await expect(page.locator('[data-standing=created]')).toHaveCount(3);
  expect(forms.service.sent.map(({ formId }) => formId).filter((id) => id === GAD7)).toHaveLength(2);
  expect(forms.service.applications).toHaveLength(3);
  const applied = (await forms.events()).filter(({ type }) => type === 'instrument-applied');
  expect(new Set(applied.map(({ detail }) => detail.formId)).size).toBe(3);
  expect(applied).toHaveLength(3);
});
