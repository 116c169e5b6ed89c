import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContextMenuParams, Rectangle } from 'electron';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { handleDownloads } from './downloads.ts';
import { START_URL, ticketPage } from './locations.ts';
import { createFakeElectron } from './recording-fake.ts';
import { shellTexts } from './texts.ts';
import { KINDS, MIN_SIZE, placeOn } from './window-state.ts';
import { createWindows } from './windows.ts';

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const paths = { preload: '/dist/preload.cjs', icon: '/icons/icon.png' };
const texts = () => shellTexts('pt');

function start(options: Parameters<typeof createFakeElectron>[0] & { saved?: object } = {}) {
  const fake = createFakeElectron(options);
  const stored = new Map<string, unknown>([['window.main', options.saved]]);
  const gone: number[] = [];
  const zooms: number[] = [];
  let now = 0;
  let onTop = true;
  const windows = createWindows({
    electron: fake.api,
    paths,
    settings: { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) },
    texts,
    zoom: () => 1.5,
    onTop: () => onTop,
    onZoom: (direction) => zooms.push(direction),
    mayClose: () => true,
    onShown: () => {},
    onPageGone: (screen) => gone.push(screen),
    warn: () => {},
    now: () => now,
  });
  windows.openMain(false);
  return {
    fake,
    windows,
    stored,
    gone,
    zooms,
    main: fake.windows[0]!,
    lower: () => (onTop = false),
    pass: (ms: number) => (now += ms),
  };
}

describe('where the window is', () => {
  const one: Rectangle = { x: 0, y: 0, width: 1920, height: 1040 };
  const left: Rectangle = { x: -1280, y: 0, width: 1280, height: 984 };

  it('is remembered, and found again on the screens that are there', () => {
    const { main, stored } = start();
    main.bounds = { x: -1200, y: 40, width: 900, height: 700 };
    main.maximized = true;
    main.close();
    const saved = stored.get('window.main') as object;
    expect(saved).toEqual({ ...main.bounds, maximized: true });
    const again = start({ saved, screens: [one, left] }).main;
    expect([again.options, again.maximized]).toMatchObject([
      { x: -1200, y: 40, width: 900, height: 700 },
      true,
    ]);
    const unplugged = start({ saved, screens: [one] }).main;
    expect([unplugged.options.x, unplugged.options.width]).toEqual([undefined, 900]);
  });

  it('is always within reach, whatever was stored and whatever screens there are', () => {
    const coordinate = fc.integer({ min: -10_000, max: 10_000 });
    const length = fc.integer({ min: 1, max: 10_000 });
    const rectangle = fc.record({ x: coordinate, y: coordinate, width: length, height: length });
    const area = fc.record({
      x: coordinate,
      y: coordinate,
      width: fc.integer({ min: 800, max: 4_000 }),
      height: fc.integer({ min: 600, max: 3_000 }),
    });
    fc.assert(
      fc.property(fc.array(area, { minLength: 1, maxLength: 3 }), rectangle, (areas, saved) => {
        const placed = placeOn(
          areas.map((workArea) => ({ workArea })),
          { ...saved, maximized: false },
          KINDS.main.size,
        );
        expect(placed.width).toBeGreaterThanOrEqual(MIN_SIZE.width);
        const { x, y } = placed;
        if (x === undefined || y === undefined) return;
        const inside = areas.some(
          (screen) =>
            x >= screen.x &&
            y >= screen.y &&
            x + placed.width <= screen.x + screen.width &&
            y + placed.height <= screen.y + screen.height,
        );
        expect(inside).toBe(true);
      }),
    );
  });

  it('falls back to the first size where nothing sensible is stored', () => {
    expect(start({ saved: { x: 'left' } }).main.options).toMatchObject({ width: 1280, height: 800 });
    expect(start({ screens: [] }).main.options.width).toBe(1280);
  });
});

describe('windows', () => {
  it('gives a ticket one window of its own, and tells the pages apart', () => {
    const { fake, windows, main, gone } = start();
    const ask = (page: typeof main.webContents) => page.openHandler?.({ url: ticketPage(UUID) });
    expect(ask(main.webContents)).toEqual({ action: 'deny' });
    ask(main.webContents);
    const [, ticket, ...more] = fake.windows;
    expect([ticket!.loaded, more.length, ticket!.calls]).toEqual([ticketPage(UUID), 0, ['show', 'focus']]);

    const frame = { type: 'answer', callId: 1, answer: { ok: true, value: null } } as const;
    windows.send(ticket!.webContents.id, frame);
    expect([main.webContents.sent.length, ticket!.webContents.sent[0]!.data]).toEqual([0, frame]);
    main.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    main.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    ticket!.close();
    expect(gone).toEqual([main.webContents.id, ticket!.webContents.id]);
    ask(main.webContents);
    expect(fake.windows).toHaveLength(3);
  });

  it('keeps tickets above other programs, where the last one was, unless the person wants them lower', () => {
    const { fake, windows, main, lower } = start();
    const open = (uuid: string) => void main.webContents.openHandler?.({ url: ticketPage(uuid) });
    open(UUID);
    const [, first] = fake.windows;
    first!.bounds = { x: 100, y: 60, width: 500, height: 600 };
    first!.emit('moved');
    open('1f8fad5b-d9cb-469f-a165-70867728950e');
    const [, , second] = fake.windows;
    expect(second!.options).toMatchObject({ x: 132, y: 92, width: 500, height: 600 });
    expect([main.onTop, first!.onTop, second!.onTop]).toEqual([false, true, true]);
    lower();
    windows.applyOnTop();
    expect([first!.onTop, second!.onTop]).toEqual([false, false]);
  });

  it('grows and shrinks letters by the usual keys, and never by AltGr', () => {
    const { main, zooms } = start();
    const { webContents: page } = main;
    page.emit('did-finish-load');
    const taken = [
      page.press('+', { control: true }),
      page.press('-', { control: true }),
      page.press('0', { control: true }),
      page.press('0'),
      page.press('+', { control: true, alt: true }),
    ];
    expect([taken, zooms, page.zoom]).toEqual([[false, false, false, true, true], [1, -1, 0], 1.5]);
  });

  it('loads a page again that crashed, asks before it does so for ever, and then starts over', async () => {
    const { fake, main, pass } = start({ answers: [0, 1] });
    let reloads = 0;
    main.webContents.on('reloaded', () => reloads++);
    const crash = async () => {
      main.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
      await new Promise(setImmediate);
      return reloads;
    };
    expect([await crash(), await crash(), fake.questions.length]).toEqual([1, 2, 0]);
    main.loaded = `${START_URL}#/tickets/${UUID}`;
    expect([await crash(), fake.questions.length, main.loaded]).toEqual([2, 1, START_URL]);
    pass(5 * 60_000);
    expect([await crash(), await crash(), await crash(), main.destroyed]).toEqual([3, 4, 4, true]);
  });
});

describe('the menu of the right button', () => {
  const params = (patch: Partial<ContextMenuParams>) =>
    ({
      linkURL: '',
      srcURL: '',
      selectionText: '',
      misspelledWord: '',
      dictionarySuggestions: [],
      hasImageContents: false,
      isEditable: false,
      editFlags: { canCut: true, canCopy: true, canPaste: false, canSelectAll: true },
      x: 3,
      y: 4,
      ...patch,
    }) as ContextMenuParams;

  function menuOf(patch: Partial<ContextMenuParams>) {
    const { fake, main } = start();
    main.webContents.emit('context-menu', {}, params(patch));
    const items = fake.popups[0] ?? [];
    const click = (label: string) => (items.find((item) => item.label === label)?.click as () => void)?.();
    return { fake, main, labels: items.map(({ label, type }) => label ?? type), click };
  }

  it('offers words, and learns one', () => {
    const misspelt = {
      isEditable: true,
      misspelledWord: 'atendimeto',
      dictionarySuggestions: ['atendimento'],
    };
    const { labels, click, fake, main } = menuOf(misspelt);
    expect(labels).toEqual([
      'atendimento',
      'Adicionar ao dicionário',
      'separator',
      'Recortar',
      'Copiar',
      'Colar',
      'Selecionar tudo',
    ]);
    click('atendimento');
    click('Adicionar ao dicionário');
    expect([main.webContents.edits, fake.session.learnt]).toEqual([['atendimento'], ['atendimeto']]);
    expect(menuOf({ ...misspelt, dictionarySuggestions: [] }).labels[0]).toBe('Nenhuma sugestão');
  });

  it('copies links, texts and pictures, saves files of conversations only, and stays away where it has nothing', () => {
    const link = menuOf({ linkURL: 'https://a.test/x' });
    link.click('Copiar o endereço do link');
    expect(link.fake.copied).toEqual(['https://a.test/x']);
    expect(menuOf({ selectionText: 'texto' }).labels).toEqual(['Copiar']);
    const image = menuOf({ hasImageContents: true, srcURL: `media://file/${UUID}` });
    image.click('Copiar a imagem');
    image.click('Salvar a imagem…');
    expect([image.main.webContents.edits, image.main.webContents.downloads]).toEqual([
      ['image at 3,4'],
      [`media://file/${UUID}`],
    ]);
    expect(menuOf({ hasImageContents: true, srcURL: 'app://balcao/logo.png' }).labels).toEqual([
      'Copiar a imagem',
    ]);
    expect(menuOf({ linkURL: 'app://balcao/#/tickets' }).labels).toEqual([]);
  });
});

describe('downloads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-downloads-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function download(name: string, options: { ask?: boolean; answers?: number[]; mime?: string } = {}) {
    const { fake, windows, main } = start(options.answers ? { answers: options.answers } : {});
    fake.app.getPath = () => folder;
    handleDownloads({
      electron: fake.api,
      window: windows.main,
      askWhere: () => options.ask ?? false,
      texts,
    });
    const item = Object.assign(new EventEmitter(), {
      path: '',
      proposed: '',
      getFilename: () => name,
      getMimeType: () => options.mime ?? 'application/octet-stream',
      getTotalBytes: () => 10,
      getReceivedBytes: () => 5,
      getSavePath: () => item.path,
      setSavePath(path: string) {
        item.path = path;
      },
      setSaveDialogOptions({ defaultPath }: { defaultPath: string }) {
        item.proposed = defaultPath;
      },
    });
    let refused = false;
    fake.session.emit('will-download', { preventDefault: () => (refused = true) }, item);
    return { fake, main, item, refused };
  }

  it('go where the person says, or under a free name into the folder for them', () => {
    expect(download('nota.pdf', { ask: true }).item).toMatchObject({
      path: '',
      proposed: join(folder, 'nota.pdf'),
    });
    writeFileSync(join(folder, 'nota.pdf'), '');
    const { fake, main, item } = download('nota.pdf');
    expect(item.path).toBe(join(folder, 'nota (1).pdf'));
    item.emit('updated');
    expect(main.progress).toBe(0.5);
    item.emit('done', {}, 'completed');
    expect([main.progress, fake.shownInFolder]).toEqual([-1, [join(folder, 'nota (1).pdf')]]);
  });

  it('ask before they save a program, whatever it is called', () => {
    const refused = [
      download('fatura.pdf.exe'),
      download('foto', { mime: 'application/x-msdownload' }),
      download('atalho.lnk', { answers: [0] }),
    ];
    expect(refused.map((one) => [one.refused, one.fake.questions.length])).toEqual(Array(3).fill([true, 1]));
    const wanted = download('setup.exe', { answers: [1] });
    expect([wanted.refused, wanted.item.path]).toEqual([false, join(folder, 'setup.exe')]);
    expect(download('foto.png').fake.questions).toEqual([]);
  });
});
