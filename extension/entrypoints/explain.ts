import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { judgeRowPlace } from '../list/line.ts';
import { judgePlace } from '../panel/frame/placed.ts';
import { EXPLAIN, type Explained, type ExplainRequest, explain } from '../site/explain.ts';

/**
 * Explains what a profile finds in a frame, on demand: `scripting.executeScript` first sets the request at
 * {@link EXPLAIN}, then runs this file, whose result is the answer; null where nothing was requested.
 */
export default defineUnlistedScript((): Explained | null => {
  const request: ExplainRequest | undefined = Reflect.get(globalThis, EXPLAIN);
  Reflect.deleteProperty(globalThis, EXPLAIN);
  return request ? explain(request, judgePlace, judgeRowPlace) : null;
});
