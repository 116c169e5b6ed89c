import { join } from 'node:path';
import { type RouteOutput, route } from '@balcao/shared/contract/call.ts';
import { listUsers } from '@balcao/shared/features/users/calls.ts';
import { fastify } from 'fastify';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { createBus } from '../src/platform/bus.ts';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { register } from '../src/platform/http/route.ts';
import { answerSchema } from '../src/platform/http/serialise.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { createDiskStorage } from '../src/platform/storage/disk.ts';

/**
 * `GET /page`, a page of people without any work: `bare` on Fastify alone, `ours` behind all that a request passes. It
 * reads no row, so it takes no transaction.
 */
const contract = route({ ...listUsers, path: '/page', waitsFor: 'outside' });
const person = {
  name: 'Antônia Conceição',
  email: 'antonia@company.test',
  profile: 'user',
  super: false,
  allTicket: 'disable',
  companyId: 1,
  whatsappId: null,
  queues: [{ id: 1, name: 'Suporte', color: '#e8590c' }],
  online: true,
  secondFactor: false,
  invitation: null,
} as const;
const page: RouteOutput<typeof contract> = {
  users: Array.from({ length: 40 }, (_, index) => ({ id: index + 1, ...person, queues: [...person.queues] })),
  count: 40,
  hasMore: false,
};

const app = await (process.argv[2] === 'bare' ? bare() : ours());
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);

async function bare() {
  const server = fastify();
  const schema = { response: { 200: answerSchema(contract.response) } };
  server.get(contract.path, { schema }, async () => page);
  return server;
}

async function ours() {
  const config = loadConfig(process.env);
  const { bus, connect } = createBus(
    () => db,
    () => {},
  );
  const url = config.databaseUrl ?? '';
  const db: Database = openDatabase({ url, name: 'bench', poolSize: 4, onCommit: bus.dirty });
  await connect();
  const server = await buildApp({
    config,
    db,
    bus,
    log: createLog(config),
    secrets: createSecrets({ keyFile: config.secretKeyFile }),
    storage: createDiskStorage(join(config.dataDir, 'media')),
    clock: () => new Date(),
  });
  register(server, contract, async () => page);
  return server;
}
