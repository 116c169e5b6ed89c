import type { CredentialsOf } from '@balcao/shared/features/connections/credentials.ts';
import { createTransport, type Transporter } from 'nodemailer';
import { wasRefused } from '../../platform/mail.ts';
import type { FindHost } from '../../platform/outgoing/host-finder.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import { ChannelError } from '../channel.ts';
import { type LogIn, MailboxRefused } from './log-in.ts';

const PATIENCE_MS = 15_000;
/** A mail with a large file takes its time. */
const SENDING_MS = 120_000;

/** The way out of a mailbox. */
export interface Postbox {
  /** Throws MailboxRefused where the login is not taken. */
  verify(): Promise<void>;
  /** Resolves when the mail server has taken it. Throws ChannelError. */
  send(letter: { from: string; to: string[]; raw: Buffer }): Promise<void>;
}

export function createPostbox(credentials: CredentialsOf<'mail'>, logIn: LogIn, findHost: FindHost): Postbox {
  const { smtpHost, smtpPort, smtpSecurity, user } = credentials;

  /** A line for each mail: an idle one would be lost before the next. */
  async function withLine<T>(work: (line: Transporter) => Promise<T>): Promise<T> {
    const { address, isInner, tls } = await findHost(smtpHost, smtpPort);
    if (smtpSecurity === 'none' && !isInner) throw new MailboxRefused('a password in the clear');
    const proof = await logIn();
    const line = createTransport({
      host: address,
      port: smtpPort,
      secure: smtpSecurity === 'tls',
      requireTLS: smtpSecurity === 'starttls',
      ignoreTLS: smtpSecurity === 'none',
      tls,
      auth: 'pass' in proof ? { user, ...proof } : { type: 'OAuth2', user, ...proof },
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: SENDING_MS,
      // Text that people type must not name a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      return await work(line);
    } finally {
      line.close();
    }
  }

  return {
    async verify() {
      try {
        await withLine((line) => line.verify());
      } catch (error) {
        const isSaid = error instanceof MailboxRefused || !isLoginRefused(error);
        throw isSaid ? error : new MailboxRefused('not taken', { cause: error });
      }
    },
    async send({ from, to, raw }) {
      try {
        await withLine((line) => line.sendMail({ envelope: { from, to }, raw }));
      } catch (error) {
        throw sendingError(error);
      }
    },
  };
}

export const isLoginRefused = (error: unknown): boolean =>
  (error as { code?: string }).code === 'EAUTH' || error instanceof MailboxRefused;

/** What went wrong, in the words of the port. */
function sendingError(cause: unknown): ChannelError {
  const { responseCode, message } = cause as { responseCode?: number; message?: string };
  if (isLoginRefused(cause) || cause instanceof OutsideError)
    return new ChannelError('not_connected', message, { cause });
  if (!wasRefused(cause)) return new ChannelError('not_accepted_in_time', message, { cause });
  if (responseCode === undefined) return new ChannelError('not_connected', message, { cause });
  if (responseCode < 500) return new ChannelError('rate_limited', message, { cause });
  if (responseCode === 552 || responseCode === 523) return new ChannelError('too_large', message, { cause });
  const isUnknown = responseCode === 550 || responseCode === 551 || responseCode === 553;
  return new ChannelError(isUnknown ? refusalOf(message ?? '') : 'invalid_content', message, { cause });
}

/** What mail servers say of an address, by the enhanced codes of RFC 3463 and their words. */
export function refusalOf(
  why: string,
): 'recipient_not_found' | 'too_large' | 'blocked_by_contact' | 'invalid_content' {
  if (/\b5\.1\.\d|user unknown|no such user|does not exist|mailbox unavailable|unrouteable/i.test(why))
    return 'recipient_not_found';
  if (/\b5\.(?:2\.3|3\.4)\b|too (?:big|large)|size limit/i.test(why)) return 'too_large';
  if (/\b5\.7\.\d|blocked|spam|policy|rejected/i.test(why)) return 'blocked_by_contact';
  return 'invalid_content';
}
