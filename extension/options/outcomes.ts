import type { ChartPage, Source } from '../profile/profile.ts';
import type { FrameFacts, Gap } from '../site/facts.ts';

/** What one source of a page found in a frame. */
export interface SourceOutcome {
  readonly source: Source;
  /** Where it looks: selector, label or part of the address. */
  readonly where: string;
  /** Why it found nothing that can be used; null where nothing is wrong. */
  readonly gap: Gap['why'] | null;
  /** What it found, or another of its kind and system; null for an optional one that found nothing. */
  readonly found: string | null;
}

function whereOf(source: Source): string {
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

/** What each source of a page found, in the order of the profile. */
export function outcomesOf(page: ChartPage, { found, gaps }: FrameFacts): readonly SourceOutcome[] {
  return (page.patient ?? []).map((source, index) => {
    const gap = gaps.find((one) => one.why !== 'place' && one.source === index);
    const own = found.find(({ kind, system }) => kind === source.kind && system === (source.system ?? ''));
    return { source, where: whereOf(source), gap: gap?.why ?? null, found: own?.value ?? null };
  });
}
