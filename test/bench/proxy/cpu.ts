import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const MILLISECONDS_PER_TICK = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Fields 14 and 15 of /proc/PID/stat, counted after the name, which may hold blanks (man 5 proc_pid_stat). */
function ticks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

/** Processor time, user and system, that a process, its threads and its children have used, in milliseconds. */
export function processorTime(pid: number): number {
  const own = ticks(pid) * MILLISECONDS_PER_TICK;
  return childrenOf(pid).reduce((sum, child) => sum + processorTime(child), own);
}
