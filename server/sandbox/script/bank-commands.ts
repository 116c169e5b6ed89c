/** Commands of a phone's banking program, which is another program of this machine. */
import type { SandboxWhatsApp } from '../sandbox.ts';
import type { Handlers } from './handlers.ts';

const ANSWERS_WITHIN_MS = 10_000;

export function bankCommands({ bank }: Pick<SandboxWhatsApp, 'bank'>) {
  const handlers: Handlers<'hasBank' | 'payPix'> = {
    hasBank: () => ({ hasBank: bank !== undefined }),
    payPix: async ({ code }) => {
      if (bank === undefined) throw new Error('This phone has no bank.');
      const answer = await fetch(`${bank}/control/efi/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(code === undefined ? {} : { code }),
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      });
      const said = (await answer.json()) as { txid?: string; error?: string };
      if (!answer.ok || !said.txid) throw new Error(said.error ?? 'The bank did not answer.');
      return { txid: said.txid };
    },
  };
  return handlers;
}
