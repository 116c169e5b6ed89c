import { AppError } from '@balcao/shared/errors.ts';
import { AUTOMATIC_TEXTS } from '@balcao/shared/text/variables.ts';
import { z } from 'zod';
import { detectIntent } from '../../services/dialogflow.ts';
import { readServiceAccount } from '../../services/google-account.ts';
import type { Reply, Wish } from '../../services/reply.ts';
import { readCommand } from '../../services/typebot-command.ts';
import type { Question } from './question.ts';
import type { ResponderDeps } from './responder.ts';

const TIMEOUT_MS = 15_000;
/** So often in a row it has not understood: then people do. */
const MAX_FALLBACKS = 3;

/**
 * What is remembered of a conversation. Google keeps what was said under its name, so one that begins anew, or that nobody
 * knows the end of, must have another.
 */
const session = z.object({ name: z.uuid(), fallbacks: z.int().min(0) });

/** An agent of Dialogflow. ERR_INTEGRATION_ACCOUNT for a service account that opens nothing. */
export async function askDialogflow(
  { outside }: ResponderDeps,
  { turn, integration, text, time }: Question,
): Promise<Reply> {
  const account = readServiceAccount(integration.jsonContent);
  if (!account) throw new AppError('ERR_INTEGRATION_ACCOUNT');
  if (text === '' && !turn.opens)
    return said([AUTOMATIC_TEXTS[turn.company.language].onlyText], null, turn.session);
  const before = session.safeParse(turn.session).data ?? { name: crypto.randomUUID(), fallbacks: 0 };
  const detected = await detectIntent(
    outside,
    { ...account, projectId: integration.projectName || account.projectId },
    {
      sessionId: before.name,
      query: turn.opens ? { event: 'WELCOME' } : { text },
      language: integration.language,
      timeZone: turn.company.timezone,
      ticketId: turn.ticketId,
      timeoutMs: Math.min(time.left(), TIMEOUT_MS),
      signal: time.signal,
    },
  );
  const fallbacks = detected.isFallback ? before.fallbacks + 1 : 0;
  const isLost = fallbacks >= MAX_FALLBACKS || (detected.texts.length === 0 && !turn.opens);
  const wish = wishOf(detected.commands) ?? (detected.ends || isLost ? ({ kind: 'stop' } as const) : null);
  return said(detected.texts, wish, { ...before, fallbacks });
}

const said = (texts: readonly string[], wish: Wish | null, kept: unknown): Reply => ({
  said: texts.map((text) => ({ kind: 'text', text, delayMs: 0 })),
  wish,
  session: wish ? null : kept,
});

/** A payload of the flow's own may move or end the ticket, in the words that flows of Typebot use. */
function wishOf(commands: readonly unknown[]): Wish | null {
  for (const command of commands) {
    const read = readCommand(`#${JSON.stringify(command)}`);
    if (read && 'wish' in read) return read.wish;
  }
  return null;
}
