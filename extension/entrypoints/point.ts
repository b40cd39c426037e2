import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { POINT, type PointRequest, startPointing } from '../point/point.ts';

/**
 * "Point at it", put into a tab's frames on demand: `scripting.executeScript` first sets the request at {@link POINT},
 * then runs this file. What was pointed at goes to the background as the message `drafted`.
 */
export default defineUnlistedScript(() => {
  const request: PointRequest | null = Reflect.get(globalThis, POINT) ?? null;
  Reflect.deleteProperty(globalThis, POINT);
  void startPointing(request, (message) => void browser.runtime.sendMessage(message));
});
