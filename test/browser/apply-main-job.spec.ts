import { answerAs, expect, signIn, test } from './stack-fixture.ts';

test('a clinician finds an instrument, sees what is in use, applies it, and the patient answers by its link', async ({
  page,
  context,
  stack,
  truth,
}) => {
  const { id } = await truth.patient('André', 'Nunes');
  const before = await truth.course(id, 'GAD-7');
  await signIn(page, stack);
  await page.getByRole('link', { name: 'André Nunes' }).click();
  await page.getByRole('link', { name: 'Send a questionnaire to André Nunes' }).click();
  const form = page.locator('instrument-apply');
  await expect(form.locator('[part=patient]')).toContainText('For André Nunes, born');
  await form.getByLabel('Search instruments').fill('gad7');
  await form.getByRole('option', { name: 'GAD-7' }).click();
  await form.getByLabel('Search instruments').fill('');
  await form.getByRole('button', { name: 'Well-being' }).click();
  await form.getByRole('option', { name: 'WHO-5' }).click();
  await form.getByRole('button', { name: 'Continue' }).click();
  // Whatever the clinic of this seed has in use of them is confirmed by name.
  const apply = form.getByRole('button', { name: 'Send GAD-7 and WHO-5 to André Nunes' });
  await expect(apply).toBeVisible();
  for (const box of await form.getByRole('checkbox').all()) await box.check();
  await apply.click();
  await expect(form.getByText('GAD-7 was sent to André Nunes.')).toBeVisible();
  await expect(form.getByText('WHO-5 was sent to André Nunes.')).toBeVisible();
  await expect(form.getByRole('img', { name: 'QR code to answer WHO-5' })).toBeVisible();

  const gad7 = form.locator('[part=result]').filter({ hasText: 'GAD-7 was sent' });
  const link = gad7.getByRole('link', { name: /Open questionnaire/ });
  expect(await link.getAttribute('href')).toBe(await gad7.getByRole('textbox').inputValue());
  const [patientPage] = await Promise.all([context.waitForEvent('page'), link.click()]);
  // Spitzer, Kroenke, Williams, Löwe 2006: seven items at 1 make 7.
  expect(await answerAs(patientPage, 1)).toBe(7);
  await expect(patientPage.getByRole('heading', { name: /thank/i })).toBeVisible();
  await expect.poll(async () => (await truth.course(id, 'GAD-7')).length).toBe(before.length + 1);
  expect((await truth.course(id, 'GAD-7')).at(-1)?.score).toBe(7);

  await form.getByRole('button', { name: 'Send another' }).click();
  await expect(form.getByRole('option', { name: 'WHO-5' })).toContainText('already active');
});

test('what is foretold is what the service then has, in Portuguese too', async ({ page, stack }) => {
  await signIn(page, stack);
  await page.getByRole('link', { name: 'Português' }).click();
  await page.getByRole('link', { name: 'Vitória Campos' }).click();
  await page.getByRole('link', { name: 'Enviar um questionário a Vitória Campos' }).click();
  const form = page.locator('instrument-apply');
  await form.getByRole('option', { name: 'PCL-5' }).click();
  await form.getByRole('radio', { name: 'Toda semana' }).check();
  // Far enough ahead of the service's clock and of this machine's.
  await form.getByLabel('Primeira solicitação em').fill('2030-03-04');
  const first = form.locator('[part=preview] li').first();
  await expect(first).toContainText('4 mar. 2030, 08:00');
  const foretold = await first.innerText();
  await form.getByRole('button', { name: 'Continuar' }).click();
  const apply = form.getByRole('button', { name: 'Enviar PCL-5 a Vitória Campos' });
  await expect(apply).toBeVisible();
  for (const box of await form.getByRole('checkbox').all()) await box.check();
  await apply.click();
  await expect(form.getByText('PCL-5 está programado para Vitória Campos.')).toBeVisible();
  await expect(form.getByText(`Próxima solicitação em ${foretold}`)).toBeVisible();
});
