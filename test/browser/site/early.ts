import { watchEarly } from '../../../extension/site/early.ts';

declare global {
  var endEarly: () => void;
}

// As the first script of a frame: before anything of the document is there.
globalThis.endEarly = watchEarly();
