// Each module's own rows and their ids; `one-of-each.ts` puts them together.
export { seed as audit } from '../src/modules/audit/testing/seed.ts';
export { seed as auth } from '../src/modules/auth/testing/seed.ts';
export { seed as companies } from '../src/modules/companies/testing/seed.ts';
export { seed as connections } from '../src/modules/connections/testing/seed.ts';
export { seed as contacts } from '../src/modules/contacts/testing/seed.ts';
export { seed as helps } from '../src/modules/helps/testing/seed.ts';
export { seed as media } from '../src/modules/media/testing/seed.ts';
export { seed as messages } from '../src/modules/messages/testing/seed.ts';
export { seed as plans } from '../src/modules/plans/testing/seed.ts';
export { seed as queues } from '../src/modules/queues/testing/seed.ts';
export { seed as quickMessages } from '../src/modules/quick-messages/testing/seed.ts';
export { seed as schedules } from '../src/modules/schedules/testing/seed.ts';
export { seed as settings } from '../src/modules/settings/testing/seed.ts';
export { seed as tags } from '../src/modules/tags/testing/seed.ts';
export { seed as ticketNotes } from '../src/modules/ticket-notes/testing/seed.ts';
export { seed as tickets } from '../src/modules/tickets/testing/seed.ts';
export { seed as users } from '../src/modules/users/testing/seed.ts';
