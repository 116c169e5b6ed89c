import { v7 as uuidv7 } from 'uuid';
import { describe, test } from 'vitest';
import { cardItem, cardOfDraft } from '../../server/src/channels/card-parts.ts';
import type { ChannelEvent, ChatAddress, MessageChange } from '../../server/src/channels/channel.ts';
import { changeTicket } from '../../server/src/sync/testing/data.ts';
import { sampleOf } from '../../server/test/sample.ts';
import { phone } from './live/channel.ts';
import { type Case, given, named, nothing, verifierOf } from './verify/cases.ts';
import { customersOf, image } from './verify/customers.ts';
import { openScene } from './verify/scene.ts';

const ORDER = cardOfDraft('order', { title: 'Pedido', itemCount: 2 });

const scene = openScene();
const { run } = scene;
const { customer, served, closed, answered } = customersOf(scene);
const verify = verifierOf(scene);

const changed = (change: MessageChange) =>
  given(served, ({ chat, waId }) => {
    const ref = { id: waId, fromMe: false, participant: '' };
    return scene.channel.handle({ kind: 'message.changed', chat, ref, change });
  });

const EVENTS: Record<ChannelEvent['kind'], Case[]> = {
  'message.received': [
    {
      what: 'the first of a new customer',
      given: given(nothing, () => scene.channel.receive(phone('5511988887777'), 'oi')),
    },
    {
      what: 'in a waiting ticket, with another name',
      given: given(customer, ({ chat }) =>
        scene.channel.receive(chat, 'e aí?', { authorName: 'Outro Nome' }),
      ),
    },
    {
      what: "in an agent's ticket",
      given: given(served, ({ chat }) => scene.channel.receive(chat, 'e aí?')),
    },
    {
      what: 'that reopens a ticket',
      given: given(closed, ({ chat }) => scene.channel.receive(chat, 'mais uma coisa')),
    },
    { what: 'with a file', given: given(served, ({ chat }) => scene.channel.receive(chat, image())) },
    {
      what: 'written on the phone',
      given: given(served, ({ chat }) => scene.channel.receive(chat, 'do celular', { fromMe: true })),
    },
    {
      what: 'whose content comes later',
      given: given(
        async () => {
          const made = await customer();
          const id = await scene.channel.receive(made.chat, { kind: 'unavailable' });
          return { ...made, id };
        },
        ({ chat, id }) => scene.channel.receive(chat, 'agora sim', { id }),
      ),
    },
    {
      what: 'in a ticket of the other queue',
      given: given(
        async () => {
          const made = await customer();
          await changeTicket(scene.server.db, scene.company, made.ticketId, {
            queueId: scene.company.queues.sales,
          });
          return made;
        },
        ({ chat }) => scene.channel.receive(chat, 'segue'),
      ),
    },
  ],
  'chat.history': [
    {
      what: 'of somebody new',
      given: given(nothing, () => {
        const chat = phone('5511977776666');
        const said = (id: string, text: string, minutes: number) => ({
          chat,
          ref: { id, fromMe: false, participant: '' },
          authorName: 'Antiga',
          content: { kind: 'text' as const, text },
          quotedId: null,
          quotedText: '',
          forwarded: false,
          referral: null,
          at: new Date(Date.now() - minutes * 60_000),
        });
        const messages = [said('OLD1', 'bom dia', 300), said('OLD2', 'alguém aí?', 200)];
        return scene.channel.handle({ kind: 'chat.history', chat, messages });
      }),
    },
  ],
  'message.status_changed': [
    {
      what: 'delivered, then read',
      given: given(
        async () => {
          const made = await served();
          return { ...made, answer: await answered(made) };
        },
        async ({ chat, answer }) => {
          for (const status of ['delivered', 'read', 'delivered'] as const)
            await scene.channel.handle({
              kind: 'message.status_changed',
              chat,
              ids: [answer.waId],
              status,
              at: new Date(),
              participant: '',
            });
        },
      ),
    },
  ],
  'message.failed': [
    {
      what: 'after it had been accepted',
      given: given(
        async () => {
          const made = await served();
          return { ...made, answer: await answered(made) };
        },
        ({ answer }) =>
          scene.channel.handle({
            kind: 'message.failed',
            ids: [answer.waId],
            code: 'outside_service_window',
          }),
      ),
    },
  ],
  'message.changed': [
    { what: 'edited', given: changed({ kind: 'edit', text: 'boa tarde' }) },
    { what: 'deleted', given: changed({ kind: 'delete' }) },
    { what: 'reacted to', given: changed({ kind: 'react', by: { key: '', name: 'Maria' }, emoji: '🙏' }) },
    {
      what: 'voted in, which cannot be read',
      given: changed({ kind: 'vote', by: { key: '', name: '' }, vote: new Uint8Array() }),
      noChange: true,
    },
  ],
  'message.completed': [
    {
      what: 'with the lines of an order',
      given: given(
        async () => {
          const made = await served();
          const id = await scene.channel.receive(made.chat, { kind: 'text', text: 'Pedido', card: ORDER });
          return { ...made, id };
        },
        ({ chat, id }) => {
          const ref = { id, fromMe: false, participant: '' };
          const card = { ...ORDER, items: [cardItem('Bolo', { quantity: 2 })] };
          const text = 'Pedido\n• 2 × Bolo';
          return scene.channel.handle({ kind: 'message.completed', chat, ref, text, card });
        },
      ),
    },
    {
      what: 'which is no card any more',
      given: given(served, ({ chat, waId }) => {
        const ref = { id: waId, fromMe: false, participant: '' };
        return scene.channel.handle({ kind: 'message.completed', chat, ref, text: 'Pedido', card: ORDER });
      }),
      noChange: true,
    },
  ],
  'call.offered': [
    {
      what: 'to a company that takes no calls',
      given: given(
        async () => {
          const made = await served();
          await run(
            (
              tx,
            ) => tx`insert into settings (company_id, key, value) values (${scene.company.companyId}, 'call', 'disabled')
              on conflict (company_id, key) do update set value = 'disabled'`,
          );
          return made;
        },
        ({ chat }) =>
          scene.channel.handle({ kind: 'call.offered', chat, id: uuidv7(), video: false, at: new Date() }),
      ),
    },
  ],
  'contact.identity_linked': [
    {
      what: 'two contacts with a ticket each prove to be one',
      given: given(
        async () => {
          const [one, other] = [await customer(), await served()];
          const [first, second] = [one.chat.identities[0], other.chat.identities[0]];
          const chat: ChatAddress = { kind: 'direct', identities: [first, second] };
          return { chat };
        },
        ({ chat }) => scene.channel.handle({ kind: 'contact.identity_linked', chat }),
      ),
    },
  ],
  'contact.moved': [
    {
      what: 'to a number that nobody had',
      given: given(served, ({ chat }) =>
        scene.channel.handle({
          kind: 'contact.moved',
          from: chat,
          to: phone('5511955554444'),
          at: new Date(),
        }),
      ),
    },
    {
      what: "to another contact's number",
      given: given(
        async () => ({ one: await served(), other: await customer() }),
        ({ one, other }) =>
          scene.channel.handle({ kind: 'contact.moved', from: one.chat, to: other.chat, at: new Date() }),
      ),
    },
  ],
  'phone_book.told': [
    {
      what: 'after linking',
      given: given(nothing, () =>
        scene.channel.handle({
          kind: 'phone_book.told',
          entries: [{ number: '5511966665555', lid: null, name: 'Tia Ana' }],
        }),
      ),
      noChange: true,
    },
  ],
  'contact.renamed': [
    {
      what: 'with a ticket under way',
      given: given(customer, ({ chat }) =>
        scene.channel.handle({ kind: 'contact.renamed', chat, name: 'Dona Rosa' }),
      ),
    },
    {
      what: 'with nothing but a closed ticket',
      given: given(closed, ({ chat }) =>
        scene.channel.handle({ kind: 'contact.renamed', chat, name: 'Seu Jorge' }),
      ),
    },
  ],
};

describe('I14: a console that has followed a change has the rows that a new console gets', () => {
  test.each(sampleOf(named(EVENTS), 8, 'events that are verified', ([name]) => name))('%s', (_, one) =>
    verify(one),
  );
});
