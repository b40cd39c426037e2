/**
 * Where the project can be found in public. Each is off until there is such a place: whoever registers a name that
 * nobody of us holds would be trusted by all who follow it.
 *
 * @module
 */

/** Whether the packages are on a registry. */
export const IS_PUBLISHED = false;

/**
 * Address of the public repository, such as `https://git.example/clinic/instrument-panel`. From it come the links in the
 * packages' READMEs and the fields of their manifests. Default: null, for none; then links to it are left out.
 */
export const REPOSITORY: string | null = null;

/** A link or picture in Markdown: whether it is a picture, its text, and its target. */
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** The path from the root of what a file in `room` links to. */
const toPath = (room: string, target: string): string =>
  new URL(target, `https://root.invalid/${room && `${room}/`}`).href.slice('https://root.invalid/'.length);

/**
 * Makes the links of a document right outside of the repository: absolute, or the bare text and the path while there is
 * no public repository.
 *
 * @param room folder of the document, from the root
 */
export function withAbsoluteLinks(
  markdown: string,
  room: string,
  repository: string | null = REPOSITORY,
): string {
  return markdown.replace(LINK, (whole, picture: string, text: string, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) return whole;
    const path = toPath(room, target);
    if (repository !== null)
      return `${picture}[${text}](${repository}/${picture ? 'raw' : 'blob'}/main/${path})`;
    if (picture) return text;
    // Most links to a document have its name as their text.
    return path.includes(text.replaceAll('`', ''))
      ? text
      : `${text} (\`${path.split('#')[0]}\` in the repository)`;
  });
}

/** The fields of a manifest that say where the package comes from; npm demands them for a statement of provenance. */
export const publicationFields = (
  room: string,
  repository: string | null = REPOSITORY,
): Readonly<Record<string, unknown>> => ({
  publishConfig: { access: 'public', provenance: true },
  ...(repository === null
    ? {}
    : {
        repository: { type: 'git', url: `git+${repository}.git`, directory: room },
        homepage: `${repository}/tree/main/${room}#readme`,
        bugs: `${repository}/issues`,
      }),
});
