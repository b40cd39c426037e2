import uPlot from 'uplot';
import { drawSparkline, sparklineStyles } from '../../../shared/chart/sparkline.ts';
import type { Submission } from '../../../shared/client/contract/index.ts';
import { shortView } from '../../../shared/score/short-view.ts';
import { onceNear, unwatch } from '../../../widget/sparkline/seen.ts';
import { courseOf } from '../course.ts';

/** Draws a list's sparklines into its boxes, in one way; gives what takes them down again. */
type MountList = (boxes: readonly HTMLElement[]) => () => void;

const WIDTH = 100;
const HEIGHT = 24;
const LABEL = 'PHQ-9: 12 answers';
const graph = courseOf(12);
const points = (graph.series[0]?.points ?? []).map(({ completedFillAt, score }) => ({
  at: Date.parse(completedFillAt),
  score,
}));
const from = points[0]?.at ?? 0;
const to = points.at(-1)?.at ?? 1;
const submissions: readonly Submission[] = (graph.series[0]?.points ?? []).map((point) => ({
  id: point.submissionId,
  formTemplateId: graph.formTemplateId,
  patientId: graph.patientId,
  status: 'ANSWERED',
  completedFillAt: point.completedFillAt,
  score: point.score,
  riskFlagCount: 0,
  globalClassification: point.classification,
}));
const whose = { patientId: graph.patientId, formId: graph.formTemplateId };

function node(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

/** Ours: the renderer with the view that it draws, as rows come into view. */
const ours: MountList = (boxes) => {
  for (const box of boxes) {
    onceNear(box, () => box.append(drawSparkline(shortView({ ...whose, submissions }), LABEL)));
  }
  return () => boxes.forEach(unwatch);
};

/** The element, fed by its page: risk, score, range and date beside the picture. */
const element: MountList = (boxes) => {
  for (const box of boxes) {
    const one = document.createElement('instrument-sparkline');
    Object.assign(one, { data: { submissions } });
    box.append(one);
  }
  return () => {};
};

/** As an engineer writes it by hand for one page. */
const byHand: MountList = (boxes) => {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        const at = points.map(({ at, score }) => {
          const x = 5 + ((at - from) / (to - from)) * (WIDTH - 10);
          return `${x.toFixed(1)} ${(5 + ((27 - score) / 27) * (HEIGHT - 10)).toFixed(1)}`;
        });
        const svg = node('svg', {
          width: String(WIDTH),
          height: String(HEIGHT),
          role: 'img',
          'aria-label': LABEL,
        });
        const style = { fill: 'none', stroke: '#1f5fa8', 'stroke-linecap': 'round' };
        svg.append(
          node('path', { d: `M${at.join('L')}`, 'stroke-width': '1.5', ...style }),
          node('path', { d: `M${at.at(-1)}h0`, 'stroke-width': '6', ...style }),
        );
        target.append(svg);
      }
    },
    { rootMargin: '25%' },
  );
  for (const box of boxes) observer.observe(box);
  return () => observer.disconnect();
};

const canvas: MountList = (boxes) => {
  for (const box of boxes) {
    const drawn = document.createElement('canvas');
    drawn.width = WIDTH;
    drawn.height = HEIGHT;
    const context = drawn.getContext('2d');
    if (!context) throw new Error('this browser has no canvas');
    context.strokeStyle = '#1f5fa8';
    context.lineWidth = 1.5;
    context.beginPath();
    for (const { at, score } of points) {
      context.lineTo(5 + ((at - from) / (to - from)) * (WIDTH - 10), 5 + ((27 - score) / 27) * (HEIGHT - 10));
    }
    context.stroke();
    box.append(drawn);
  }
  return () => {};
};

const uplot: MountList = (boxes) => {
  const data: uPlot.AlignedData = [points.map(({ at }) => at / 1000), points.map(({ score }) => score)];
  const plots = boxes.map(
    (box) =>
      new uPlot(
        {
          width: WIDTH,
          height: HEIGHT,
          legend: { show: false },
          cursor: { show: false },
          scales: { y: { range: [0, 27] } },
          axes: [{ show: false }, { show: false }],
          series: [{}, { stroke: '#1f5fa8', width: 1.5, points: { show: false } }],
        },
        data,
        box,
      ),
  );
  return () => {
    for (const plot of plots) plot.destroy();
  };
};

declare global {
  /** Ways to draw a list, by name. */
  var sparklines: Record<string, MountList>;
}
let undo = (): void => {};
const frame = () => new Promise((done) => requestAnimationFrame(done));

/** Puts what the runner calls into the page. */
export function install(): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(sparklineStyles);
  document.adoptedStyleSheets = [styles];
  globalThis.sparklines = {
    nothing: () => () => {},
    sparkline: ours,
    '<instrument-sparkline>': element,
    'hand-written SVG': byHand,
    canvas,
    uPlot: uplot,
  };

  globalThis.sample = async (name, rows) => {
    const mount = globalThis.sparklines[name];
    if (!mount) throw new Error(`No way to draw a list is called ${name}.`);
    const list = document.createElement('div');
    const boxes = Array.from({ length: rows }, () => {
      const box = document.createElement('div');
      box.style.height = name === '<instrument-sparkline>' ? '44px' : `${HEIGHT}px`;
      list.append(box);
      return box;
    });
    document.body.replaceChildren(list);
    undo = mount(boxes);
    // The observer tells in the first, what it asks for is drawn in the next, and seen in the third.
    for (let count = 0; count < 4; count++) await frame();
  };
  globalThis.clear = async () => {
    undo();
    document.body.replaceChildren();
    // What it costs to take a list down is not the next one's.
    for (let count = 0; count < 2; count++) await frame();
  };
}
