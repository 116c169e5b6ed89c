import * as contracts from '@balcao/shared/features/data-subjects/calls.ts';
import * as erasureCalls from '@balcao/shared/features/data-subjects/erasures.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { readFile } from './data-file.service.ts';
import * as erasures from './erasures.service.ts';
import { knownBackups } from './known-backups.ts';
import { search } from './search.service.ts';

interface Deps {
  db: Database;
  config: Pick<Config, 'backup'>;
  clock: () => Date;
}

export function dataSubjectRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps;
  register(app, contracts.listDataSubjects, ({ query }, { tx, actor }) =>
    search(tx, actor, query.searchParam, query.pageNumber),
  );
  register(app, contracts.getFileOfContact, async ({ params }, { actor }) => {
    const backups = await knownBackups(deps);
    return async (tx) => ({ ...(await readFile(tx, actor, params, clock())), backups });
  });
  register(app, contracts.getFileOfNumber, async ({ params }, { actor }) => {
    const backups = await knownBackups(deps);
    return async (tx) => ({ ...(await readFile(tx, actor, params, clock())), backups });
  });

  register(app, erasureCalls.listErasures, ({ query }, { tx, actor }) =>
    erasures.list(tx, actor, query.pageNumber, clock()),
  );
  register(app, erasureCalls.eraseContact, ({ params, body }, { tx, actor }) =>
    erasures.ask(tx, actor, params, body.digest, clock()),
  );
  register(app, erasureCalls.eraseNumber, ({ params, body }, { tx, actor }) =>
    erasures.ask(tx, actor, params, body.digest, clock()),
  );
  register(app, erasureCalls.approveErasure, ({ params, body }, { tx, actor }) =>
    erasures.approve(tx, actor, params.erasureId, body.digest, clock()),
  );
  register(app, erasureCalls.withdrawErasure, ({ params }, { tx, actor }) =>
    erasures.withdraw(tx, actor, params.erasureId, clock()),
  );
}
