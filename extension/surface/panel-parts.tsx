import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Observable } from '../panel/observable.ts';

/** Puts an element that draws itself into a page, as it is. */
export function DomSlot({ element }: { readonly element: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.parentNode !== place.current) place.current?.replaceChildren(element);
  }, [element]);
  return <div ref={place} />;
}

/** Gives the state of an observable, and draws the component again after each change. */
export function useObservable<State extends object>(source: Observable<State>): State {
  const [, draw] = useState(source.state);
  useLayoutEffect(() => {
    draw(source.state);
    return source.subscribe(() => draw(source.state));
  }, [source]);
  return source.state;
}
