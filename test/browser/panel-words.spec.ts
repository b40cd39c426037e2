import type { Page } from '@playwright/test';
import { longSentences, SENTENCE_WORDS_MAX, sentences, words } from './heard.ts';
import { PHQ9, phq9 } from './panel-data.ts';
import { attributes, expect, test } from './panel-fixture.ts';

/** The most words that a panel without a flag shows. */
const WORDS_MAX = 40;

/** Titles as the service may send them in each language, and what is seen of each. */
const TITLES = {
  en: ['Patient Health Questionnaire, 9 items', 'Moderate', 'Moderately severe'],
  'pt-BR': ['Questionário sobre a Saúde do Paciente, 9 itens', 'Moderada', 'Moderadamente grave'],
  es: ['Cuestionario sobre la Salud del Paciente, 9 ítems', 'Moderada', 'Moderadamente grave'],
} as const;

/** A course with all that a panel can say without a flag: change of class, missed requests, plan, AI summary. */
function full(lang: keyof typeof TITLES, scores = [9, 17, 18, 14, 11, 17]) {
  const [title, moderate, severe] = TITLES[lang];
  const told = JSON.stringify(phq9({ scores, missed: [20, 64], title }))
    .replaceAll('"Moderate"', `"${moderate}"`)
    .replaceAll('"Moderately severe"', `"${severe}"`);
  const course = JSON.parse(told) as ReturnType<typeof phq9>;
  const formApplication = {
    id: 7,
    patientId: course.graph.patientId,
    formTemplateId: PHQ9,
    status: 'IN_PROGRESS' as const,
    recurrenceCycle: 'WEEKLY' as const,
    nextAnswerAt: '2026-08-30T12:00:00Z',
  };
  const submissions = course.submissions.map((one) => ({ ...one, formApplication }));
  return { ...course, submissions };
}

/** What can be seen of a panel outside its graph, and what is only heard. */
const said = (page: Page) =>
  page.locator('instrument-panel').evaluate((panel) => {
    const seen: string[] = [];
    const heard: string[] = [];
    const root = panel.shadowRoot;
    const walker = document.createTreeWalker(root ?? panel, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      if (!around?.checkVisibility() || around.closest('svg')) continue;
      (around.closest('.visually-hidden') ? heard : seen).push(node.textContent ?? '');
    }
    for (const one of root?.querySelectorAll('*') ?? [])
      if (one.checkVisibility() && one.ariaLabel) heard.push(one.ariaLabel);
    return { seen: seen.join(' '), heard };
  });

for (const lang of ['en', 'pt-BR', 'es'] as const) {
  test(`a panel without a flag shows at most ${WORDS_MAX} words, ${lang}`, async ({ page, panels }) => {
    await page.route('**/longitudinal-analysis/status', (route) =>
      route.fulfill({
        json: { hasAnalysis: true, isStale: true, analysisGeneratedAt: '2026-08-01T12:00:00Z' },
      }),
    );
    // On the day of the last answer of the service.
    await page.clock.setFixedTime('2026-08-24T15:00:00Z');
    panels.answer(full(lang));
    await panels.open(`<instrument-panel lang="${lang}" ${attributes()}></instrument-panel>`);
    await expect(page.locator('[part=tools]')).toBeVisible();
    await expect(page.locator('[part=notes]')).toContainText(/30/);
    await expect(page.locator('[part=analysis]')).toHaveText(/2026/);
    const { seen } = await said(page);
    for (const one of ['PHQ-9', '17', '27', '15–19', '(11)', TITLES[lang][1], TITLES[lang][2], '2'])
      expect(seen).toContain(one);
    expect(words(seen).length, seen).toBeLessThanOrEqual(WORDS_MAX);
  });

  test(`no sentence for a screen reader has more than ${SENTENCE_WORDS_MAX} words, ${lang}`, async ({
    page,
    panels,
  }) => {
    panels.answer(full(lang));
    await panels.open(`<instrument-panel lang="${lang}" refresh="0" ${attributes()}></instrument-panel>`);
    await expect(page.locator('[part=tools]')).toBeVisible();
    const heard = (await said(page)).heard;
    const live = page.getByRole('status');
    await page.getByRole('application').focus();
    for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'Home']) {
      const before = await live.textContent();
      await page.keyboard.press(key);
      await expect(live).not.toHaveText(before ?? '');
      heard.push((await live.textContent()) ?? '');
    }
    panels.answer(full(lang, [9, 17, 18, 14, 11, 17, 12]));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(live).toHaveText(/^(New|Nova|Nueva)/);
    heard.push((await live.textContent()) ?? '');
    const all = heard.flatMap(sentences);
    expect(all.length).toBeGreaterThan(10);
    expect(longSentences(heard)).toEqual([]);
    // A sentence begins like one.
    expect(all.filter((one) => /^\p{Ll}/u.test(one))).toEqual([]);
  });
}
