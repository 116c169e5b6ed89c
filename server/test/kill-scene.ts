import type { FAILPOINTS as CONSOLE_FAILPOINTS } from '../../desktop/src/core/failpoints.ts';
import type { FAILPOINTS as SERVER_FAILPOINTS } from '../src/platform/failpoints.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { type Console, startConsole } from './nemesis/console.ts';
import type { Said } from './nemesis/ledgers.ts';
import type { PhoneCompany } from './phone-company.ts';
import { PICTURE } from './picture.ts';
import type { Running } from './process.ts';
import type { StandIns } from './services/stand-ins.ts';
import type { MailServer } from './smtp.ts';
import type { World } from './world.ts';

export type Step = (typeof SERVER_FAILPOINTS)[number] | (typeof CONSOLE_FAILPOINTS)[number];

export interface Scene {
  world: World;
  company: PhoneCompany;
  proxy: FaultProxy;
  /** What responders are asked. */
  services: StandIns;
  mail: MailServer;
  api: Running;
  worker: Running;
  desk: Console;
  desks: Console[];
  said: Said;
  /** Customers who are with a responder: whatever else they said would be a question, too. */
  asking: Set<string>;
  close(): Promise<void>;
}

export const reaching = ({ services: { url, efi }, mail }: Pick<Scene, 'services' | 'mail'>) => ({
  OUTGOING_ALLOW: `${new URL(url).host},${new URL(efi.url).host}`,
  OUTGOING_STAND_IN: url,
  EFI_URL: efi.url,
  EFI_CA_FILE: efi.caFile,
  SMTP_URL: mail.url,
  PUBLIC_URL: 'https://desk.example.com',
});

export function agentOf({ agents: [agent] }: PhoneCompany) {
  if (!agent) throw new Error('nobody works there');
  return agent;
}

export async function nextWorker(scene: Scene, env: Record<string, string> = {}): Promise<void> {
  const { world } = scene;
  await world.killWorker(scene.worker);
  scene.worker = world.startWorker({ env });
}

export async function nextApi(scene: Scene, env: Record<string, string> = {}): Promise<void> {
  await scene.api.kill();
  const { world, proxy } = scene;
  // Time passes over what it held.
  await world.database.admin`update jobs set held_until = null`;
  scene.api = world.startApi({ proxy, env: { ...reaching(scene), ...env } });
}

export async function nextDesk(scene: Scene, env: Record<string, string> = {}): Promise<void> {
  await scene.desk.kill();
  scene.desk = startConsole(scene.world, agentOf(scene.company), scene.proxy.url, env);
  scene.desks.push(scene.desk);
}

export async function hear({ world, company, said }: Scene, number: string, text: string): Promise<void> {
  said.heard.push({ number, text });
  await world.sandbox.commands.send({ kind: 'text', from: number, to: company.phone, text });
}

export async function showPicture(
  { world, company, said }: Scene,
  number: string,
  text: string,
): Promise<void> {
  said.heard.push({ number, text });
  const fileBase64 = PICTURE.toString('base64');
  await world.sandbox.commands.send({ kind: 'image', from: number, to: company.phone, fileBase64, text });
}

export async function write(
  { desk, said }: Scene,
  number: string,
  text: string,
  file?: string,
): Promise<void> {
  const taken = await Promise.race([
    desk.write({ number, text, ...(file ? { file } : {}) }),
    desk.ended.then(() => null),
  ]);
  if (taken) said.written.push({ number, text, user: desk.user.id });
}
