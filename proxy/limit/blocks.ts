import { LRUCache } from 'lru-cache';
import type { Allowance, SharedRateLimits } from '../storage/storage.ts';

type Taken = Awaited<ReturnType<SharedRateLimits['take']>>;

/** Requests of one person that were counted in the storage, and have not all come yet. */
interface Block {
  left: number;
  /** How many are counted at once the next time. */
  size: number;
  /** Milliseconds to wait, 0 if more were granted. */
  taking: Promise<number> | null;
}

/** A block is at most this part of a burst: by so much may each proxy let a person pass later than they were counted. */
const BURST_DIVISOR = 20;
const BLOCK_MAX_COUNT = 100;

/** The most requests that one proxy counts before they come. */
const toMost = ({ burst }: Allowance): number =>
  Math.min(BLOCK_MAX_COUNT, Math.max(1, Math.floor(burst / BURST_DIVISOR)));

/**
 * Counts requests in the storage of all proxies, of somebody who asks often several at once: first one, then twice as
 * many each time. No request passes that was not counted before, and no more are counted than the storage grants.
 */
export function createBlocks(mostPeople: number) {
  const blocks = new LRUCache<string, Block>({ max: mostPeople });

  async function refill(
    block: Block,
    most: number,
    take: (count: number) => Promise<Taken>,
  ): Promise<number> {
    try {
      const { granted, wait } = await take(Math.min(block.size, most));
      block.left += granted;
      block.size = Math.min(block.size * 2, most);
      return granted > 0 ? 0 : wait;
    } finally {
      block.taking = null;
    }
  }

  return {
    /** True if the request was counted before it came. */
    takeCounted(name: string): boolean {
      const block = blocks.get(name);
      if (block === undefined || block.left === 0) return false;
      block.left -= 1;
      return true;
    },
    /** Milliseconds to wait, 0 if the request may go on. Rejects as the storage does. */
    async take(
      name: string,
      allowance: Allowance,
      takeShared: (count: number) => Promise<Taken>,
    ): Promise<number> {
      const block = blocks.get(name) ?? { left: 0, size: 1, taking: null };
      blocks.set(name, block);
      // Others that waited for the same block may have used it up.
      while (block.left === 0) {
        block.taking ??= refill(block, toMost(allowance), takeShared);
        const wait = await block.taking;
        if (wait > 0) return wait;
      }
      block.left -= 1;
      return 0;
    },
    /** Keeps one that came and need not have been counted for the next; false if it is to be given back instead. */
    keep(name: string, allowance: Allowance): boolean {
      const block = blocks.get(name);
      const most = toMost(allowance);
      if (block === undefined || most === 1 || block.left >= most) return false;
      block.left += 1;
      return true;
    },
  };
}
