import type { ItemDialog, OpenedItem } from './item.ts';

/** Opens submissions one at a time, and closes what is open when the patient goes. */
export interface ItemOpener {
  /** Rejects where the code for it cannot be fetched. */
  open(item: OpenedItem): Promise<void>;
  /** Closes what is open; what is still being fetched does not open any more. */
  close(): void;
}

/** The code of the dialog is fetched when one is first opened. */
export function itemOpener(root: ShadowRoot, adopt: (css: () => string) => void): ItemOpener {
  let dialog: ItemDialog | null = null;
  let isStyled = false;
  /** Grows whenever what was asked for before is not wanted any more. */
  let turn = 0;
  return {
    async open(item) {
      const mine = ++turn;
      // By its folder's name too: the bundler makes a file of its own of what is imported by this path.
      const { itemStyles, openItem } = await import('../item/item.ts');
      if (mine !== turn) return;
      if (!isStyled) adopt(itemStyles);
      isStyled = true;
      dialog?.close();
      dialog = openItem(root, item, () => {
        dialog = null;
      });
    },
    close() {
      turn++;
      dialog?.close();
    },
  };
}
