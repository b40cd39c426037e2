import { fillElement } from '../ui/dom.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an SVG element. Attributes are set, never parsed, so a strict Content-Security-Policy has no say. */
export const svg = <K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[K] => fillElement(document.createElementNS(SVG, name), attributes, children);

/** A fraction as a percentage of the plot. */
export const percent = (fraction: number): string => `${Math.round(fraction * 1e4) / 100}%`;
