/**
 * Words of the extension's own pages and of its background, compiled from the JSON files beside this one. Each takes a
 * BCP 47 tag; a language that is not there speaks English.
 *
 * @module
 */
import { selectMessages } from '@instrument-panel/shared/words/languages';
import { badgeMessages } from './compiled/badge/all.js';
import type { BadgeMessages } from './compiled/badge/en.js';
import { faultsMessages } from './compiled/faults/all.js';
import type { FaultsMessages } from './compiled/faults/en.js';
import { optionsMessages } from './compiled/options/all.js';
import type { OptionsMessages } from './compiled/options/en.js';
import { pagesMessages } from './compiled/pages/all.js';
import type { PagesMessages } from './compiled/pages/en.js';
import { pointMessages } from './compiled/point/all.js';
import type { PointMessages } from './compiled/point/en.js';
import { popupMessages } from './compiled/popup/all.js';
import type { PopupMessages } from './compiled/popup/en.js';
import { sideMessages } from './compiled/side/all.js';
import type { SideMessages } from './compiled/side/en.js';

export type { BadgeMessages, FaultsMessages, OptionsMessages, PagesMessages, PointMessages };

/** Words of the toolbar's button. */
export const badgeWords = (tag: string): BadgeMessages => selectMessages(badgeMessages, tag);
/** Sentences for the faults of a site's profile. */
export const faultWords = (tag: string): FaultsMessages => selectMessages(faultsMessages, tag);
export const optionsWords = (tag: string): OptionsMessages => selectMessages(optionsMessages, tag);
/** Words that the popup, the options and the side panel share. */
export const pageWords = (tag: string): PagesMessages => selectMessages(pagesMessages, tag);
/** Words of the overlay in which somebody points at an element. */
export const pointWords = (tag: string): PointMessages => selectMessages(pointMessages, tag);
export const popupWords = (tag: string): PopupMessages => selectMessages(popupMessages, tag);
export const sideWords = (tag: string): SideMessages => selectMessages(sideMessages, tag);
