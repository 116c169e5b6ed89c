import {
  createConnection,
  deleteConnection,
  endSession,
  renewSession,
  startSession,
  updateConnection,
} from '@balcao/shared/features/connections/calls.ts';
import { type Case, given, nothing } from '../cases.ts';
import type { World } from '../customers.ts';

type ConnectionRoute =
  | typeof startSession
  | typeof renewSession
  | typeof endSession
  | typeof deleteConnection;

/** What is done to connections and their sessions. */
export function connectionCauses({ scene }: World): Case[] {
  async function connectionCall(contract: ConnectionRoute, whatsappId: number): Promise<void> {
    const call = { params: { whatsappId }, body: {} };
    await scene.boss.seat.http.call(contract, call, await scene.boss.seat.token(null));
  }

  let connections = 0;
  async function connection(): Promise<number> {
    const body = { name: `Filial ${++connections}` };
    return (await scene.boss.seat.http.call(createConnection, { body }, await scene.boss.seat.token(null)))
      .id;
  }

  return [
    { what: 'a connection is made', given: given(nothing, connection) },
    {
      what: 'a connection is renamed and becomes the default',
      given: given(connection, async (whatsappId) =>
        scene.boss.seat.http.call(
          updateConnection,
          { params: { whatsappId }, body: { name: 'Matriz', isDefault: true } },
          await scene.boss.seat.token(null),
        ),
      ),
    },
    {
      what: 'a session is started, shows its code, connects, drops',
      given: given(connection, async (id) => {
        await connectionCall(startSession, id);
        for (const state of [
          { status: 'qrcode', qrcode: 'QR', retries: 1 },
          { status: 'connected', qrcode: null, number: '5511900000000' },
          { status: 'OPENING', reason: 'network', retries: 2 },
        ])
          await scene.run(
            (tx) => tx`update connections set ${tx(state)}, updated_at = now() where id = ${id}`,
          );
      }),
    },
    { what: 'a session is renewed', given: given(connection, (id) => connectionCall(renewSession, id)) },
    {
      what: 'a session is ended',
      given: given(
        async () => {
          const id = await connection();
          await scene.run((tx) => tx`update connections set status = 'connected' where id = ${id}`);
          return id;
        },
        (id) => connectionCall(endSession, id),
      ),
    },
    {
      what: 'a connection is deleted',
      given: given(connection, (id) => connectionCall(deleteConnection, id)),
    },
  ];
}
