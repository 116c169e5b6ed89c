import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { EXAMPLE_KINDS, EXAMPLES } from '@balcao/shared/features/messages-api/send-examples.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, givePlan } from '../../../test/fixtures.ts';
import { PICTURE } from '../../../test/picture.ts';
import { programToken } from '../../../test/program-token.ts';

/** What people copy from the page does what it says, against a server that listens. */

const run = promisify(execFile);
let api: TestApi;
let company: CompanyFixture;
let dir: string;
const place = {
  url: '',
  token: '',
  number: '5511987654321',
  body: 'O seu pedido saiu para entrega.',
  file: 'foto.png',
};

beforeAll(async () => {
  api = await startApi();
  await api.company('Operator');
  company = await api.company('Loja');
  await givePlan(api.admin, company.companyId);
  place.token = (await programToken(api.admin, sendApiMessage, company)) ?? '';
  place.url = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}${sendApiMessage.path}`;
  dir = await mkdtemp(join(tmpdir(), 'balcao-examples-'));
  await writeFile(join(dir, place.file), PICTURE);
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await api.stop();
});

async function stored(name: string, text: string): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, text);
  return path;
}

const bodies = async () =>
  (
    await api.admin<{ body: string; type: string }[]>`
      select body, media_type as type from messages where company_id = ${company.companyId} and said_by = 'api'
      order by created_at`
  ).map(({ body, type }) => `${type} ${body}`.trim());

it.each(EXAMPLE_KINDS)('sends a %s as curl and as JavaScript', async (kind) => {
  const before = await bodies();
  const said = kind === 'text' ? `chat ${place.body}` : 'image';
  const { stdout } = await run('sh', [await stored('example.sh', EXAMPLES.curl[kind](place))], { cwd: dir });
  expect(JSON.parse(stdout)).toMatchObject({ state: 'queued' });
  const script = await stored('example.mjs', EXAMPLES.javascript[kind](place));
  expect((await run(process.execPath, [script], { cwd: dir })).stdout).toMatch(/^202 \{/);
  expect(await bodies()).toEqual([...before, said, said]);
});

it.each(EXAMPLE_KINDS)('is a program in Python and in PHP that sends a %s', async (kind) => {
  const python = await stored('example.py', EXAMPLES.python[kind](place));
  await run('python3', ['-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())', python]);
  expect(problemsOfPhp(EXAMPLES.php[kind](place))).toEqual([]);
  for (const text of [EXAMPLES.python[kind](place), EXAMPLES.php[kind](place)])
    for (const part of [
      place.url,
      `Bearer ${place.token}`,
      place.number,
      kind === 'text' ? place.body : place.file,
    ])
      expect(text).toContain(part);
});

it('notices PHP that is none', () => {
  const text = EXAMPLES.php.text(place);
  for (const broken of [
    text.slice(5),
    text.replace(']);', ';'),
    text.replace("'number'", "'number"),
    text.replace(';', ''),
  ])
    expect(problemsOfPhp(broken)).not.toEqual([]);
});

/** PHP is on few machines: its brackets, its texts and the ends of its statements are looked at instead. */
function problemsOfPhp(text: string): string[] {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const problems = first === '<?php' ? [] : ['it does not begin as PHP'];
  const code = lines.join('\n').replaceAll(/'[^'\n]*'/g, 'text');
  if (code.includes("'")) problems.push('a text does not end');
  const open: string[] = [];
  const closing: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
  for (const line of code.split('\n')) {
    for (const sign of line) {
      if ('([{'.includes(sign)) open.push(sign);
      if (sign in closing && open.pop() !== closing[sign]) problems.push(`a bracket of ${line}`);
    }
    if (open.length === 0 && !line.trimEnd().endsWith(';')) problems.push(`no end of ${line}`);
  }
  if (open.length > 0) problems.push('a bracket is not closed');
  return problems;
}
