/**
 * Words of the extension's own pages and of its background, compiled from the JSON files beside this one. Each takes a
 * BCP 47 tag; a language that is not there speaks English.
 *
 * @module
 */
import { selectMessages } from '@instrument-panel/shared/words/languages';
import { badgeMessages } from './compiled/badge/all.js';
import { faultsMessages } from './compiled/faults/all.js';
import { optionsMessages } from './compiled/options/all.js';
import { pagesMessages } from './compiled/pages/all.js';
import { pointMessages } from './compiled/point/all.js';
import { popupMessages } from './compiled/popup/all.js';
import { sideMessages } from './compiled/side/all.js';

export type { BadgeMessages } from './compiled/badge/en.js';
export type { FaultsMessages } from './compiled/faults/en.js';
export type { OptionsMessages } from './compiled/options/en.js';
export type { PagesMessages } from './compiled/pages/en.js';
export type { PointMessages } from './compiled/point/en.js';

/** Words of the toolbar's button. */
export const badgeWords = (tag: string) => selectMessages(badgeMessages, tag);
/** Sentences for the faults of a site's profile. */
export const faultWords = (tag: string) => selectMessages(faultsMessages, tag);
export const optionsWords = (tag: string) => selectMessages(optionsMessages, tag);
/** Words that the popup, the options and the side panel share. */
export const pageWords = (tag: string) => selectMessages(pagesMessages, tag);
/** Words of the overlay for pointing at an element. */
export const pointWords = (tag: string) => selectMessages(pointMessages, tag);
export const popupWords = (tag: string) => selectMessages(popupMessages, tag);
export const sideWords = (tag: string) => selectMessages(sideMessages, tag);
