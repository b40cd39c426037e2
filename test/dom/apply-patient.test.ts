import { describe } from 'vitest';
import { ANA, BRUNO, PHQ9 } from '../browser/panel-data.ts';
import { choose, expect, test } from './apply-fixture.ts';

const state = (name: string) => `instrument-apply:state(${name})`;

describe('the right patient', () => {
  test('is read again before anything is sent: a record that has changed asks for a new confirmation', async ({
    page,
    forms,
  }) => {
    await forms.open();
    await choose(page, 'PHQ-9');
    const apply = page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' });
    await expect(apply).toBeVisible();
    forms.service.patients = [{ serviceId: ANA, name: 'Ana', surname: 'Limeira', birthday: null }];
    await apply.click();
    await expect(page.getByRole('alert')).toContainText('The patient’s record has just changed');
    await expect(page.getByRole('button', { name: 'Send PHQ-9 to Ana Limeira' })).toBeVisible();
    await expect(page.getByText('Ana Lima,')).toHaveCount(0);
    expect(forms.service.sent).toEqual([]);
  });

  test('a change of patient while it is being applied stops the rest, drops the answer, and says so', async ({
    page,
    forms,
  }) => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    forms.service.writes = async () => {
      arrive();
      await released;
    };
    await forms.open();
    await choose(page, 'PHQ-9', 'GAD-7');
    await page.getByRole('button', { name: 'Send PHQ-9 and GAD-7 to Ana Lima' }).click();
    await arrived;
    await page.locator('instrument-apply').evaluate((element, patientId) => {
      element.setAttribute('patient-id', patientId);
    }, BRUNO);
    await expect(page.locator('[part=patient]')).toContainText('Bruno Reis');
    release();
    await expect(page.getByRole('alert').first()).toContainText(
      'Sending to the previous patient was interrupted',
    );
    await page.getByRole('option', { name: 'WHO-5' }).click();
    await expect(page.getByText('was sent')).toHaveCount(0);
    expect(forms.service.sent.map(({ formId }) => formId)).toEqual([PHQ9]);
    expect((await forms.events()).filter(({ type }) => type === 'instrument-applied')).toEqual([]);
  });

  test('an answer about somebody else is not used', async ({ page, forms }) => {
    forms.service.reads = async (what, route) => {
      if (what === 'patient') await route.fulfill({ json: forms.service.patients[1] });
      return what === 'patient';
    };
    await forms.open();
    await expect(page.locator(state('error'))).toHaveCount(1);
    await expect(page.getByRole('alert')).toContainText('about another patient or instrument');
    await expect(page.getByText('Bruno')).toHaveCount(0);
  });

  test('a logout empties the form and asks for a sign-in', async ({ page, forms }) => {
    await forms.open();
    await choose(page, 'PHQ-9');
    await page.evaluate(() => (globalThis as unknown as { kit: { logout(): void } }).kit.logout());
    await expect(page.getByRole('alert')).toContainText('Your sign-in has expired. Sign in');
    await expect(page.getByText('Ana Lima')).toHaveCount(0);
  });
});

test('a name that holds HTML is text everywhere', async ({ page, forms }) => {
  const name = '<b>Júlia</b> <img src=x onerror=alert(1)>';
  forms.service.patients = [{ serviceId: ANA, name, surname: '& Filhos' }];
  forms.service.library = [{ id: PHQ9, title: '<i>Title</i>', shortTitle: '<u>S</u>', tags: null }];
  await forms.open();
  await choose(page, '<u>S</u>');
  await page.getByRole('button', { name: `Send <u>S</u> to ${name} & Filhos` }).click();
  await expect(page.getByText(`<u>S</u> was sent to ${name} & Filhos.`)).toBeVisible();
  await expect(page.locator('instrument-apply').locator('img[src=x], i, u, b b')).toHaveCount(0);
});
