import { randomUUID } from 'node:crypto';
import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { PICTURE } from '../picture.ts';
import { MAIL_PASSWORD, type MailPair } from './mail-pair.ts';

/** A mail as somebody's program shows it. */
interface Letter {
  id: string;
  subject: string;
  text: string;
  html: string;
  cc: string[];
  answers: string;
  /** Where it wants its answer. */
  answersTo: string;
  references: string[];
  headers: Map<string, unknown>;
  files: { name: string; mime: string; size: number }[];
  isSeen: boolean;
}

/** Those who write to a mailbox, and mailboxes as their owners open them. */
export function mailPeople({ smtpPort, imapPort }: Pick<MailPair, 'smtpPort' | 'imapPort'>, to: string) {
  const line = { host: '127.0.0.1', port: smtpPort, ignoreTLS: true };

  /** Hands a mail over as it is, whatever is wrong with it. */
  async function hand(raw: string | Buffer, from: string, at = to): Promise<void> {
    const transport = createTransport({ ...line, auth: { user: from, pass: MAIL_PASSWORD } });
    await transport.sendMail({ envelope: { from, to: [at] }, raw });
    transport.close();
  }

  async function within<T>(user: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const auth = { user, pass: MAIL_PASSWORD };
    const client = new ImapFlow({
      ...line,
      port: imapPort,
      secure: false,
      doSTARTTLS: false,
      auth,
      logger: false,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      client.close();
    }
  }

  /** What is in a folder, the oldest first. */
  const lettersOf = (user: string, folder = 'INBOX'): Promise<Letter[]> =>
    within(user, async (client) => {
      const { exists } = await client.mailboxOpen(folder);
      const found = exists === 0 ? [] : await client.fetchAll('1:*', { source: true, flags: true });
      return Promise.all(
        found.map(async ({ source, flags }) => {
          const mail = await simpleParser(source ?? Buffer.alloc(0));
          const references = [mail.references ?? []].flat();
          return {
            id: bare(mail.messageId),
            subject: mail.subject ?? '',
            text: (mail.text ?? '').trim(),
            html: mail.html || '',
            cc: [mail.cc ?? []].flat().flatMap(({ value }) => value.flatMap(({ address }) => address ?? [])),
            answers: bare(mail.inReplyTo),
            answersTo: mail.replyTo?.value[0]?.address ?? '',
            references: references.map(bare),
            headers: mail.headers,
            files: mail.attachments.map(({ filename, contentType, size }) => ({
              name: filename ?? '',
              mime: contentType,
              size,
            })),
            isSeen: flags?.has('\\Seen') === true,
          };
        }),
      );
    });

  return {
    hand,
    within,
    lettersOf,
    customer(address: string, name: string) {
      const says = async (
        text: string,
        {
          quote,
          id = `${randomUUID()}@programa.test`,
          subject = '',
          picture,
          html,
          ...more
        }: {
          quote?: string;
          id?: string;
          subject?: string;
          /** Named `cid:foto@programa.test` by the HTML, where there is any. */
          picture?: Buffer;
          html?: string;
          agoS?: number;
          cc?: string;
          /** A program writes it, in somebody's absence. */
          isAutomatic?: boolean;
        } = {},
      ) => {
        const transport = createTransport({ ...line, auth: { user: address, pass: MAIL_PASSWORD } });
        await transport.sendMail({
          from: { name, address },
          to,
          ...(more.cc ? { cc: more.cc } : {}),
          envelope: { from: address, to: [to] },
          subject,
          text,
          messageId: `<${id}>`,
          ...(more.agoS ? { date: new Date(Date.now() - more.agoS * 1_000) } : {}),
          ...(quote ? { inReplyTo: `<${quote}>`, references: [`<${quote}>`] } : {}),
          ...(html ? { html } : {}),
          ...(more.isAutomatic ? { headers: { 'Auto-Submitted': 'auto-replied' } } : {}),
          attachments: picture
            ? [
                {
                  filename: 'foto.png',
                  contentType: 'image/png',
                  content: picture,
                  ...(html ? { cid: 'foto@programa.test' } : {}),
                },
              ]
            : [],
        });
        transport.close();
        return id;
      };
      return {
        who: address,
        says,
        /** The id of the message that the file becomes. */
        sendsPicture: async (picture = PICTURE) => `${await says('veja', { picture })} 1`,
        // Nobody changes a mail, nor answers one with a sign.
        edits: async () => {},
        reacts: async () => {},
        letters: () => lettersOf(address),
        has: async () =>
          (await lettersOf(address)).filter(({ files }) => files.length === 0).map(({ text }) => text),
        pictures: async () =>
          (await lettersOf(address)).flatMap(({ files }) => files).filter(({ mime }) => mime === 'image/png')
            .length,
      };
    },
  };
}

const bare = (id: string | undefined): string => (id ?? '').replaceAll(/[<>]/g, '');
