import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEEP, sampleOf } from '../../server/test/sample.ts';
import { namesOf } from '../new-resource/names.ts';

/**
 * What `pnpm new-resource` writes is a resource that runs, in a copy of the repository; and what is taken away leaves no
 * trace: the copy is without the help videos.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = ['shared', 'server', 'desktop'];
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist', 'results']);
const FOLDERS = ['server/src/modules/price-lists', 'desktop/src/features/price-lists'];
const run = promisify(execFile);

let copy: string;
let edited: string[];
let wrongTexts: string[];
/** Runs a tool of the copy. What it printed is the message of its failure. */
async function tool(name: string, args: string[], folder = '.'): Promise<void> {
  const options = { cwd: join(copy, folder), maxBuffer: 64 * 1024 * 1024 };
  await run(join(copy, folder, 'node_modules/.bin', name), args, options).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${name} ${args.join(' ')}: ${error.stdout}${error.stderr}`);
    },
  );
}

/** Takes a feature away as the README says: its folders, and its line in each list. */
async function takeAway(name: string): Promise<void> {
  for (const room of ['shared/src/features', 'server/src/modules', 'desktop/src/features'])
    rmSync(join(copy, room, name), { recursive: true, force: true });
  for (const list of [
    'shared/src/features.ts',
    'shared/src/calls.ts',
    'server/src/modules.ts',
    'desktop/src/renderer/app/features.ts',
  ]) {
    const path = join(copy, list);
    const lines = readFileSync(path, 'utf8').split('\n');
    const isItsLine = (line: string) =>
      line.includes(`/${name}/`) || new RegExp(`^  ${name}(Module)?,$`).test(line);
    writeFileSync(path, lines.filter((line) => !isItsLine(line)).join('\n'));
  }
}

/** What the check of the texts has to say, after it told the compiler of the namespaces. */
async function textProblems(): Promise<string[]> {
  const check = run(process.execPath, ['.scripts/check-i18n.ts', '--update'], { cwd: copy });
  const { stdout } = await check.catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter((line) => /^(code|nothing|two|\w\w:)/.test(line));
}

/** The files that were there before and are others now. */
function editedFiles(): string[] {
  const files = readdirSync(copy, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(copy, join(entry.parentPath, entry.name)));
  return files.filter((file) => {
    const before = join(ROOT, file);
    return existsSync(before) && !readFileSync(before).equals(readFileSync(join(copy, file)));
  });
}

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'balcao-resource-'));
  for (const entry of readdirSync(ROOT))
    if (!LEFT_OUT.has(entry))
      cpSync(join(ROOT, entry), join(copy, entry), {
        recursive: true,
        filter: (path) => !LEFT_OUT.has(basename(path)),
      });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  // Their links are relative: those to our own packages lead to the copy.
  for (const name of PACKAGES)
    cpSync(join(ROOT, name, 'node_modules'), join(copy, name, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.includes('.vite'),
    });
  await run(process.execPath, ['.scripts/new-resource.ts', 'price-lists'], { cwd: copy });
  edited = editedFiles();
  await takeAway('helps');
  wrongTexts = await textProblems();
}, 180_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('writes a feature into its folders, and edits six files at most beside them', () => {
  expect(edited).toContain('shared/src/features.ts');
  expect(edited.length).toBeLessThanOrEqual(6);
});

it('a feature that goes leaves no text without use; one that comes has words to be translated', () => {
  expect(wrongTexts).toContain('es: not translated priceLists:title ("Price lists")');
  expect(wrongTexts.filter((problem) => !problem.includes('not translated priceLists:'))).toEqual([]);
});

/** What says that nothing is missing: the parts of `pnpm check` that see all three rooms. */
const CHECKS: readonly [tool: string, args: string[]][] = [
  ['tsc', ['--checkers', '1', '-p', 'server']],
  ['tsc', ['--checkers', '1', '-p', 'desktop/tsconfig.node.json']],
  ['tsc', ['--checkers', '1', '-p', 'desktop/tsconfig.renderer.json']],
  ['depcruise', ['--config', '.dependency-cruiser.mjs', 'shared/src', 'server', 'desktop']],
  ['biome', ['check', '--error-on-warnings', 'shared/src', ...FOLDERS]],
];

it.each(sampleOf(CHECKS, 1, 'checks without a feature', ([name, args]) => `${name} ${args.join(' ')}`))(
  'a feature that comes and one that goes leave nothing for %s %s',
  async (name, args) => {
    await tool(name, args);
  },
  300_000,
);

it('knows the forms of a name', () => {
  expect(namesOf('reply-policies')).toMatchObject({
    kebab: 'reply-policy',
    Pascal: 'ReplyPolicy',
    CODE: 'REPLY_POLICY',
  });
  expect(namesOf('boxes')).toMatchObject({ camel: 'box', camels: 'boxes' });
  for (const bad of ['PriceLists', 'price_lists', 'sheep', '']) expect(namesOf(bad)).toBeNull();
});

/** The agent writes by REST, and the admin's page shows it. */
const JOURNEY = `import { expect, test } from '@playwright/test';
import { signIn } from './acts.ts';
import { startStack } from './stack.ts';

test('a row goes from REST over the feed to the page of another person', async ({ page, browser }) => {
  const stack = await startStack();
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await page.getByRole('link', { name: 'Price lists' }).click();
  await expect(page.getByText('Nada aqui ainda')).toBeVisible();
  const other = await browser.newPage({ locale: 'pt-BR' });
  await other.goto(await stack.startSecondConsole());
  await signIn(other, 'ana@demo.balcao.test');
  await other.getByRole('link', { name: 'Price lists' }).click();
  await other.getByRole('button', { name: 'Novo' }).first().click();
  await other.getByRole('dialog').getByLabel('Nome').fill('Atacado');
  await other.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('cell', { name: 'Atacado', exact: true })).toBeVisible();
  await stack.end();
});
`;

if (DEEP)
  it('runs: its own test, and from REST over feed and cache to the page', async () => {
    await tool('vitest', ['run', 'server/test/migrations', '--update']);
    await tool('vitest', ['run', 'server/src/modules/price-lists', 'server/test/probe.pg.test.ts']);
    writeFileSync(join(copy, 'desktop/e2e/price-lists.spec.ts'), JOURNEY);
    await tool('vite', ['build', '--logLevel', 'warn'], 'desktop');
    await tool('playwright', ['test', 'price-lists'], 'desktop');
  }, 600_000);
