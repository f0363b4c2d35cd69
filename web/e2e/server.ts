/// Starts the real server once, on a free port, with a data folder of its own.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    base: string;
    bin: string;
    /// The data folder of the server.
    data: string;
  }
}

const root = resolve(import.meta.dirname, '../..');

function binary(): string {
  if (process.env.ADMIRALTY_BIN) return resolve(root, process.env.ADMIRALTY_BIN);
  const out = execFileSync(
    'cargo',
    ['build', '--quiet', '--package', 'admiralty', '--message-format', 'json'],
    { cwd: root, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const made = out
    .toString()
    .split('\n')
    .flatMap((line) => {
      try {
        const message = JSON.parse(line) as {
          executable?: string | null;
          target?: { kind?: string[] };
        };
        return message.executable && message.target?.kind?.includes('bin')
          ? [message.executable]
          : [];
      } catch {
        return [];
      }
    });
  const found = made.at(-1);
  if (!found) throw new Error('cargo built no binary');
  return found;
}

export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

let server: ChildProcess | undefined;
let data = '';

export async function setup(project: TestProject): Promise<void> {
  const bin = binary();
  project.provide('bin', bin);
  // A server that is running already, for work on the client.
  if (process.env.ADMIRALTY_URL) {
    project.provide('base', process.env.ADMIRALTY_URL);
    project.provide('data', process.env.ADMIRALTY_DATA ?? '');
    return;
  }
  const port = await freePort();
  data = mkdtempSync(join(tmpdir(), 'admiralty-e2e-'));
  const base = `http://127.0.0.1:${port}`;
  const said: string[] = [];
  server = spawn(
    bin,
    [
      'serve',
      '--listen',
      `127.0.0.1:${port}`,
      '--data',
      data,
      '--rate-http',
      '0',
      '--rate-socket',
      '0',
      '--bot-pause',
      '50',
      '--log',
      'warn',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (text: Buffer) => said.push(text.toString()));
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      if ((await fetch(`${base}/healthz`)).ok) break;
    } catch {
      // Not yet.
    }
    if (server.exitCode !== null || Date.now() > deadline)
      throw new Error(`the server did not start:\n${said.join('')}`);
    await new Promise((on) => setTimeout(on, 100));
  }
  project.provide('base', base);
  project.provide('data', data);
}

export async function teardown(): Promise<void> {
  const running = server;
  if (running && running.exitCode === null) {
    const gone = new Promise((on) => running.once('exit', on));
    running.kill('SIGTERM');
    await Promise.race([gone, new Promise((on) => setTimeout(on, 5000))]);
    if (running.exitCode === null) running.kill('SIGKILL');
  }
  if (data) rmSync(data, { recursive: true, force: true });
}
