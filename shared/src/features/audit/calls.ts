import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { flag, id, idText, instant, language, pageNumber, searchParam } from '../../contract/fields.ts';

/** Who did what to which object, and who read what. Entries are written with the change itself and can never be changed. */

export const AUDIT_ACTIONS = [
  'create',
  'update',
  'delete',
  /** Connections. */
  'start',
  'renew',
  'end',
  /** Sessions and passwords. */
  'login',
  'logout',
  'password',
  'secondFactor',
  /** Contacts. */
  'merge',
  'import',
  'link',
  'unlink',
  /** Integrations: somebody saw what their messages are signed with, or sent one again. */
  'secret',
  'resend',
  /** Campaigns: sent to numbers of one's own. */
  'try',
  /** Connections: somebody has decided on what was unsent when a backup was restored. */
  'sendHeld',
  'dropHeld',
  /** Ratings. */
  'answer',
  /**
   * What was only read: a document that was searched for, somebody else's conversation, a list as a file, all that there is
   * about a person.
   */
  'search',
  'open',
  'download',
  'read',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * @param objects what the log names, of all features
 * @param lists what people take along as files, of all features
 */
export function auditCalls<const L extends string, const F extends string>(
  objects: readonly L[],
  lists: readonly F[],
) {
  const auditEntry = z.object({
    id,
    at: instant,
    /** Null when the person is gone or the system did it. */
    userId: id.nullable(),
    userName: z.string(),
    action: z.enum(AUDIT_ACTIONS),
    entity: z.enum(objects),
    /** The object's id, or a setting's key. */
    entityId: z.string(),
    /** The object's name at that time. */
    entityName: z.string(),
    /** Field by field what it was and what it became; secrets as masks. */
    changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  });

  const filter = {
    searchParam,
    userId: idText.optional(),
    entity: z.enum(objects).optional(),
    /** `true`: only what was read, not changed. */
    onlyReading: flag.optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  };

  const listAudit = route({
    method: 'GET',
    path: '/audit',
    access: 'audit:view',
    heavy: true,
    screen: true,
    query: z.object({ ...filter, pageNumber }),
    response: z.object({ entries: z.array(auditEntry), hasMore: z.boolean() }),
  });

  /** All entries of the filter as a comma-separated file, with words of that language or the company's. */
  const exportAudit = route({
    method: 'GET',
    path: '/audit/export',
    access: 'audit:view',
    waitsFor: 'outside',
    noted: { list: 'auditLog' },
    grows: true,
    query: z.object({ ...filter, language: language.optional() }),
  });

  /** A console is about to write this list into a file; `about` says of what it is. Without a note there is no file. */
  const noteDownload = route({
    method: 'POST',
    path: '/audit/downloads',
    access: 'session',
    screen: true,
    closedToPrograms: 'ofPerson',
    body: z.object({ list: z.enum(lists), about: z.string().trim().max(200) }),
    status: 204,
  });
  return { listAudit, exportAudit, noteDownload };
}
