import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** As it is shipped to be loaded: less than half of the text that the builder sends by itself. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Axe that is sent to a document once: to send and compile it costs more than to look at a page. */
class AxeOnce extends AxeBuilder {
  readonly #page: Page;

  constructor(page: Page) {
    // Nothing but a space, which counts as given.
    super({ page, axeSource: ' ' });
    this.#page = page;
  }

  override async analyze(): ReturnType<AxeBuilder['analyze']> {
    if (!(await this.#page.evaluate(() => 'axe' in globalThis))) await this.#page.evaluate(SOURCE);
    return super.analyze();
  }
}

/**
 * Axe for a page without frames, shadow roots included. The way that also looks into frames puts its results
 * together in a second page, which costs as much again and finds no more here. What no rule objects to is not told:
 * naming each such element by a selector of its own costs more than looking at it.
 */
export const axeOf = (page: Page): AxeBuilder =>
  new AxeOnce(page).setLegacyMode().options({ resultTypes: ['violations'] });
