import type { HostCommand } from '../host.ts';

/** Passes on what the user does outside of the pages. Before there is a page, the place to open is kept. */
export interface CommandGate {
  command(command: HostCommand): void;
  /** @param place `tickets/{uuid}` */
  open(place: string): void;
  /** The first window opens. @returns its start address; empty: the page's own */
  begin(): string;
}

interface Deps {
  show(): void;
  send(command: HostCommand): void;
}

export function createCommandGate({ show, send }: Deps): CommandGate {
  /** The first window's start address: it would load too late for an event. Null once it is open. */
  let beginning: string | null = '';

  function command(asked: HostCommand): void {
    // Who waits is not known yet: the list comes first.
    if (asked.kind === 'nextWaiting' && beginning !== null) asked = { kind: 'navigate', path: '/tickets' };
    if (asked.kind === 'navigate' && beginning !== null) {
      beginning = asked.path;
      return;
    }
    if (asked.kind === 'navigate' || asked.kind === 'nextWaiting') show();
    send(asked);
  }

  return {
    command,
    open: (place) => command({ kind: 'navigate', path: `/${place}` }),
    begin() {
      const path = beginning ?? '';
      beginning = null;
      return path;
    },
  };
}
