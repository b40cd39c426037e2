import { matchLanguage, type SandboxLanguage } from '../words/index.ts';

/** The language of titles: the first of `Accept-Language`, by quality, that the library speaks. */
export function preferredLanguage(header: string | null, fallback: SandboxLanguage): SandboxLanguage {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.map((parameter) => /^q=([\d.]+)$/i.exec(parameter)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const found = matchLanguage(tag);
    if (found) return found;
  }
  return fallback;
}
