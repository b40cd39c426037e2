import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editorData, webTypes } from './editor.ts';
import { jsxTypes, vueTypes } from './framework-types.ts';
import { elementsManifest, elementsOf } from './manifest.ts';
import { reactModule, reactTypes } from './react.ts';

/**
 * Writes what is made from the elements' JSDoc beside the built widget: the manifest, editors' data, types for JSX
 * and Vue, and the React components.
 *
 * @param folder of the built package, such as `dist/packages/widget`
 */
export async function writeElementFiles(folder: string): Promise<void> {
  const manifest = await elementsManifest();
  const elements = elementsOf(manifest);
  const { version } = JSON.parse(readFileSync('widget/package.json', 'utf8')) as { version: string };
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const files: Readonly<Record<string, string>> = {
    'custom-elements.json': json(manifest),
    'vscode.html-custom-data.json': json(editorData(elements)),
    'web-types.json': json(webTypes(elements, version)),
    'jsx.d.ts': jsxTypes(elements),
    'vue.d.ts': vueTypes(elements),
    'react/index.js': reactModule(elements),
    'react/index.d.ts': reactTypes(elements),
  };
  mkdirSync(join(folder, 'react'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
