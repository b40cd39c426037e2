/** How many instruments are remembered as applied lately. */
const RECENT = 5;

/** What a panel remembers between pages: how it was left, and which instruments were applied; of no patient anything. */
export interface Kept {
  readonly isOpen: boolean;
  /** UUIDs of instruments, the latest first. */
  readonly recent: readonly string[];
}

/** Where it is kept: the extension's own storage, which the page cannot read. */
export interface Memory {
  read(): Promise<Kept>;
  write(kept: Kept): void;
}

const NOTHING: Kept = { isOpen: true, recent: [] };

/** Reads what was stored, whatever it is by now. */
function keptOf(stored: unknown): Kept {
  if (typeof stored !== 'object' || stored === null) return NOTHING;
  const { isOpen, recent }: Partial<Kept> = stored;
  return {
    isOpen: isOpen !== false,
    recent: Array.isArray(recent) ? recent.filter((one) => typeof one === 'string').slice(0, RECENT) : [],
  };
}

/** The part of a browser's storage that is used. */
export interface Storage {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
}

/** Keeps it for one site. Where the storage is gone, as after an update, nothing is remembered. */
export function storedMemory(storage: Storage, profileId: string): Memory {
  const key = `panel:${profileId}`;
  return {
    read: () =>
      storage.get(key).then(
        (items) => keptOf(items[key]),
        () => NOTHING,
      ),
    write: (kept) => void storage.set({ [key]: kept }).catch(() => {}),
  };
}

/** With an instrument as the one applied last. */
export const withRecent = (kept: Kept, formId: string): Kept => ({
  ...kept,
  recent: [formId, ...kept.recent.filter((one) => one !== formId)].slice(0, RECENT),
});
