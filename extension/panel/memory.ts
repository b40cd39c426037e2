const RECENT_LIMIT = 5;

/** What a panel remembers between pages: which instruments were applied. No patient data. */
export interface PanelMemory {
  /** UUIDs of instruments, the latest first. */
  readonly recent: readonly string[];
}

/** Storage of a panel's memory: the extension's own, which the page cannot read. */
export interface MemoryStorage {
  read(): Promise<PanelMemory>;
  write(memory: PanelMemory): void;
}

const NOTHING: PanelMemory = { recent: [] };

function parseMemory(stored: unknown): PanelMemory {
  if (typeof stored !== 'object' || stored === null) return NOTHING;
  const { recent }: Partial<PanelMemory> = stored;
  const listed = Array.isArray(recent) ? recent.filter((one) => typeof one === 'string') : [];
  return { recent: listed.slice(0, RECENT_LIMIT) };
}

interface StorageArea {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
}

/** Keeps it for one site. Where the storage is gone, as after an update, nothing is remembered. */
export function storedMemory(storage: StorageArea, profileId: string): MemoryStorage {
  const key = `panel:${profileId}`;
  return {
    read: async () => parseMemory((await storage.get(key).catch(() => null))?.[key]),
    write: (memory) => void storage.set({ [key]: memory }).catch(() => {}),
  };
}

export const withRecent = (memory: PanelMemory, formId: string): PanelMemory => ({
  recent: [formId, ...memory.recent.filter((one) => one !== formId)].slice(0, RECENT_LIMIT),
});
