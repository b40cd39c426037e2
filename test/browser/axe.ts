import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Axe for a page without frames, shadow roots included. The way that also looks into frames puts its results
 * together in a second page, which costs as much again and finds no more here. What no rule objects to is not told:
 * naming each such element by a selector of its own costs more than looking at it.
 */
export const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
