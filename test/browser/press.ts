import type { Locator } from '@playwright/test';

/**
 * Clicks as a person does, on what has stood still for a moment: the panel takes no click that writes on what was moved
 * within 300 ms before it (extension/panel/trust.ts), and to bring a button into sight moves it.
 */
export async function press(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await button.evaluate(
    (element) =>
      new Promise<void>((done) => {
        let place = '';
        let since = performance.now();
        const look = (): void => {
          const { left, top } = element.getBoundingClientRect();
          const now = performance.now();
          if (place !== `${left} ${top}`) {
            place = `${left} ${top}`;
            since = now;
          }
          if (now - since > 350) done();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await button.click();
}
