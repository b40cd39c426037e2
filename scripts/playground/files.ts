import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { forBrowsers } from '../build-widget.ts';
import { elementsManifest, elementsOf } from '../elements/manifest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = join(root, 'widget', 'playground');

/**
 * Everything that the playground's page is made of, by path: document, style, modules, and the facts that its
 * controls are made from (the elements' JSDoc and the themes).
 *
 * @param professionalId UUID of the professional as whom the sandbox is read
 */
export async function playgroundFiles(professionalId: string) {
  const files = new Map<string, { readonly type: string; readonly body: string }>();
  const add = (path: string, type: string, body: string): void => void files.set(path, { type, body });
  add('/', 'text/html; charset=utf-8', readFileSync(join(page, 'index.html'), 'utf8'));
  add('/page.css', 'text/css; charset=utf-8', readFileSync(join(page, 'page.css'), 'utf8'));

  const elements = elementsOf(await elementsManifest()).map(
    ({ tagName, attributes, events, slots, cssProperties }) => ({
      tagName,
      attributes: attributes.map(({ type, ...one }) => ({ ...one, type: type?.text ?? '' })),
      events: events.map(({ name }) => name),
      slots,
      tokens: cssProperties,
    }),
  );
  const themes = globSync('*.css', { cwd: join(root, 'widget', 'themes') })
    .toSorted()
    .map((file) => ({
      name: basename(file, '.css'),
      css: readFileSync(join(root, 'widget', 'themes', file), 'utf8'),
    }));
  add('/facts.json', 'application/json', JSON.stringify({ elements, themes, professionalId }));

  const bundle = await rolldown({ ...forBrowsers, input: { page: join(page, 'page.ts') } });
  try {
    const { output } = await bundle.generate({ format: 'esm', minify: true, entryFileNames: '[name].js' });
    for (const file of output) {
      if (file.type === 'chunk') add(`/${file.fileName}`, 'text/javascript; charset=utf-8', file.code);
    }
  } finally {
    await bundle.close();
  }
  return files;
}
