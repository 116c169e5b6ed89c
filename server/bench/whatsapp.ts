import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxInfo } from '../sandbox/cli.ts';
import { createSandboxClient } from '../sandbox/client.ts';
import type { SandboxCommands } from '../sandbox/script/api.ts';
import type { CompanyFixture } from '../test/fixtures.ts';
import type { Context } from './figure.ts';
import type { BenchDatabase } from './postgres.ts';
import { type Program, startProgram } from './program.ts';

/** The simulated WhatsApp in a separate process. */
export interface BenchWhatsApp {
  info: SandboxInfo;
  commands: SandboxCommands;
  /** The environment of a server process that uses it. */
  env: Record<string, string>;
  /** Makes the company's phone, requests the session and scans its code. @returns the phone's number */
  link(database: BenchDatabase, company: CompanyFixture, connectionId?: number): Promise<string>;
  stop(): Promise<void>;
}

export async function startWhatsApp(): Promise<BenchWhatsApp> {
  const program = await startProgram<SandboxInfo>('server/sandbox/cli.ts');
  const info = program.ready;
  const commands = createSandboxClient(info.control);
  let phones = 5_511_960_000_000;
  return {
    info,
    commands,
    env: {
      WHATSAPP_URL: info.url,
      WHATSAPP_CA_FILE: info.caFile,
      WHATSAPP_NOISE_ROOT: info.noiseRoot,
    },
    async link({ admin }, { companyId, connectionId: first }, connectionId = first) {
      const number = String(++phones);
      await commands.createPhone({ number, name: `Loja ${number}`, company: true });
      await admin`update connections set desired = 'running' where company_id = ${companyId} and id = ${connectionId}`;
      const once = async (fits: (row: { status: string; qrcode: string | null }) => boolean) => {
        for (const end = performance.now() + 30_000; performance.now() < end; await sleep(50)) {
          const [row] = await admin<{ status: string; qrcode: string | null }[]>`
            select status, qrcode from connections where company_id = ${companyId} and id = ${connectionId}`;
          if (row && fits(row)) return row;
        }
        throw new Error('the connection did not come about');
      };
      const { qrcode } = await once((row) => row.qrcode !== null);
      await commands.scan({ number, qr: qrcode! });
      await once((row) => row.status === 'connected');
      return number;
    },
    stop: () => program.stop(),
  };
}

/** The session worker, as a process of its own. @param more of its environment */
export const startWorker = (
  { dir }: Context,
  database: Pick<BenchDatabase, 'url'>,
  whatsApp: BenchWhatsApp,
  more: Record<string, string> = {},
): Promise<Program<unknown>> =>
  startProgram('server/src/sessions.ts', {
    env: {
      ...whatsApp.env,
      DATA_DIR: dir,
      DATABASE_URL: database.url,
      SECRET_KEY_FILE: join(dir, 'secret.key'),
      BALCAO_ROLE: 'sessions',
      ...more,
    },
  });

/** Another connection of a company, beside those that it has. */
export async function addConnection(
  admin: BenchDatabase['admin'],
  companyId: number,
  index: number,
): Promise<number> {
  const [row] = await admin<{ id: number }[]>`
    insert into connections (company_id, name) values (${companyId}, ${`WhatsApp ${index}`}) returning id::int`;
  return row!.id;
}
