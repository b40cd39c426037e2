import type { Session } from '../../sandbox/ehr/staff.ts';

/** How the front ends behave for one signed-in person. */
export interface FrontEndSettings {
  /** Longest time that an answer waits, in milliseconds; each waits for its own time. */
  readonly slow: number;
  readonly hazards: boolean;
  /** Layout of the element that a chart leaves for panels. */
  readonly place: PanelPlace;
}

export const PANEL_PLACES = ['block', 'flex', 'grid', 'table', 'zero', 'float', 'covered'] as const;
export type PanelPlace = (typeof PANEL_PLACES)[number];

/** Delays that the settings page offers, in milliseconds. */
export const DELAYS_MS = [0, 100, 400, 1_000, 3_000] as const;

/** Longest delay that an address may ask for. */
const MAX_DELAY_MS = 10_000;

const DEFAULT_SETTINGS: FrontEndSettings = { slow: 0, hazards: false, place: 'block' };

/** Settings of each session, and the number of answers so far, each of which waits for a time of its own. */
const sessions = new WeakMap<Session, { settings: FrontEndSettings; answers: number }>();

/** Returns the settings of a session, or the default ones. */
export const readSettings = (session: Session | null): FrontEndSettings =>
  (session && sessions.get(session)?.settings) ?? DEFAULT_SETTINGS;

/** Keeps the settings that a form or an address names. A value that is no setting changes nothing. */
export function changeSettings(session: Session, given: (name: string) => string | undefined): void {
  const present = readSettings(session);
  const slow = given('slow');
  const hazards = given('hazards');
  const place = PANEL_PLACES.find((one) => one === given('place'));
  sessions.set(session, {
    answers: sessions.get(session)?.answers ?? 0,
    settings: {
      slow:
        slow !== undefined && /^\d{1,5}$/.test(slow) ? Math.min(Number(slow), MAX_DELAY_MS) : present.slow,
      hazards: hazards === undefined ? present.hazards : hazards === 'on',
      place: place ?? present.place,
    },
  });
}

/**
 * Waits as a slow server would, for a part of the session's `slow` that differs from answer to answer. The parts
 * follow the golden ratio: never two alike in a row, and the same again in every run.
 */
export async function waitForAnswer(session: Session): Promise<void> {
  const settings = readSettings(session);
  const answers = (sessions.get(session)?.answers ?? 0) + 1;
  sessions.set(session, { settings, answers });
  const part = (answers * 0.618_033_988_75) % 1;
  if (settings.slow > 0)
    await new Promise((resolve) => setTimeout(resolve, Math.round(settings.slow * part)));
}
