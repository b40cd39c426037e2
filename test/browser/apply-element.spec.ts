import AxeBuilder from '@axe-core/playwright';
import { choose, expect, test } from './apply-fixture.ts';
import { GAD7 } from './apply-service.ts';
import { longUnless } from './long.ts';
import { ANA, BRUNO, PHQ9 } from './panel-data.ts';

const state = (name: string) => `instrument-apply:state(${name})`;

test.describe('the main way', () => {
  test('finds by text, confirms with the patient named, and gives link and QR code', async ({
    page,
    forms,
  }) => {
    await forms.open();
    await expect(page.locator('[part=patient]')).toHaveText('For Ana Lima, born 4 Mar 1990');
    await page.getByLabel('Find in the library').fill('phq9');
    await expect(page.getByRole('option')).toHaveText([/PHQ-9/]);
    await choose(page, 'PHQ-9');
    await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeFocused();
    await page.getByRole('button', { name: 'Apply PHQ-9 to Ana Lima' }).click();
    await expect(page.getByText('PHQ-9 was applied to Ana Lima.')).toBeVisible();
    await expect(page.locator(state('applied'))).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Result' })).toBeFocused();
    const address = forms.service.applications[0]?.urlToAnswer ?? '';
    await expect(page.getByRole('textbox', { name: 'Link to answer PHQ-9' })).toHaveValue(address);
    await expect(page.getByRole('link', { name: /Open the patient’s page/ })).toHaveAttribute(
      'href',
      address,
    );
    await expect(page.getByRole('img', { name: 'QR code of the link to answer PHQ-9' })).toBeVisible();
    expect(forms.service.sent).toHaveLength(1);
    expect(forms.service.sent[0]).toMatchObject({ formId: PHQ9, patientId: ANA, recurrenceCycle: 'NOW' });
    expect(await forms.events()).toEqual([
      { type: 'instrument-applied', detail: { patientId: ANA, formId: PHQ9, applicationId: 100 } },
    ]);
  });

  test('needs no pointer: everything is reached and done with the keyboard', async ({ page, forms }) => {
    await forms.open();
    const search = page.getByLabel('Find in the library');
    await search.focus();
    await page.keyboard.type('items');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('listbox')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('option', { name: 'GAD-7' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Remove GAD-7' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('radio', { name: 'Once, at once' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Every day' })).toBeChecked();
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Apply GAD-7 to Ana Lima' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('GAD-7 was applied to Ana Lima.')).toBeVisible();
    await page.getByRole('button', { name: 'Apply another' }).press('Enter');
    await expect(page.locator(state('choosing'))).toHaveCount(1);
    await expect(page.getByRole('option', { name: 'GAD-7' })).toContainText('already in use');
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
    await page.getByLabel('Find in the library').fill('anxiety');
    await expect(page.locator('#live')).toContainText('No instrument of the library fits');
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
    const search = page.getByLabel('Find in the library');
    await expect(search).toBeFocused();
    await expect(search).toHaveAccessibleDescription(/Choose at least one instrument/);
    await expect(page.getByLabel('First request on')).toHaveAccessibleDescription(/Give a day from today on/);
    await page.getByRole('option', { name: 'WHO-5' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('First request on')).toBeFocused();
    await expect(search).toHaveAccessibleDescription(/^A name, a short name/);
  });

  test('the dates foretold are shown with the form and with the confirmation', async ({ page, forms }) => {
    await page.clock.setFixedTime('2026-03-01T15:00:00Z');
    await forms.open('time-zone="America/Sao_Paulo"');
    await page.getByRole('option', { name: 'PHQ-9' }).click();
    await expect(page.locator('[part=preview] li')).toHaveText(['At once']);
    await page.getByRole('radio', { name: 'Every month' }).check();
    await page.getByLabel('First request on').fill('2026-03-31');
    const dates = [
      'Tue, 31 Mar 2026, 08:00',
      'Thu, 30 Apr 2026, 08:00',
      'Sun, 31 May 2026, 08:00',
      'Tue, 30 Jun 2026, 08:00',
      'Fri, 31 Jul 2026, 08:00',
      'and so on, until it is finished or closed',
    ];
    await expect(page.locator('[part=preview] li')).toHaveText(dates);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.locator('[part=confirm] ol li')).toHaveText(dates);
    await page.getByRole('button', { name: 'Apply PHQ-9 to Ana Lima' }).click();
    await expect(page.getByText('PHQ-9 was applied')).toBeVisible();
    expect(forms.service.sent[0]?.startedAt).toBe('2026-03-31T11:00:00.000Z');
  });
});

test.describe('what the patient has already', () => {
  test('is said in the list and at the confirmation, and nobody applies twice unknowingly', async ({
    page,
    forms,
  }) => {
    forms.service.hold(PHQ9);
    forms.service.hold(GAD7, { status: 'FINISHED' });
    await forms.open('time-zone="America/Sao_Paulo"');
    await expect(page.getByRole('option', { name: 'PHQ-9' })).toContainText('already in use');
    await expect(page.getByRole('option', { name: 'GAD-7' })).not.toContainText('already in use');
    await choose(page, 'PHQ-9');
    await expect(page.locator('[part=in-use]')).toContainText(
      'Already in use: every week, since Tue, 3 Mar 2026, next request Tue, 24 Nov 2026.',
    );
    await page.getByRole('button', { name: 'Apply PHQ-9 to Ana Lima' }).click();
    const box = page.getByRole('checkbox', { name: 'Apply PHQ-9 a second time all the same' });
    await expect(box).toBeFocused();
    await expect(box).toHaveAccessibleDescription(/Tick this/);
    expect(forms.service.sent).toEqual([]);
    await box.check();
    await page.getByRole('button', { name: 'Apply PHQ-9 to Ana Lima' }).click();
    await expect(page.getByText('PHQ-9 was applied to Ana Lima.')).toBeVisible();
    expect(forms.service.applications).toHaveLength(3);
  });

  test('is read once more before anything is sent: what came meanwhile is shown first', async ({
    page,
    forms,
  }) => {
    await forms.open();
    await choose(page, 'PHQ-9');
    const apply = page.getByRole('button', { name: 'Apply PHQ-9 to Ana Lima' });
    await expect(apply).toBeVisible();
    forms.service.hold(PHQ9);
    await apply.click();
    await expect(page.getByRole('alert')).toContainText('What this patient has in use has changed meanwhile');
    await expect(page.locator('[part=in-use]')).toContainText('Already in use');
    expect(forms.service.sent).toEqual([]);
  });

  test('where a row of it cannot be read, that is said and asks for a word', async ({ page, forms }) => {
    forms.service.hold(PHQ9, { status: 'UNHEARD_OF' as 'PAUSED' });
    await forms.open();
    await expect(page.getByText('1 application of this patient could not be read')).toBeVisible();
    await choose(page, 'PHQ-9');
    await expect(page.locator('[part=in-use]')).toContainText('could not be read');
    await page.getByRole('button', { name: 'Apply PHQ-9 to Ana Lima' }).click();
    expect(forms.service.sent).toEqual([]);
  });
});

test('several are applied at once, each with its own result, and only what was refused is tried again', async ({
  page,
  forms,
}) => {
  forms.service.endings = ['works', { status: 422, code: 'INVALID_STATE' }, 'works'];
  await forms.open();
  await choose(page, 'PHQ-9', 'GAD-7', 'WHO-5');
  await page.getByRole('button', { name: 'Apply 3 instruments to Ana Lima' }).click();
  await expect(page.locator('#live')).toHaveText('2 of 3 applied. GAD-7 was not applied.');
  await expect(page.locator('[part=result]')).toHaveCount(3);
  await expect(page.locator('[data-standing=refused]')).toContainText(
    'relation with this patient may be inactive',
  );
  await expect(page.locator('[data-standing=refused]')).toContainText(
    'The service says: “Told by the service.”',
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Apply GAD-7 to Ana Lima' }).click();
  await expect(page.locator('[data-standing=created]')).toHaveCount(3);
  expect(forms.service.sent.map(({ formId }) => formId).filter((id) => id === GAD7)).toHaveLength(2);
  expect(forms.service.applications).toHaveLength(3);
  const applied = (await forms.events()).filter(({ type }) => type === 'instrument-applied');
  expect(new Set(applied.map(({ detail }) => detail.formId)).size).toBe(3);
  expect(applied).toHaveLength(3);
});

test('an instrument that is applied a second time, knowingly, leaves the first result where it was', async ({
  page,
  forms,
}) => {
  forms.service.endings = ['works', { status: 422, code: 'INVALID_STATE' }, 'works'];
  await forms.open();
  await choose(page, 'PHQ-9', 'GAD-7');
  await page.getByRole('button', { name: 'Apply 2 instruments to Ana Lima' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await choose(page, 'PHQ-9');
  await page.getByRole('checkbox', { name: 'Apply PHQ-9 a second time' }).check();
  await page.getByRole('button', { name: 'Apply 2 instruments to Ana Lima' }).click();
  await expect(page.locator('[data-standing=created]')).toHaveCount(3);
  const links = await page
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  expect(new Set(links).size, 'each with its own link').toBe(3);
});

test.describe('the right patient', () => {
  test('is read again before anything is sent: a record that has changed asks for a new confirmation', async ({
    page,
    forms,
  }) => {
    await forms.open();
    await choose(page, 'PHQ-9');
    const apply = page.getByRole('button', { name: 'Apply PHQ-9 to Ana Lima' });
    await expect(apply).toBeVisible();
    forms.service.patients = [{ serviceId: ANA, name: 'Ana', surname: 'Limeira', birthday: null }];
    await apply.click();
    await expect(page.getByRole('alert')).toContainText('The patient’s record has changed meanwhile');
    await expect(page.getByRole('button', { name: 'Apply PHQ-9 to Ana Limeira' })).toBeVisible();
    await expect(page.getByText('Ana Lima,')).toHaveCount(0);
    expect(forms.service.sent).toEqual([]);
  });

  test('a change of patient empties the form at once, and the new one is read', async ({ page, forms }) => {
    await forms.open();
    await choose(page, 'PHQ-9');
    await expect(page.getByRole('button', { name: 'Apply PHQ-9 to Ana Lima' })).toBeVisible();
    const seen = await page.locator('instrument-apply').evaluate((element, patientId) => {
      element.setAttribute('patient-id', patientId);
      // In the same task: nothing of the patient before may be seen even for one frame.
      return element.shadowRoot?.textContent ?? '';
    }, BRUNO);
    expect(seen).not.toContain('Ana');
    await expect(page.locator('[part=patient]')).toHaveText('For Bruno Reis, born 30 Nov 1984');
    await expect(
      page.getByRole('heading', { name: 'Apply an instrument' }),
      'who was in it stays there',
    ).toBeFocused();
    await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
    await expect(page.getByText('Ana Lima')).toHaveCount(0);
  });

  test('a change of patient while it is being applied stops the rest, drops the answer, and says so', async ({
    page,
    forms,
  }) => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    forms.service.writes = async () => {
      arrive();
      await released;
    };
    await forms.open();
    await choose(page, 'PHQ-9', 'GAD-7');
    await page.getByRole('button', { name: 'Apply 2 instruments to Ana Lima' }).click();
    await arrived;
    await page.locator('instrument-apply').evaluate((element, patientId) => {
      element.setAttribute('patient-id', patientId);
    }, BRUNO);
    await expect(page.locator('[part=patient]')).toContainText('Bruno Reis');
    release();
    await expect(page.getByRole('alert').first()).toContainText(
      'An application to the patient shown before was interrupted',
    );
    await page.getByRole('option', { name: 'WHO-5' }).click();
    await expect(page.getByText('was applied')).toHaveCount(0);
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
    await expect(page.getByRole('alert')).toContainText('Sign in again');
    await expect(page.getByText('Ana Lima')).toHaveCount(0);
  });
});

test('a name that holds HTML is text everywhere', async ({ page, forms }) => {
  const name = '<b>Júlia</b> <img src=x onerror=alert(1)>';
  forms.service.patients = [{ serviceId: ANA, name, surname: '& Filhos' }];
  forms.service.library = [{ id: PHQ9, title: '<i>Title</i>', shortTitle: '<u>S</u>', tags: null }];
  await forms.open();
  await choose(page, '<u>S</u>');
  await page.getByRole('button', { name: `Apply <u>S</u> to ${name} & Filhos` }).click();
  await expect(page.getByText(`<u>S</u> was applied to ${name} & Filhos.`)).toBeVisible();
  await expect(page.locator('instrument-apply').locator('img[src=x], i, u, b b')).toHaveCount(0);
});

test('a link that is no address of the web becomes neither a link nor a QR code', async ({ page, forms }) => {
  await forms.open();
  forms.service.hold = (
    (hold) => (formId, more) =>
      hold.call(forms.service, formId, { ...more, urlToAnswer: 'javascript:alert(1)' })
  )(forms.service.hold);
  await choose(page, 'PHQ-9');
  await page.getByRole('button', { name: 'Apply PHQ-9 to Ana Lima' }).click();
  await expect(page.getByText('The service sent no web address')).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);
});

test('a link is copied, and shared where the browser can', async ({ page, context, forms }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Object.assign(globalThis, { shared: [] });
    Object.defineProperty(navigator, 'share', {
      value: async (data: unknown) => void Reflect.get(globalThis, 'shared').push(data),
    });
  });
  await forms.open();
  await choose(page, 'PHQ-9');
  await page.getByRole('button', { name: 'Apply PHQ-9 to Ana Lima' }).click();
  const address = 'https://answer.example/answer/token-100';
  await page.getByRole('button', { name: 'Share link' }).click();
  const shared = await page.evaluate(() => Reflect.get(globalThis, 'shared'));
  expect(shared, 'without a name').toEqual([{ text: 'Please answer this questionnaire:', url: address }]);
  // A page without a secure origin has no clipboard: it is said, and the link is selected to be copied by hand.
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/Link copied\.|copy it by hand/)).toBeVisible();
});

test.describe('axe finds nothing', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`in any step, ${colorScheme}`, longUnless(colorScheme === 'light'), async ({ page, forms }) => {
      const audit = async () => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      forms.service.hold(PHQ9);
      forms.service.endings = ['works', { status: 422, code: 'INVALID_STATE' }];
      await forms.open('lang="pt-BR"');
      await page.getByRole('radio', { name: 'Toda semana' }).check();
      await page.getByRole('button', { name: 'Continuar' }).click();
      await expect(page.getByText('Escolha ao menos um instrumento')).toBeVisible();
      await audit();
      await page.getByRole('option', { name: 'PHQ-9' }).click();
      await page.getByRole('option', { name: 'GAD-7' }).click();
      await page.getByRole('button', { name: 'Depression' }).click();
      await audit();
      await page.getByRole('button', { name: 'Continuar' }).click();
      await page.getByRole('button', { name: 'Aplicar 2 instrumentos a Ana Lima' }).click();
      await audit();
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Aplicar 2 instrumentos a Ana Lima' }).click();
      await expect(page.locator(state('applied'))).toHaveCount(1);
      await audit();
    });
  }
});

test.describe('on a telephone of 360 px', () => {
  test.use({ viewport: { width: 360, height: 720 }, hasTouch: true, isMobile: true });
  for (const dir of ['ltr', 'rtl']) {
    test(`fingers get 44 px and nothing is wider than the page, ${dir}`, async ({ page, forms }) => {
      const measure = async () => {
        const small = await page.locator('instrument-apply').evaluate((element) => {
          const targets =
            'button, a, label:has(input), input:not([type=radio], [type=checkbox]), [role=option]';
          return [...(element.shadowRoot?.querySelectorAll<HTMLElement>(targets) ?? [])]
            .filter((target) => target.checkVisibility())
            .filter((target) => target.getBoundingClientRect().height < 44)
            .map((target) => target.textContent);
        });
        expect(small).toEqual([]);
        const { scroll, width } = await page.evaluate(() => ({
          scroll: document.documentElement.scrollWidth,
          width: document.documentElement.clientWidth,
        }));
        expect(scroll).toBeLessThanOrEqual(width);
      };
      forms.service.hold(PHQ9);
      await forms.open(`dir="${dir}" density="compact"`);
      await page.getByRole('radio', { name: 'Every week' }).check();
      await page.getByRole('option', { name: 'PHQ-9' }).click();
      await measure();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('checkbox').check();
      await measure();
      await page.getByRole('button', { name: 'Apply PHQ-9 to Ana Lima' }).click();
      await expect(page.locator(state('applied'))).toHaveCount(1);
      await measure();
    });
  }
});
