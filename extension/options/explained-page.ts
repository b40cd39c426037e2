import type { Page, Source } from '../profile/profile.ts';
import type { Explained, ExplainedPage, ExplainedSource } from '../site/explain.ts';

/** What a page of a profile is to a frame: what the frame is, or why it is not. */
export type Verdict = 'this' | 'address' | 'element' | 'later';

/** Why a frame is a page, or is not; `later`: it fits, and an earlier page comes first. */
export function toVerdict({ isThis, isAddress, element }: ExplainedPage): Verdict {
  if (isThis) return 'this';
  if (!isAddress) return 'address';
  return element.state === 'found' ? 'later' : 'element';
}

/** Where a source looks: selector, label or part of the address. */
export function whereOf(source: Source): string {
  switch (source.from) {
    case 'url':
      return [source.of, source.part, source.name].filter(Boolean).join(' ');
    case 'attribute':
      return `${source.select} [${source.attribute}]`;
    case 'text':
      return source.select;
    case 'after':
    case 'beside':
      return [source.label, source.select].filter(Boolean).join(' ');
  }
}

const sourcesOf = (page: Page | undefined): readonly Source[] => {
  if (page?.type === 'chart') return page.patient ?? [];
  return page?.type === 'list' ? page.rows.patient : [];
};

/** A source of the profile with what it found. */
export interface SourceLine {
  readonly found: ExplainedSource;
  readonly system: string;
  readonly where: string;
}

/** The sources of a page in the order of the profile, each with what it found. */
export function sourceLines(page: Page | undefined, { sources }: ExplainedPage): readonly SourceLine[] {
  const own = sourcesOf(page);
  return sources.map((found, index) => {
    const source = own[index];
    return { found, system: source?.system ?? '', where: source ? whereOf(source) : '' };
  });
}

/** The pages of a frame, what it is first. */
export const listPages = ({ pages }: Explained): readonly ExplainedPage[] =>
  pages.toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || a.page - b.page);
