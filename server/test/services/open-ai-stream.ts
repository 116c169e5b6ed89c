import type { FastifyReply } from 'fastify';

/** Answers of OpenAI's protocol as a stream of events. */

/** `cut`: the line breaks. `never`: nothing more comes. `no-json`, `fails`: what comes next is that. */
export type Ending = 'done' | 'cut' | 'never' | 'no-json' | 'fails';

interface Speech {
  content: string;
  finish_reason?: string;
  ending?: Ending;
}

/** Says a text word by word, and what it cost. */
export function speak(
  reply: FastifyReply,
  id: string,
  { content, finish_reason = 'stop', ending = 'done' }: Speech,
): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const tell = (data: unknown) =>
    raw.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  const chunk = (delta: object, finish_reason: string | null = null) =>
    tell({
      id: `chatcmpl-${id}`,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
      usage: null,
    });
  raw.write(': one moment\n\n');
  chunk({ role: 'assistant', content: '' });
  for (const word of content.match(/\s*\S+/g) ?? []) chunk({ content: word });
  switch (ending) {
    case 'done': {
      chunk({}, finish_reason);
      const completion_tokens = Math.ceil(content.length / 4);
      tell({ choices: [], usage: { prompt_tokens: 40, completion_tokens } });
      tell('[DONE]');
      raw.end();
      break;
    }
    case 'cut':
      // What was said arrives, and no end.
      setImmediate(() => raw.socket?.end());
      break;
    case 'never':
      break;
    case 'no-json':
      tell('{"choices": [{"delta"');
      raw.end();
      break;
    case 'fails':
      tell({ error: { code: 503, message: 'The model is overloaded' } });
      raw.end();
      break;
  }
  return reply;
}
