import { render } from 'preact';
import { browser } from 'wxt/browser';

const word = (key: string): string => browser.i18n.getMessage(key);

/** What the extension can do today, said plainly: it shows nothing on any page yet. */
function Popup() {
  return (
    <>
      <h1>instrument-panel {browser.runtime.getManifest().version}</h1>
      <p>{word('notYet')}</p>
      <p>{word('meanwhile')}</p>
    </>
  );
}

document.documentElement.lang = browser.i18n.getUILanguage();
const place = document.getElementById('popup');
if (place) render(<Popup />, place);
