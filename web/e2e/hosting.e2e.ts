/// A server as docs/hosting.md sets it up: behind the nginx of Debian with the
/// settings in deploy/, by https, with sockets and the addresses of clients.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { freePort } from './server';

const deploy = resolve(import.meta.dirname, '../../deploy');
const folder = mkdtempSync(join(tmpdir(), 'admiralty-hosting-'));
const children: ChildProcess[] = [];
let browser: Browser | undefined;
let https = 0;
let http = 0;
let ops = 0;

async function until(what: string, is: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 150; i++) {
    if (await is().catch(() => false)) return;
    await new Promise((on) => setTimeout(on, 100));
  }
  throw new Error(`${what} did not come about`);
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/// A request through the proxy, from whatever address of this machine.
function ask(path: string, more: RequestOptions = {}): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(
      { host: '127.0.0.1', port: https, path, rejectUnauthorized: false, agent: false, ...more },
      (got) => {
        let text = '';
        got.on('data', (piece: Buffer) => (text += piece.toString()));
        got.on('end', () => done({ status: got.statusCode ?? 0, headers: got.headers, text }));
      },
    );
    sent.on('error', fail);
    sent.end();
  });
}

beforeAll(async () => {
  const listen = await freePort();
  [https, http, ops] = [await freePort(), await freePort(), await freePort()];
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
      .concat(['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'])
      .concat(['-keyout', key, '-out', cert]),
    { stdio: 'ignore' },
  );
  // The settings as they are given to people, with the addresses of this test.
  const settings = readFileSync(join(deploy, 'admiralty.toml'), 'utf8')
    .replace('127.0.0.1:8640', `127.0.0.1:${listen}`)
    .replace('127.0.0.1:8641', `127.0.0.1:${ops}`)
    .replace('https://club.example', `https://localhost:${https}`);
  writeFileSync(join(folder, 'admiralty.toml'), `${settings}rate_http = 300\n`);
  const site = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
    .replaceAll('127.0.0.1:8640', `127.0.0.1:${listen}`)
    .replaceAll('club.example;', 'localhost;')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`)
    .replace(/\/etc\/letsencrypt\S+fullchain.pem/, cert)
    .replace(/\/etc\/letsencrypt\S+privkey.pem/, key);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error')};
events { worker_connections 256; }
http { access_log off; ${temporary}
${site} }`,
  );
  children.push(
    spawn(
      inject('bin'),
      ['serve', '--config', join(folder, 'admiralty.toml'), '--data', join(folder, 'data')],
      { stdio: 'ignore' },
    ),
    spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' }),
  );
  await until('the server behind nginx', async () => (await ask('/healthz')).status === 200);
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  });
});

afterAll(async () => {
  await browser?.close();
  for (const child of children) {
    if (child.exitCode !== null) continue;
    const gone = new Promise((on) => child.once('exit', on));
    child.kill('SIGTERM');
    await Promise.race([gone, new Promise((on) => setTimeout(on, 12_000))]);
  }
  rmSync(folder, { recursive: true, force: true });
});

it('is reached by https only, and says so', async () => {
  const plain = await fetch(`http://127.0.0.1:${http}/rules`, { redirect: 'manual' });
  expect(plain.status).toBe(301);
  expect(plain.headers.get('location')).toMatch(/^https:\/\//);
  const page = await ask('/');
  expect(page.status).toBe(200);
  expect(page.headers['strict-transport-security']).toContain('max-age=31536000');
  const me = await ask('/api/me');
  expect(String(me.headers['set-cookie'])).toContain('Secure');
});

it('shows the operator alone how it is', async () => {
  expect((await fetch(`http://127.0.0.1:${ops}/readyz`)).status).toBe(200);
  expect(await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text()).toContain('store_commits');
  expect((await ask('/metrics')).text).toMatch(/^<!doctype html>/i);
});

it('plays a game over a secure socket', async () => {
  const context = await browser!.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto(`https://localhost:${https}/`);
  const id = await page.evaluate(async () => {
    const made = await fetch('/api/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        game: 'naval_battle',
        options: { deploy: { W: '@Citadel', R: '@Citadel' } },
        seats: [{ kind: 'me' }, { kind: 'bot', level: 'random' }],
        start: true,
      }),
    });
    return ((await made.json()) as { id: string }).id;
  });
  await page.goto(`https://localhost:${https}/table/${id}`);
  await page.locator('[data-mark="act"]').first().waitFor({ timeout: 20_000 });
  expect(sockets.some((url) => url.startsWith(`wss://localhost:${https}/`))).toBe(true);
  await context.close();
});

it('counts clients by their own address, whatever they claim', async () => {
  const from = { localAddress: '127.0.0.7' };
  let refused = 0;
  for (let i = 0; i < 340; i++) {
    const claimed = { 'x-forwarded-for': `203.0.113.${i % 250}` };
    const answer = await ask('/api/harbour', { ...from, headers: claimed });
    if (answer.status === 429) refused += 1;
  }
  expect(refused).toBeGreaterThan(0);
  // Somebody else behind the same proxy is not made to wait.
  expect((await ask('/api/harbour', { localAddress: '127.0.0.8' })).status).toBe(200);
});
