import { expect, state, test } from './apply-fixture.ts';
import { GAD7 } from './apply-service.ts';
import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { PHQ9 } from './panel-data.ts';

test.describe('axe finds nothing', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`in any step, ${colorScheme}`, longUnless(colorScheme === 'light'), async ({ page, forms }) => {
      const audit = async () => expect((await axeOf(page).analyze()).violations).toEqual([]);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      forms.service.hold(PHQ9);
      forms.service.endings = ['works', { status: 422, code: 'INVALID_STATE' }];
      forms.batteries = [
        { name: 'Triagem', instruments: [PHQ9, GAD7] },
        { name: 'Internação', instruments: [crypto.randomUUID()] },
        {},
      ];
      await forms.open('lang="pt-BR" next-visit="2099-03-09"');
      await page.getByRole('radio', { name: 'Toda semana' }).check();
      await page.getByRole('button', { name: 'Continuar' }).click();
      await expect(page.getByText('Escolha ao menos um instrumento')).toBeVisible();
      await audit();
      await page.getByRole('button', { name: 'Triagem PHQ-9 e GAD-7' }).click();
      await page.getByRole('button', { name: 'Na próxima consulta: seg., 9 mar. 2099' }).click();
      await page.getByRole('button', { name: 'Depression' }).click();
      await audit();
      await page.getByRole('button', { name: 'Continuar' }).click();
      await page.getByRole('button', { name: 'Enviar PHQ-9 e GAD-7 a Ana Lima, a partir de' }).click();
      await audit();
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Enviar PHQ-9 e GAD-7 a Ana Lima, a partir de' }).click();
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
      await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
      await expect(page.locator(state('applied'))).toHaveCount(1);
      await measure();
    });
  }
});
