import { defineBackground } from 'wxt/utils/define-background';
import { browserEnvironment, browserPlatform } from '../background/platform.ts';
import { startBackground } from '../background/start.ts';
import { packagedProfiles } from '../profile/packaged.ts';

/** The only part that fetches, that holds a token, and that knows whose chart a tab shows. */
export default defineBackground(() => {
  startBackground(browserPlatform(), browserEnvironment(packagedProfiles()));
});
