import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Child } from './child.ts';

/** nginx as the yardstick: one worker, connections to the upstream kept, the two headers added, no log. */
const config = (folder: string, port: number, upstream: string) => `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 100000000;
  upstream service { server ${upstream}; keepalive 64; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Api-Key bench-key;
      proxy_set_header X-Api-Secret bench-secret;
    }
  }
}
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : Number.NaN;
}

/** Debian puts its servers where not every shell looks. */
const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).error === undefined);

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answered = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nginx does not answer.');
}

/** Starts nginx on a configuration in a folder of its own. */
export async function startNginx(upstream: string, path: string): Promise<Child> {
  if (!PROGRAM) throw new Error('nginx is not installed: npm run bench installs it (Debian: nginx-light).');
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config(folder, port, new URL(upstream).host));
  const child = spawn(PROGRAM, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url + path);
  return {
    pid: child.pid ?? Number.NaN,
    url,
    ask: async () => null,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
