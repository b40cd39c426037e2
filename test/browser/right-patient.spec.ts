import { expect, openPanel, sendOnce, signIn, test } from './stack-fixture.ts';

test.describe('the right patient', () => {
  test('two nearly the same names are marked, told apart, and each shows its own course', async ({
    page,
    stack,
    truth,
  }) => {
    await signIn(page, stack);
    await page.getByLabel('Search patients').fill('maria clara sou');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText(/^2 of \d+ patients$/)).toBeVisible();
    // A name that was typed stays out of the address, and so out of histories and logs.
    expect(new URL(page.url()).search).toBe('');
    const facts = new Set<string>();
    for (const surname of ['Souza', 'Sousa']) {
      const row = page.getByRole('row', { name: new RegExp(`Maria Clara ${surname}`) });
      await expect(row).toContainText('Similar name');
      facts.add((await row.getByRole('cell').nth(0).innerText()).trim());
      facts.add((await row.getByRole('cell').nth(1).innerText()).trim());
    }
    expect(facts.size, 'record numbers and birthdays differ').toBe(4);

    for (const surname of ['Souza', 'Sousa', 'Souza']) {
      const { id } = await truth.patient('Maria Clara', surname);
      const course = await truth.course(id, 'PHQ-9');
      await page.getByRole('link', { name: `Maria Clara ${surname}` }).click();
      await expect(page).toHaveURL(new RegExp(`/patients/${id}$`));
      await expect(page.getByRole('heading', { level: 1, name: `Maria Clara ${surname}` })).toBeVisible();
      await expect(page.locator('instrument-overview')).toHaveAttribute('patient-id', id);
      const panel = await openPanel(page, 'PHQ-9');
      await expect(panel).toHaveAttribute('patient-id', id);
      await expect(panel.getByText('Table', { exact: true })).toBeVisible();
      await expect(panel.getByText(`${course.at(-1)?.score} of 27`)).toBeVisible();
      await page.getByRole('link', { name: 'Patients', exact: true }).click();
    }
  });

  test('a name that holds HTML is text in the list, the chart, the button and the confirmation', async ({
    page,
    stack,
  }) => {
    const name = 'Zuleica <b>"Zu"</b> Nogueira & Filhos <img src=x onerror=alert(1)>';
    await signIn(page, stack);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await sendOnce(page, name, 'WHO-5');
    await expect(page.getByText(`WHO-5 was sent to ${name}.`, { exact: true })).toBeVisible();
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
    await expect(page.locator('b', { hasText: /^"Zu"$/ })).toHaveCount(0);
  });

  test('a patient of the other professional does not exist here', async ({ page, stack, truth }) => {
    const { id } = await truth.patient('Rafael', 'Teixeira');
    const bruno = stack.signIns[1];
    await page.goto(stack.urls.ehr);
    await page.getByLabel('E-mail').fill(bruno?.email ?? '');
    await page.getByLabel('Password').fill(bruno?.password ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Patients' })).toBeVisible();
    await page.goto(`${stack.urls.ehr}/patients/${id}`);
    await expect(page.getByRole('alert')).toContainText('Patient not found');
    await expect(page.getByText('Rafael')).toHaveCount(0);
  });
});
