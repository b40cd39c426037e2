import type { Drafted, PointWish } from '../../../extension/point/start.ts';
import { startPointing } from '../../../extension/point/start.ts';
import { type Explained, type ExplainWish, explain } from '../../../extension/site/explain.ts';

declare global {
  var pointing: {
    start(wish: PointWish | null): void;
    readonly told: Drafted[];
    explain(wish: ExplainWish): Explained;
  };
}

const told: Drafted[] = [];
globalThis.pointing = {
  told,
  start: (wish) => void startPointing(wish, (message) => told.push(message)),
  explain,
};
