import { spawn } from 'node:child_process';

/** The program that opens an address on this system, or null where nobody would see it. */
function opener(): readonly [string, ...string[]] | null {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  const hasDisplay = Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  return hasDisplay ? ['xdg-open'] : null;
}

/** Opens an address in the person's browser where there is one; never fails, and tells whether it tried. */
export function openBrowser(url: string): boolean {
  const found = opener();
  if (!found) return false;
  const [program, ...args] = found;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return true;
}
