const own = new Set<Element>();

/** Our own elements: nothing in them is read. */
export const isOwn = (node: Node): boolean => own.has(node as Element);
export const addOwn = (element: Element): void => {
  own.add(element);
};

/** Whether any of them went out of the page since it was asked last; those are forgotten. */
export function lostOwn(): boolean {
  let isLost = false;
  for (const element of own) if (!element.isConnected) isLost = own.delete(element);
  return isLost;
}
