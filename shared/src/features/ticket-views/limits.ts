/** So many views a person has, and so many the team: each is counted whenever a ticket changes. */
export const MAX_TICKET_VIEWS = 20;
