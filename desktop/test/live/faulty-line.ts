import { type Connect, connectWebSocket, type Socket } from '../../src/core/sync/socket.ts';

/** The way between one console and the server, with everything that can happen on it. */
export interface Network {
  up: boolean;
  /** While false, frames pass unchanged. */
  faulty: boolean;
  /** Breaks the line that is open. The server may notice it later. */
  cut(): void;
  readonly connect: Connect;
}

const BROKEN = 1006;
/** Delay until the server notices a dead line: its console may be back before. */
const LINGER_MS = 30;
const LONGEST_DELAY_MS = 25;

const INCOMING = { twice: 0.03, late: 0.05, half: 0.01, cut: 0.01 };
const OUTGOING = { twice: 0.02, lost: 0.01, cut: 0.01 };

/** @param random in [0, 1) */
export function createNetwork(random: () => number): Network {
  let open: { cut(): void } | null = null;

  const fate = <F extends string>(chances: Record<F, number>): F | null => {
    if (!network.faulty) return null;
    let roll = random();
    for (const [name, chance] of Object.entries(chances) as [F, number][]) {
      roll -= chance;
      if (roll < 0) return name;
    }
    return null;
  };

  const network: Network = {
    up: true,
    faulty: false,
    cut: () => open?.cut(),
    connect(url, events) {
      let dead = false;
      let line: Socket | null = null;
      /** Frames behind a late one wait for it: a line never changes the order. */
      let waiting: (() => void)[] | null = null;

      const end = () => {
        dead = true;
        setTimeout(() => line?.close(1000), LINGER_MS);
      };
      const cut = () => {
        if (dead) return;
        end();
        events.closed(BROKEN, null);
      };
      const whileAlive = (work: () => void) => () => {
        if (dead) return;
        if (waiting) waiting.push(work);
        else work();
      };
      const delay = () => {
        if (waiting) return;
        waiting = [];
        setTimeout(() => {
          const late = waiting ?? [];
          waiting = null;
          for (const work of late) if (!dead) work();
        }, random() * LONGEST_DELAY_MS);
      };

      if (!network.up) {
        const error = Object.assign(new Error('no network'), { code: 'ENETUNREACH' });
        queueMicrotask(() => dead || events.closed(BROKEN, error));
        return {
          send() {},
          close() {
            dead = true;
          },
        };
      }
      open = { cut };
      line = connectWebSocket(url, {
        located: whileAlive(events.located),
        opened: whileAlive(events.opened),
        alive: whileAlive(events.alive),
        closed: (code, error) => whileAlive(() => events.closed(code, error))(),
        received(text) {
          const what = fate(INCOMING);
          if (what === 'late') delay();
          whileAlive(() => {
            if (what === 'cut') return cut();
            events.received(what === 'half' && text ? text.slice(0, text.length / 2) : text);
            if (what === 'twice' && !dead) events.received(text);
          })();
        },
      });
      return {
        send(text) {
          const what = fate(OUTGOING);
          if (what !== 'lost') line?.send(text);
          if (what === 'twice') line?.send(text);
          // The line ends in a later turn: the sender does not expect its end during the call.
          if (what === 'lost' || what === 'cut') queueMicrotask(cut);
        },
        close(code) {
          dead = true;
          line?.close(code);
        },
      };
    },
  };
  return network;
}
