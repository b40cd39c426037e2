import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Axe for a page without frames, shadow roots included. The way that also looks into frames puts its results
 * together in a second page, which costs as much again and finds no more here.
 */
export const axeOf = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();
