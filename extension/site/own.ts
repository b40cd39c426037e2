const own = new Set<Element>();

/** Our own elements: nothing in them is read. */
export const isOwn = (node: Node): boolean => own.has(node as Element);
export const addOwn = (element: Element): void => {
  own.add(element);
};

/** Whether any of them went out of the page since it was asked last; those are forgotten. */
export function lostOwn(): boolean {
  const gone = [...own].filter((element) => !element.isConnected);
  for (const element of gone) own.delete(element);
  return gone.length > 0;
}
