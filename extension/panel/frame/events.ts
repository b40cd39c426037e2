/** Whatever a person does in our elements is ours: rows that are links, and shortcuts, are not to hear of it. */
const KEPT = [
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'mousedown',
  'mouseup',
  'mousemove',
  'mouseover',
  'mouseout',
  'pointerdown',
  'pointerup',
  'pointermove',
  'pointerover',
  'pointerout',
  'pointercancel',
  'touchstart',
  'touchmove',
  'touchend',
  'touchcancel',
  'keydown',
  'keyup',
  'keypress',
  'beforeinput',
  'input',
  'change',
  'compositionstart',
  'compositionupdate',
  'compositionend',
  'focusin',
  'focusout',
  'copy',
  'cut',
  'paste',
  'dragstart',
  'dragover',
  'drop',
  'selectstart',
  'wheel',
] as const;

/** A button does nothing itself but what we listen for; in Chromium it lets a link around it be followed. */
const ACTS = 'a[href],input,label,select,summary,textarea';

/** True where something of ours does something by itself when it is clicked. */
const actsItself = (event: Event, root: ShadowRoot): boolean => {
  const path = event.composedPath();
  return path.slice(0, path.indexOf(root)).some((node) => node instanceof Element && node.matches(ACTS));
};

/**
 * Ends at the root what happens within it. A click on what does nothing itself would else open the link that we
 * stand in, which no stop of the event prevents.
 */
export function keepEvents(root: ShadowRoot): void {
  for (const type of KEPT) {
    root.addEventListener(
      type,
      (event) => {
        event.stopPropagation();
        if (type === 'dragstart' || (type === 'click' && !actsItself(event, root))) event.preventDefault();
      },
      type === 'wheel' || type.startsWith('touch') ? { passive: true } : undefined,
    );
  }
}
