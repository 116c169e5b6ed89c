import { expect } from 'vitest';
import { ChannelError } from '../../../../server/src/channels/channel.ts';
import { createMediaFetcher } from '../../../../server/src/conversation/media.ts';
import { createOutbox } from '../../../../server/src/conversation/outbox.ts';
import { PICTURE } from '../../../../server/test/picture.ts';
import { type Case, given } from '../cases.ts';
import { image, textTo, type World } from '../customers.ts';

/** What becomes of messages and their files. */
export const messageCauses = (world: World): Case[] => [...sending(world), ...files(world)];

function sending({ scene, served, planned }: World): Case[] {
  return [
    {
      what: 'the message of a schedule is refused by WhatsApp',
      given: given(
        async () => {
          const [made, { id }] = [await served(), await planned()];
          await scene.run(
            (
              tx,
            ) => tx`insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state,
                ack, read, created_at)
              values (${scene.company.companyId}, ${id}, ${made.ticketId}, ${made.contactId}, ${scene.company.connectionId}, true,
                'Até logo!', 'queued', 1, true, now())`,
          );
          await scene.run(
            (tx) => tx`update schedules set status = 'ENVIADA', sent_at = now() where id = ${id}`,
          );
          return id;
        },
        (id) =>
          scene.run(
            (tx) =>
              tx`update messages set state = 'failed', error_code = 'ERR_SENDING_WAPP_MSG' where id = ${id}`,
          ),
      ),
    },
    {
      what: 'a queued message goes out',
      given: given(
        async () => {
          const made = await served();
          scene.ana.sync.enqueue('message.send', textTo(made, 'a caminho'));
          await scene.ana.settle();
        },
        async () => {
          const outbox = createOutbox(
            { ...scene.server.deps, paceUnitMs: 1_000, linkOf: () => null, unsubscribeLinkOf: () => null },
            scene.channel.session,
          );
          outbox.poke();
          const waiting = () => scene.server.admin`select from messages where state in ('queued', 'sending')`;
          await expect.poll(async () => (await waiting()).count, { timeout: 5_000 }).toBe(0);
          await outbox.close();
        },
      ),
    },
  ];
}

function files({ scene, served }: World): Case[] {
  const mediaIn = async (state: string) => {
    const fetcher = createMediaFetcher({ ...scene.server.deps, limitBytes: 1_000 }, scene.channel.session);
    fetcher.poke();
    await expect
      .poll(async () => (await scene.server.admin`select from media where state = ${state}`).count, {
        timeout: 5_000,
      })
      .toBeGreaterThan(0);
    await fetcher.close();
  };

  return [
    {
      what: 'a file of a customer is stored',
      given: given(
        async () => scene.channel.receive((await served()).chat, image()),
        async () => {
          scene.file = () => PICTURE;
          await mediaIn('stored');
        },
      ),
    },
    {
      what: 'a file of a customer is gone',
      given: given(
        async () => scene.channel.receive((await served()).chat, image()),
        async () => {
          scene.file = () => {
            throw new ChannelError('media_expired');
          };
          await mediaIn('gone');
        },
      ),
    },
  ];
}
