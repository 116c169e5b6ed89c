import type { HelloFrame } from '@balcao/shared/sync/frames.ts';
import type { Store } from '../store/store.ts';
import type { Connection } from './connection.ts';
import type { Interest } from './interest.ts';
import { ON_LINE } from './machine.ts';
import type { Requests } from './requests.ts';

/** Tells the server which tickets and contacts the screens show. */
export interface InterestReporter {
  /** The interest as the greeting carries it. */
  greeting(): HelloFrame['interest'];
  /** The greeting has left. */
  greeted(): void;
  /** Replaces the tickets that are open on a screen. */
  set(ticketIds: readonly number[]): void;
  /** Contacts may have been merged or added: until the server receives that, their conversations are unproven. */
  review(): void;
}

interface Deps {
  store: Store;
  connection: Connection;
  interest: Interest;
  requests: Requests;
}

export function createInterestReporter({ store, connection, interest, requests }: Deps): InterestReporter {
  /** The contacts that the server was told last. */
  let contactsTold: number[] = [];

  const shownContacts = () => [
    ...new Set(interest.list().flatMap((id) => store.tickets.byId(id)?.contactId ?? [])),
  ];

  function greeting(): HelloFrame['interest'] {
    contactsTold = shownContacts();
    return { tickets: interest.list(), contacts: contactsTold };
  }

  const send = () => connection.send({ type: 'interest', ...greeting() });

  return {
    greeting,
    greeted: () => interest.told(requests.last()),
    set(ticketIds) {
      store.forgetUnfollowed(interest.set(ticketIds, requests.last()));
      if (ON_LINE.includes(connection.state())) send();
    },
    review() {
      if (String(shownContacts()) === String(contactsTold)) return;
      interest.forget();
      interest.told(requests.last());
      send();
      store.forgetUnfollowed(interest.list());
    },
  };
}
