/** A stored message, as tests of sessions read it. */
export interface MessageRow {
  id: string;
  waId: string;
  body: string;
  fromMe: boolean;
  placeholder: boolean;
  ack: number;
  contactId: number;
  ticketId: number;
}
