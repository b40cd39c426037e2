import { html } from 'hono/html';
import type { AnswerLanguage } from '../../words/answer/index.ts';

/** English dates are day first: 3/4 would be read in two ways. */
const LOCALE: Readonly<Record<AnswerLanguage, string>> = { en: 'en-GB', 'pt-BR': 'pt-BR' };

/** Tells instants (milliseconds or RFC 3339) in UTC, as the interface has them. */
export function createMoments(language: AnswerLanguage) {
  const format = new Intl.DateTimeFormat(LOCALE[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const text = (at: string | number) => `${format.format(new Date(at))} UTC`;
  return {
    text,
    time: (at: string | number) => html`<time datetime="${new Date(at).toISOString()}">${text(at)}</time>`,
  };
}
export type Moments = ReturnType<typeof createMoments>;
