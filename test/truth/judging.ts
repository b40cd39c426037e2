import type { Page } from '@playwright/test';
import { type Chain, readCourses, startChain, type TrueCourse } from './clinic.ts';
import { isKnown } from './known-faults.ts';
import { type Draw, type Mutation, readMutation, sayMutation } from './mutations.ts';
import { type Finding, judge } from './oracle.ts';
import { NAMES, readShown, type Said } from './sentences.ts';
import { openSurfaces, type Sabotage, type Shown } from './surfaces.ts';

/** What was found of one surface under mutations. */
export interface Found extends Finding {
  readonly surface: Shown['surface'];
  readonly draw: Draw;
}

/** Draws and judges one page's surfaces. */
export interface Court {
  readonly courses: readonly TrueCourse[];
  /** What each surface says of each draw, and what is wrong with it; where it is broken on purpose, by `sabotage`. */
  try(
    draws: readonly Draw[],
    sabotage?: Sabotage,
  ): Promise<readonly { readonly shown: Shown; readonly said: Said; readonly found: Found[] }[]>;
}

let clinic: Promise<{ courses: readonly TrueCourse[]; chain: Chain }> | undefined;

async function startClinic() {
  const courses = await readCourses();
  const chain = await startChain(courses[0]?.professionalId ?? '');
  return { courses, chain };
}

/** Most elements that stand in a page at once. */
const BATCH = 20;

export async function openCourt(page: Page): Promise<Court> {
  clinic ??= startClinic();
  const { courses, chain } = await clinic;
  const draw = await openSurfaces(page, chain, NAMES);
  return {
    courses,
    async try(draws, sabotage = {}) {
      const tried: { shown: Shown; said: Said; found: Found[] }[] = [];
      for (let at = 0; at < draws.length; at += BATCH) {
        const batch = draws.slice(at, at + BATCH);
        for (const [index, { wire, shown }] of (await draw(batch, sabotage)).entries()) {
          const of = batch[index] as Draw;
          for (const one of shown) {
            const said = readShown(one);
            const found = judge(said, one, wire, of.course);
            tried.push({
              shown: one,
              said,
              found: found.map((each) => ({ ...each, surface: one.surface, draw: of })),
            });
          }
        }
      }
      return tried;
    },
  };
}

export async function closeClinic(): Promise<void> {
  const open = await clinic;
  clinic = undefined;
  await open?.chain.close();
}

/** `Camila, PHQ-9 | graph.series[0].points[13].score := null & ...`: what `TRUTH_ONLY` takes. */
export const sayDraw = ({ course, mutations }: Draw): string =>
  `${course.name} | ${mutations.map(sayMutation).join(' & ')}`;

/** The draw that {@link sayDraw} said. */
export function readDraw(text: string, courses: readonly TrueCourse[]): Draw {
  const [name, said = ''] = text.split(' | ');
  const course = courses.find((one) => one.name === name);
  const mutations = said.split(' & ').map(readMutation);
  if (!course || mutations.includes(null)) throw new Error(`TRUTH_ONLY is not understood: ${text}`);
  return { course, mutations: mutations as Mutation[] };
}

export const sayFound = ({ surface, kind, detail, draw }: Found): string =>
  `${surface}: ${kind}: ${detail}\n    TRUTH_ONLY='${sayDraw(draw)}'`;

/** Those that are not known yet. */
export const newOnes = (found: readonly Found[]): Found[] =>
  found.filter((one) => !isKnown(one, one.draw.mutations));
