/** The type of what was decrypted and is not stored yet: it stands in the inbound journal, sealed as `chat id`. */
export const JOURNAL_TYPE = 'inbound';

/** One entry of a session's keys, by the library's names for it. */
export interface SessionKeyName {
  companyId: number;
  connectionId: number;
  type: string;
  id: string;
}

/** Where an entry of a session's keys is sealed: it opens nowhere else. */
export const placeOfSessionKey = ({ companyId, connectionId, type, id }: SessionKeyName) =>
  `session_keys/${companyId}/${connectionId}/${type}/${id}`;
