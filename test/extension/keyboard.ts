import { type BrowserContext, expect, type Page } from '@playwright/test';
import { workerOf } from './browser.ts';

interface Focus {
  /** Label, else the text. */
  readonly name: string;
  readonly isOurs: boolean;
  /** A person sees where they are. */
  readonly isSeen: boolean;
}

/** Where the focus is, in our roots too. */
export const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : null;
    const { outlineStyle = 'none', outlineWidth = '0' } = at ? getComputedStyle(at) : {};
    return {
      name: (at?.ariaLabel ?? label ?? at?.textContent ?? '').trim(),
      isOurs: at?.getRootNode() instanceof ShadowRoot,
      isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
    };
  });

/** Presses Tab until what is called so has the focus, which never leaves us and is seen at every step. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab');
    const focus = await focusOf(page);
    expect(focus, `after ${press + 1} times Tab`).toMatchObject({ isOurs: true, isSeen: true });
    if (name.test(focus.name)) return;
  }
  throw new Error(`Tab never comes to ${name}.`);
}

/**
 * What the browser tells the extension when the keys of its command are pressed: its own keys are not those of a page,
 * and no driver presses them.
 */
export async function pressShortcut(context: BrowserContext): Promise<void> {
  const worker = await workerOf(context);
  const shortcuts = await worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: {
        commands: {
          getAll(): Promise<{ name: string; shortcut: string }[]>;
          onCommand: { dispatch(name: string): void };
        };
      };
    };
    chrome.commands.onCommand.dispatch('toggle-panel');
    return (await chrome.commands.getAll()).map(({ name, shortcut }) => `${name} ${shortcut}`);
  });
  expect(shortcuts).toContain('toggle-panel Alt+Shift+I');
}
