import type { Config } from '../config.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same as HTML, for programs that show that. */
  html?: string;
  /** The same for the same words to the same person: most mail programs show a mail that came twice once. */
  id?: string;
}

/** Sends one mail; resolves when the mail server has taken it, and throws when it has not. */
export type SendMail = (mail: Mail) => Promise<void>;

/** A mail server that is asleep must not hold the end of the program. */
const PATIENCE_MS = 10_000;

/**
 * Text, no pictures, no tracking: nothing that a filter could mind. A server that sends nothing does not carry the
 * library.
 */
export function createMailer({ url, from }: NonNullable<Config['mail']>): SendMail {
  let opening: ReturnType<typeof openTransport> | undefined;
  const host = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return async ({ to, subject, text, html, id }) => {
    opening ??= openTransport(url, from);
    const transport = await opening;
    // An object is one address, whatever stands in it.
    const named = id === undefined ? {} : { messageId: `<${id}@${host}>` };
    await transport.sendMail({
      to: { name: '', address: to },
      subject,
      text,
      ...(html ? { html } : {}),
      ...named,
    });
  };
}

/**
 * Whether a mail surely did not go: nobody was reached, or the mail server said no. A line that broke while it was on its way
 * says neither: the library calls every such end one of the connection.
 */
export function wasRefused(error: unknown): boolean {
  const { code, command, responseCode, syscall, timeoutType } = error as Partial<Record<string, unknown>>;
  const unreached = code === 'EDNS' || syscall === 'connect' || EARLY_TIMEOUTS.has(timeoutType);
  return unreached || (typeof responseCode === 'number' && command !== 'CONN');
}
const EARLY_TIMEOUTS = new Set<unknown>(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']);

async function openTransport(url: string, from: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      // Text that people type must not name a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
}
