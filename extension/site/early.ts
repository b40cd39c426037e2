/** What a document went through between the end of its parsing and the first word of the script of its site. */

/** Records of changes that are kept at most. */
const RECORDS_MAX = 5_000;

/** Changes that the page made in one task or microtask. */
type Batch = readonly MutationRecord[];

declare global {
  /**
   * Left by the first script of a frame (detect.ts) in the world that it shares with the script of its site: whether these
   * elements may have got their content part by part. Called once; absent where the first script came late itself.
   */
  var mayBeParted: ((elements: ReadonlySet<Element>) => boolean) | undefined;
}

const puts = ({ addedNodes }: MutationRecord, element: Element): boolean =>
  [...addedNodes].some((node) => node.contains(element));

/** Attributes that change how an element looks, and not whom it names. */
const LOOKS = ['class', 'style', 'hidden'];

const touches = (record: MutationRecord, element: Element): boolean =>
  record.type === 'attributes'
    ? record.target === element && !LOOKS.includes(record.attributeName ?? '')
    : element.contains(record.target) || puts(record, element);

/** Whether a record takes text away that stood there. */
const replaces = ({ oldValue, removedNodes }: MutationRecord): boolean =>
  [oldValue, ...[...removedNodes].map(({ textContent }) => textContent)].some((text) => text?.trim());

/**
 * Whether content may have come part by part: unless all of it was parsed with the document and never changed, or all was
 * put in at once where no text had been.
 */
function isParted(batches: readonly Batch[], elements: readonly Element[]): boolean {
  // What changes within a shadow root is not seen from outside.
  if (elements.some((element) => element.getRootNode() !== document)) return true;
  const [batch, more] = batches
    .map((records) => records.filter((record) => elements.some((element) => touches(record, element))))
    .filter(({ length }) => length > 0);
  if (!batch) return false;
  const isWhole = elements.every((element) => batch.some((record) => touches(record, element)));
  const wasEmpty = !batch.some(
    (record) => elements.some((element) => element.contains(record.target)) && replaces(record),
  );
  return more !== undefined || !isWhole || !wasEmpty;
}

/** Begins to note changes once the document is parsed, for {@link mayBeParted}; returns what ends it. */
export function watchEarly(): () => void {
  const batches: Batch[] = [];
  let count = 0;
  const note = (records: Batch): void => {
    count += records.length;
    if (count <= RECORDS_MAX) batches.push(records);
  };
  const observer = new MutationObserver(note);
  const begin = (): void =>
    observer.observe(document, {
      ...{ childList: true, subtree: true },
      ...{ characterData: true, characterDataOldValue: true },
      ...{ attributes: true, attributeOldValue: true },
    });
  const end = (): void => {
    // The end may come before the beginning.
    document.removeEventListener('readystatechange', begin);
    observer.disconnect();
    globalThis.mayBeParted = undefined;
  };
  if (document.readyState !== 'loading') return end;
  globalThis.mayBeParted = (elements) => {
    note(observer.takeRecords());
    end();
    return count > RECORDS_MAX || isParted(batches, [...elements]);
  };
  document.addEventListener('readystatechange', begin, { once: true });
  return end;
}
