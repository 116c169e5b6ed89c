import type { WASocket } from '@whiskeysockets/baileys';
import { expect, it } from 'vitest';
import type { ChatAddress } from '../channel.ts';
import { setBlocked } from './blocks.ts';

const [FIRST, SECOND] = ['5511988880001@s.whatsapp.net', '5511988880002@s.whatsapp.net'];
const LIDS: Record<string, string> = { [FIRST]: '71@lid', [SECOND]: '72@lid' };

/** The library after its timeout: it has no answer and throws nothing. The sandbox would need a minute for each. */
function libraryWith({ lids = LIDS, answer }: { lids?: Record<string, string>; answer?: object }) {
  const asked: unknown[] = [];
  const sock = {
    onWhatsApp: async () => [FIRST, SECOND].map((jid) => ({ jid, exists: true })),
    signalRepository: {
      lidMapping: {
        getPNsForLIDs: async () => null,
        getLIDsForPNs: async () => Object.entries(lids).map(([pn, lid]) => ({ pn, lid })),
      },
    },
    query: async ({ content }: { content: { attrs: unknown }[] }) => {
      asked.push(content[0]?.attrs);
      return answer;
    },
  } as unknown as WASocket;
  return { sock, asked };
}

it.each([true, false])('silence is neither a yes nor a no (blocked: %s)', async (blocked) => {
  const person = { identities: [{ kind: 'phone', value: '5511988880001' }] } as unknown as ChatAddress;
  const later = { code: 'not_accepted_in_time' };
  for (const lids of [{}, { [FIRST]: '71@lid' }]) {
    const { sock, asked } = libraryWith({ lids, answer: {} });
    await expect(setBlocked(sock, person, blocked)).rejects.toMatchObject(later);
    expect(asked).toEqual([]);
  }
  await expect(setBlocked(libraryWith({}).sock, person, blocked)).rejects.toMatchObject(later);
  const { sock, asked } = libraryWith({ answer: {} });
  await setBlocked(sock, person, blocked);
  expect(asked).toEqual(
    Object.entries(LIDS).map(([pn, jid]) =>
      blocked ? { action: 'block', jid, pn_jid: pn } : { action: 'unblock', jid },
    ),
  );
});
