import { describe } from 'vitest';
import { LIBRARY } from '../browser/apply-service.ts';
import { hurryLooks } from '../browser/hurry.ts';
import { ANA, BRUNO, PHQ9 } from '../browser/panel-data.ts';
import { choose, expect, test } from './apply-fixture.ts';

const state = (name: string) => `instrument-apply:state(${name})`;

describe('what cannot be read', () => {
  const cases = [
    [401, 'TOKEN_EXPIRED', 'Your sign-in has expired'],
    [401, 'TOKEN_INVALID', 'This page could not get access'],
    [403, 'FORBIDDEN', 'You do not have permission to send questionnaires'],
    [404, 'INTEGRATION_NOT_FOUND', 'not found, or the professional is not linked'],
    [500, 'INTERNAL', 'The service is not working'],
  ] as const;
  for (const [status, code, sentence] of cases) {
    test(`${status} ${code} says what to do, and offers to try again`, async ({ page, forms }) => {
      forms.service.reads = async (_, route) => {
        await route.fulfill({ status, json: { code, message: '' } });
        return true;
      };
      await forms.open();
      await expect(page.getByRole('alert')).toContainText(sentence);
      await expect(page.locator(state('error'))).toHaveCount(1);
      const [event] = await forms.events();
      expect(event).toMatchObject({ type: 'instrument-error', detail: { patientId: ANA, formId: null } });
      forms.service.reads = async () => false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.locator('[part=patient]')).toContainText('Ana Lima');
    });
  }

  test('reload() reads patient and library anew', async ({ page, forms }) => {
    forms.service.library = [];
    await forms.open();
    await expect(page.locator('[part=patient]')).toContainText('Ana Lima');
    await expect(page.getByRole('option')).toHaveCount(0);
    forms.service.library = LIBRARY;
    await page
      .locator('instrument-apply')
      .evaluate((form) => (form as HTMLElement & { reload(): void }).reload());
    await expect(page.getByRole('option', { name: 'PHQ-9' })).toBeVisible();
  });

  test('a missing and a malformed attribute are named, on the console too', async ({ page, forms }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await forms.open('', 'ana-lima');
    await expect(page.getByRole('alert')).toContainText('patient-id is not valid');
    await expect
      .poll(() => said.join('\n'))
      .toContain('<instrument-apply> The attribute patient-id holds other text: it takes a UUID.');
    expect(said.join(), 'not the value, which may be a patient’s').not.toContain('ana-lima');
    await page.locator('instrument-apply').evaluate((element) => element.removeAttribute('patient-id'));
    await expect(page.getByRole('alert')).toContainText('patient-id is missing');
  });

  test('what names the patient, the professional or the proxy stops the form, until it is corrected', async ({
    page,
    forms,
  }) => {
    await forms.open();
    const form = page.locator('instrument-apply');
    for (const [name, given] of [
      ['professional-id', '12'],
      ['base-url', 'clinic.example'],
    ] as const) {
      await expect(page.locator('[part=patient]')).toContainText('Ana Lima');
      const before = await form.evaluate(
        (element, [attribute, wrong]) => {
          const right = element.getAttribute(attribute);
          element.setAttribute(attribute, wrong);
          return right;
        },
        [name, given] as const,
      );
      await expect(page.locator(state('error'))).toHaveCount(1);
      await expect(page.getByRole('alert')).toContainText(`The attribute ${name} is not valid`);
      await expect(page.getByText('Ana Lima')).toHaveCount(0);
      expect((await forms.events()).at(-1)).toMatchObject({ detail: { attribute: name } });
      await form.evaluate(
        (element, [attribute, right]) => {
          if (right === null) element.removeAttribute(attribute);
          else element.setAttribute(attribute, right);
        },
        [name, before] as const,
      );
    }
  });

  test('other wrong attributes are warned of, and a wrong time zone is said in the form', async ({
    page,
    forms,
  }) => {
    const told: string[] = [];
    page.on('console', (message) => told.push(`${message.type()} ${message.text()}`));
    await forms.open();
    const form = page.locator('instrument-apply');
    for (const [name, given, said] of [
      ['heading-level', '0', 'is "0": it takes a whole number from 1 to 6.'],
      ['lang', 'pt_BR', 'is "pt_BR": it takes a language tag such as pt-BR.'],
      ['dir', 'left', 'is "left": it takes ltr or rtl or auto.'],
      ['density', 'cosy', 'is "cosy": it takes comfortable or compact.'],
      ['time-zone', 'Lisbon', 'is "Lisbon": it takes an IANA name such as Europe/Lisbon.'],
    ] as const) {
      await form.evaluate((element, [attribute, wrong]) => element.setAttribute(attribute, wrong), [
        name,
        given,
      ] as const);
      await expect
        .poll(() => told.join('\n'))
        .toContain(`warning <instrument-apply> The attribute ${name} ${said} Its default is used instead.`);
      await expect(page.locator(state('choosing'))).toHaveCount(1);
    }
    await expect(page.getByRole('alert')).toHaveText(/dates are in the browser’s time zone/);
    await form.evaluate((element) => element.setAttribute('time-zone', 'Europe/Lisbon'));
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('what the patient has cannot be read: nothing is applied, and everything typed is kept', async ({
    page,
    forms,
  }) => {
    await forms.open();
    await page.getByLabel('Search instruments').fill('phq');
    await page.getByRole('radio', { name: 'Every week' }).check();
    await page.getByLabel('First request on').fill('2099-03-02');
    forms.service.reads = async (what, route) => {
      if (what === 'applications')
        await route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: '' } });
      return what === 'applications';
    };
    await choose(page, 'PHQ-9');
    await expect(page.getByRole('alert')).toContainText('You do not have permission');
    await expect(page.getByRole('alert')).toContainText('Nothing was sent.');
    await expect(page.getByLabel('Search instruments')).toHaveValue('phq');
    await expect(page.getByLabel('First request on')).toHaveValue('2099-03-02');
    await expect(page.getByRole('radio', { name: 'Every week' })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Remove PHQ-9' })).toBeVisible();
    forms.service.reads = async () => false;
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' })).toBeVisible();
  });

  test('an instrument that cannot be read is counted, and the others are there', async ({ page, forms }) => {
    forms.service.library = [...forms.service.library, { id: 'no-uuid', title: 'Broken' }];
    await forms.open();
    await expect(page.getByRole('option')).toHaveCount(3);
    await expect(page.getByText('1 instrument could not be read')).toBeVisible();
  });

  test('an answer that comes late, for the patient before, is dropped', async ({ page, forms }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let isFirst = true;
    forms.service.reads = async (what) => {
      if (what === 'patient' && isFirst) {
        isFirst = false;
        await released;
      }
      return false;
    };
    await forms.open();
    await expect.poll(() => isFirst).toBe(false);
    await page.locator('instrument-apply').evaluate((element, patientId) => {
      element.setAttribute('patient-id', patientId);
    }, BRUNO);
    await expect(page.locator('[part=patient]')).toContainText('Bruno Reis');
    release();
    await choose(page, 'PHQ-9');
    await expect(page.getByRole('button', { name: 'Send PHQ-9 to Bruno Reis' })).toBeVisible();
    await expect(page.getByText('Ana')).toHaveCount(0);
  });
});

describe('what is refused', () => {
  const cases = [
    [422, 'INVALID_STATE', 'The patient may be inactive: reactivate them, then try again.'],
    [403, 'FORBIDDEN', 'You do not have permission to send questionnaires to this patient.'],
    [429, 'RATE_LIMITED', 'too many requests. Wait a moment and try again.'],
  ] as const;
  for (const [status, code, sentence] of cases) {
    test(`${status} says what to do; a second try begins at the confirmation`, async ({ page, forms }) => {
      forms.service.endings = [{ status, code }, 'works'];
      await forms.open();
      await choose(page, 'PHQ-9');
      await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
      await expect(page.locator('[data-standing=refused]')).toContainText(sentence);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
      await expect(page.getByText('PHQ-9 was sent to Ana Lima.')).toBeVisible();
      expect(forms.service.applications).toHaveLength(1);
    });
  }
});

describe('a lost answer', () => {
  test.beforeEach(({ page }) => hurryLooks(page));

  test('after the application was made: it is looked up, found, and there once', async ({ page, forms }) => {
    forms.service.endings = ['lost-after'];
    await forms.open();
    await choose(page, 'PHQ-9');
    await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
    await expect(page.getByText('PHQ-9 was sent to Ana Lima.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Link to answer PHQ-9' })).toHaveValue(/token-100$/);
    expect(forms.service.applications).toHaveLength(1);
    expect(forms.service.sent).toHaveLength(1);
    expect((await forms.events()).map(({ type }) => type)).toEqual(['instrument-applied']);
  });

  test('before it was made: it is looked up, said not to be there, and a second try makes one', async ({
    page,
    forms,
  }) => {
    forms.service.endings = ['lost-before', 'works'];
    const { promise: looked, resolve: look } = Promise.withResolvers<void>();
    forms.service.writes = async () => {
      forms.service.reads = async () => {
        await looked;
        return false;
      };
    };
    await forms.open();
    await choose(page, 'PHQ-9');
    await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
    await expect(page.getByText('PHQ-9: outcome unknown, checking')).toHaveCount(2);
    look();
    await expect(
      page.getByText('PHQ-9 was not sent: the service has no record of it.').first(),
    ).toBeVisible();
    expect(forms.service.applications).toHaveLength(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
    await expect(page.getByText('PHQ-9 was sent to Ana Lima.')).toBeVisible();
    expect(forms.service.applications).toHaveLength(1);
  });

  test('that cannot be looked up either is unknown: nothing is sent again, and it can be checked later', async ({
    page,
    forms,
  }) => {
    forms.service.endings = ['lost-after'];
    forms.service.writes = async () => {
      forms.service.reads = async (_, route) => {
        await route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: '' } });
        return true;
      };
    };
    await forms.open();
    await choose(page, 'PHQ-9');
    await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
    await expect(page.locator(state('unknown'))).toHaveCount(1);
    // A reload does not forget it.
    await page
      .locator('instrument-apply')
      .evaluate((form) => (form as HTMLElement & { reload(): void }).reload());
    await expect(page.locator(state('unknown'))).toHaveCount(1);
    await expect(page.locator('[data-standing=unknown]')).toContainText(
      'Do not send it again yet. Check again',
    );
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    expect((await forms.events()).filter(({ type }) => type === 'instrument-applied')).toEqual([]);
    forms.service.reads = async () => false;
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('PHQ-9 was sent to Ana Lima.')).toBeVisible();
    expect(forms.service.sent.map(({ formId }) => formId)).toEqual([PHQ9]);
    expect(forms.service.applications).toHaveLength(1);
  });

  test('two clicks on the button are one application', async ({ page, forms }) => {
    await forms.open();
    await choose(page, 'PHQ-9');
    await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await expect(page.getByText('PHQ-9 was sent to Ana Lima.')).toBeVisible();
    expect(forms.service.sent).toHaveLength(1);
  });
});
