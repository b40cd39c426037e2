import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWidget, buildWidgetModules } from '../../scripts/build-widget.ts';

/**
 * Where the widget is: among the packages that `npm test` has built for all tests (scripts/test.ts), else in a folder of
 * this process, which builds it for the first test, since whoever only lists tests needs none.
 */
const packages = process.env.INSTRUMENT_PANEL_BUILT;
const folder = packages ? join(packages, 'widget') : mkdtempSync(join(tmpdir(), 'instrument-kit-'));
if (!packages) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const cdn = join(folder, 'cdn');

let modules: Promise<unknown> | undefined;
/** Gives the folder of the widget's modules as they are shipped. */
export async function widgetModules(): Promise<string> {
  modules ??= packages ? Promise.resolve() : buildWidgetModules(folder);
  await modules;
  return folder;
}

let single: Promise<unknown> | undefined;
/** Gives the path of the widget's single file as it is shipped, beside what it fetches. */
export async function widgetFile(): Promise<string> {
  single ??= packages ? Promise.resolve() : buildWidget(cdn);
  await single;
  return join(cdn, 'instrument-panel.js');
}
