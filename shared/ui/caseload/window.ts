/** Which of many lines of different heights are in view, by arithmetic alone: no line is ever measured. */
export class LineWindow {
  #ends: readonly number[] = [];

  /** @param heights of all lines from the first on, pixels */
  set(heights: readonly number[]): void {
    let end = 0;
    this.#ends = heights.map((height) => {
      end += height;
      return end;
    });
  }

  /** Height of all lines, pixels. */
  get total(): number {
    return this.#ends.at(-1) ?? 0;
  }

  topOf(index: number): number {
    return this.#ends[index - 1] ?? 0;
  }

  bottomOf(index: number): number {
    return this.#ends[index] ?? this.total;
  }

  /** Index of the line at a height; the last for one below all. */
  at(height: number): number {
    let from = 0;
    let to = this.#ends.length - 1;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#ends[middle] ?? 0) > height) to = middle;
      else from = middle + 1;
    }
    return Math.max(from, 0);
  }

  /** First line in view, and the line after the last, with some more on both sides. */
  range(top: number, height: number, more = 0): readonly [from: number, to: number] {
    return [Math.max(0, this.at(top) - more), Math.min(this.#ends.length, this.at(top + height) + 1 + more)];
  }
}
