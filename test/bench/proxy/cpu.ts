import { readdirSync, readFileSync } from 'node:fs';

const NANOSECONDS_PER_MILLISECOND = 1_000_000;

/** Names of the entries of a folder or words of a file of /proc; none of a thread that has ended meanwhile. */
function attempt<Value>(read: () => readonly Value[]): readonly Value[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** The first figure is the time on a processor, in nanoseconds (Documentation/scheduler/sched-stats.rst of Linux). */
function threadTime(task: string): number {
  const [nanoseconds] = attempt(() => readFileSync(`${task}/schedstat`, 'utf8').split(' '));
  return Number(nanoseconds ?? 0) / NANOSECONDS_PER_MILLISECOND;
}

/** Processor time, user and system, that a process, its threads and its children have used, in milliseconds. */
export function processorTime(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const task = `/proc/${pid}/task/${thread}`;
    const children = attempt(() => readFileSync(`${task}/children`, 'utf8').split(' ').filter(Boolean));
    return children.map(Number).reduce((all, child) => all + processorTime(child), sum + threadTime(task));
  }, 0);
}
