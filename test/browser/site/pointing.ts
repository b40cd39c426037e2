import type { Drafted, PointRequest } from '../../../extension/point/point.ts';
import { startPointing } from '../../../extension/point/point.ts';
import { type Explained, type ExplainRequest, explain } from '../../../extension/site/explain.ts';

declare global {
  var pointing: {
    start(wish: PointRequest | null): void;
    readonly told: Drafted[];
    explain(wish: ExplainRequest): Explained;
  };
}

const told: Drafted[] = [];
globalThis.pointing = {
  told,
  start: (wish) => void startPointing(wish, (message) => told.push(message)),
  explain,
};
