import { IS_PUBLISHED } from '../publication.ts';

const UNPUBLISHED = /<!-- unpublished -->\n([\s\S]*?)<!-- \/unpublished -->\n/g;
const TARBALL = /instrument-panel-(client|proxy|sandbox|widget)-\d[\w.-]*\.tgz/g;

/**
 * Replaces how to install from a checkout, between `<!-- unpublished -->` and `<!-- /unpublished -->`, by the line of the
 * registry, once the packages are there.
 */
export function withInstallLines(markdown: string, isPublished = IS_PUBLISHED): string {
  if (!isPublished) return markdown;
  return markdown.replace(UNPUBLISHED, (_, text: string) => {
    const names = new Set(Array.from(text.matchAll(TARBALL), ([, name]) => `@instrument-panel/${name}`));
    return `\`\`\`sh\nnpm install ${[...names].join(' ')}\n\`\`\`\n`;
  });
}
