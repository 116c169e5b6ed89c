import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFakeElectron } from './recording-fake.ts';
import { declareShell, startShell } from './shell.ts';
import { shellTexts } from './texts.ts';

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OPEN_TICKET = { kind: 'command', command: { kind: 'navigate', path: `/tickets/${UUID}` } };
const rendererDir = mkdtempSync(join(tmpdir(), 'balcao-renderer-'));
writeFileSync(join(rendererDir, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__">');
writeFileSync(join(rendererDir, 'app.js'), 'export {};');
afterAll(() => rmSync(rendererDir, { recursive: true }));

async function start(
  options: Parameters<typeof createFakeElectron>[0] & { argv?: string[]; locked?: boolean } = {},
) {
  const fake = createFakeElectron(options);
  fake.app.lockFree = !options.locked;
  const warnings: string[] = [];
  declareShell(fake.api);
  const first = await startShell({
    electron: fake.api,
    settings: { get: () => undefined, set: () => {}, all: () => ({}) },
    distDir: '/dist',
    rendererDir,
    iconsDir: '/icons',
    serverUrl: 'http://server',
    argv: options.argv ?? [],
    platform: 'linux',
    texts: shellTexts('pt'),
    updates: null,
    warn: (what) => warnings.push(what),
    now: () => 0,
  });
  fake.processes[0]?.emit('message', { kind: 'ready' });
  const posted = () => fake.processes[0]!.posted as { kind: string; path?: string }[];
  return { fake, first, warnings, posted };
}

describe('the desktop program', () => {
  it('leaves at once when it runs already', async () => {
    const { fake, first } = await start({ locked: true });
    expect([first, fake.app.quitting, fake.windows.length]).toEqual([false, true, 0]);
  });

  it('goes to the tray when its window is closed, and comes back by its menu', async () => {
    const { fake } = await start();
    const window = fake.windows[0]!;
    expect(window.close()).toBe(false);
    expect(window.visible).toBe(false);
    fake.trays[0]!.menu.find((item) => item.label === 'Abrir o Balcão')?.click?.();
    expect(window.visible).toBe(true);
  });

  it('ends when its window is closed on a desktop without a tray', async () => {
    const { fake } = await start({ trayFails: true });
    const ended = new Promise((resolve) => fake.app.once('exited', resolve));
    expect(fake.windows[0]!.close()).toBe(true);
    fake.app.emit('window-all-closed');
    await ended;
    expect(fake.processes[0]!.posted.at(-1)).toEqual({ kind: 'stop' });
  });

  it('never starts hidden where nobody could find it', async () => {
    const withTray = await start({ argv: ['--hidden'] });
    const without = await start({ argv: ['--hidden'], trayFails: true });
    for (const { fake } of [withTray, without]) fake.windows[0]!.emit('ready-to-show');
    expect([withTray.fake.windows[0]!.visible, without.fake.windows[0]!.visible]).toEqual([false, true]);
  });

  it('opens the ticket of a link, from the first start and from a second one', async () => {
    const { fake, posted } = await start({ argv: [`balcao://tickets/${UUID}`] });
    expect(posted()).toContainEqual(OPEN_TICKET);
    posted().length = 0;
    fake.app.emit('second-instance', {}, ['balcao', '--no-sandbox', `balcao://tickets/${UUID}`]);
    fake.app.emit('second-instance', {}, ['balcao', '--load=https://evil.test']);
    expect(posted()).toEqual([OPEN_TICKET]);
    expect(fake.app.registered).toEqual(['balcao']);
  });

  it('shows notifications and unread tickets, and a click opens the ticket', async () => {
    const { fake, posted } = await start();
    const core = fake.processes[0]!;
    const status = { unread: 4, phase: 'live', silent: false, language: 'pt' };
    core.emit('message', { kind: 'status', status });
    const notice = { key: UUID, path: `/tickets/${UUID}`, title: 'Maria', body: 'Olá', answer: null };
    core.emit('message', { kind: 'notify', notice });
    fake.notifications[0]!.emit('click');
    expect([fake.app.badge, fake.trays[0]!.tooltip]).toEqual([4, 'Balcão (4)']);
    expect([fake.notifications[0]!.options.title, fake.windows[0]!.visible]).toEqual(['Maria', true]);
    expect(posted().at(-1)).toEqual(OPEN_TICKET);
  });

  it('wakes the core with the computer and brings the page back when it crashed', async () => {
    const { fake, posted } = await start();
    const page = fake.windows[0]!.webContents;
    let reloads = 0;
    page.on('reloaded', () => reloads++);
    fake.power.emit('resume');
    page.emit('render-process-gone', {}, { reason: 'crashed' });
    fake.processes[0]!.emit('exit', 1);
    expect([posted().at(-1), reloads, fake.processes.length]).toEqual([{ kind: 'wake' }, 2, 2]);
  });

  it('tells the person and ends when the core keeps failing', async () => {
    const { fake } = await start();
    const ended = new Promise((resolve) => fake.app.once('exited', resolve));
    for (let crash = 1; crash <= 5; crash++) fake.processes.at(-1)!.emit('exit', 1);
    await ended;
    const { failedTitle: title, failedHint: hint } = shellTexts('pt');
    expect(fake.errors).toEqual([{ title, hint }]);
  });
});

describe('own schemes', () => {
  it('are declared secure before Electron is ready', () => {
    const fake = createFakeElectron();
    declareShell(fake.api);
    const privileges = { standard: true, secure: true, supportFetchAPI: true };
    expect(fake.privileged).toEqual([
      { scheme: 'app', privileges },
      { scheme: 'media', privileges: { ...privileges, stream: true } },
    ]);
  });

  it('serve the built screen under a strict policy, and nothing beside it', async () => {
    const { fake } = await start();
    const serve = fake.protocols.get('app')!;
    const page = await serve(new Request('app://balcao/tickets/1'));
    const policy = page.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
    expect(await page.text()).toBe(`<meta property="csp-nonce" nonce="${nonce}">`);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(policy).not.toContain('unsafe');
    expect((await serve(new Request('app://balcao/app.js'))).status).toBe(200);
    for (const path of [
      '/../secret.js',
      '/..%2fsecret.js',
      '/%2e%2e/secret.js',
      '/%00.js',
      '/..%5csecret.js',
      '/none.js',
      '/%zz.js',
    ])
      expect((await serve({ url: `app://balcao${path}` } as Request)).status, path).toBe(404);
    expect((await serve(new Request('app://other/app.js'))).status).toBe(404);
  });

  it('serve a file of a conversation by ranges, and never as a page', async () => {
    const { fake, posted } = await start();
    const path = join(rendererDir, 'voice');
    writeFileSync(path, '0123456789');
    const asked = fake.protocols.get('media')!(
      new Request('media://file/m1', { headers: { range: 'bytes=2-4' } }),
    );
    const request = posted().at(-1) as unknown as { requestId: number };
    const file = { path, size: 10, mime: 'text/html', name: 'x.html' };
    fake.processes[0]!.emit('message', { kind: 'media', requestId: request.requestId, file });
    const answer = await asked;
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
  });
});
