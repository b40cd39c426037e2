/** What the keys of the plot ask for. */
export interface PlotKeys {
  /** To the answer before or after, the first or the last. */
  walk(to: 'before' | 'after' | 'first' | 'last'): void;
  pan(part: number): void;
  zoom(factor: number): void;
  whole(): void;
}

/** The keys of a plot, as the panel's own graph has them, with zoom and move. */
export function listenToKeys(plot: HTMLElement, keys: PlotKeys): void {
  const acts: ReadonlyMap<string, () => void> = new Map([
    ['ArrowLeft', () => keys.walk('before')],
    ['ArrowRight', () => keys.walk('after')],
    ['Home', () => keys.walk('first')],
    ['End', () => keys.walk('last')],
    ['PageUp', () => keys.pan(-0.25)],
    ['PageDown', () => keys.pan(0.25)],
    ['+', () => keys.zoom(0.5)],
    ['=', () => keys.zoom(0.5)],
    ['-', () => keys.zoom(2)],
    ['0', () => keys.whole()],
  ]);
  plot.addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts.get(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  });
}
