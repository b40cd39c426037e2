import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';

/** Says on the toolbar's button that nothing is shown on pages yet, rather than looking idle. */
export default defineBackground(() => {
  browser.runtime.onInstalled.addListener(() => {
    void browser.action.setTitle({ title: browser.i18n.getMessage('notYetTitle') });
  });
});
