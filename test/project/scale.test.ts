import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RADIUS_STEPS_PX, SPACE_STEPS_PX, TYPE_STEPS_PX } from '../../shared/ui/tokens.ts';

/** Pixels of an em, where the text of a sheet is not that of the page around it. */
const EM_PX: Readonly<Record<string, number>> = { 'shared/ui/caseload/styles.ts': 13 };

/** Sizes that are no step, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'extension/list/mark.ts gap: 40px': 'pushes out of sight what does not fit into a mark of a list',
  'shared/ui/apply/styles.ts padding-inline-start: 2.25em':
    'the place of the box that is drawn before an option',
  'widget/themes/contrast.css --instrument-radius: 4px': 'a theme is the choice of a host',
};

const SIDE = '(?:-(?:block|inline)(?:-(?:start|end))?|-top|-right|-bottom|-left)?';
const STEPS = [
  ['font(?:-size)?|--instrument-font-size', TYPE_STEPS_PX],
  // A pixel makes room for a line.
  [
    `(?:row-|column-)?gap|--_gap|--instrument-gap|padding${SIDE}|--instrument-padding`,
    [1, ...SPACE_STEPS_PX],
  ],
  ['border-radius|--instrument-radius', RADIUS_STEPS_PX],
] as const;

/** Lists the sizes that a sheet states; what is computed, and what follows the window, is none. */
function findSizes(sheet: string, emPx = 16): { readonly size: string; readonly isStep: boolean }[] {
  return STEPS.flatMap(([properties, steps]) =>
    [...sheet.matchAll(new RegExp(`(?<![\\w-])(${properties}): ?([^;{}"\`]+)`, 'g'))].flatMap(
      ([, property, value = '']) =>
        [
          ...value.replace(/calc\([^()]*\)|,[^,()]*\dvw/g, '').matchAll(/(?<![\w.])(\d*\.?\d+)(px|r?em)\b/g),
        ].map(([said, number, unit]) => {
          const px = (unit === 'px' ? [1] : [16, emPx]).map((one) => one * Number(number));
          const isStep =
            Number(number) === 0 || px.some((one) => steps.some((step) => Math.abs(step - one) < 0.02));
          return { size: `${property}: ${said}`, isStep };
        }),
    ),
  );
}

const PATHS = globSync('{shared,widget,extension,sandbox,proxy}/**/*.{ts,css}', {
  exclude: (path) => /node_modules|dist|\.output|compiled|\.(?:test|d)\.ts$/.test(path),
});
const SHEETS = new Map(
  PATHS.map((path) => [path, findSizes(readFileSync(path, 'utf8'), EM_PX[path])] as const).filter(
    ([, sizes]) => sizes.length > 0,
  ),
);

it('the sheets of elements, extension, demo, patient’s page and sign-in are read', () => {
  expect([...SHEETS.keys()]).toEqual(
    expect.arrayContaining([
      'widget/panel/styles.ts',
      'extension/panel/styles.ts',
      'extension/surface/surface.css',
      'sandbox/ehr/assets/ehr.css',
      'sandbox/pages/stylesheet.ts',
      'proxy/html-page.ts',
    ]),
  );
});

it('text, spaces and corners have the sizes of one scale', () => {
  const others = [...SHEETS].flatMap(([path, sizes]) =>
    sizes.filter(({ isStep }) => !isStep).map(({ size }) => `${path} ${size}`),
  );
  expect([...new Set(others)].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

it.each([
  ['p{font-size:17px}', ['font-size: 17px']],
  ['p { font: 600 1.0625rem/1.5 serif; }', ['font: 1.0625rem']],
  ['p{font-size:max(.8125em,11px)}', ['font-size: 11px']],
  ['h1{font-size:clamp(1.3rem, 1rem + 3vw, 2rem)}', ['font-size: 1.3rem']],
  ['p{padding-inline:var(--instrument-padding,.9em) 0}', ['padding-inline: .9em']],
  ['p{row-gap:5px;border-radius:7px 0}', ['row-gap: 5px', 'border-radius: 7px']],
  ['p{padding:1px 4px calc(1em + 7px) 2%;gap:.75em;border-radius:50%;margin:5px}', []],
])('in %s it refuses %j', (sheet, refused) => {
  expect(findSizes(sheet).flatMap(({ size, isStep }) => (isStep ? [] : size))).toEqual(refused);
});
