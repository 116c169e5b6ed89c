import type { Script } from './steps.ts';

/** Scripts that once failed; each is run first, every time. */
export const EXAMPLES: Script[] = [
  // A page that came when no screen showed the conversation any more was taken for whole for ever.
  {
    seed: 0,
    faulty: false,
    groups: [
      [{ do: 'write', company: 0, who: 0, image: false }],
      [{ do: 'assign', company: 0, n: 0, agent: 0, status: 'open' }],
      [{ do: 'settle', desk: 2 }],
      [{ do: 'show', desk: 2, n: 0, brief: true }],
      [{ do: 'pause', ms: 60 }],
      [{ do: 'edit', company: 0, n: 0, deleted: false }],
    ],
  },
  // The console learned from the feed that a command was stored, whose answer was lost between server and database; the
  // server waited for it to come again.
  {
    seed: 0,
    faulty: false,
    groups: [
      [{ do: 'write', company: 0, who: 0, image: false }],
      [{ do: 'settle', desk: 0 }],
      [{ do: 'command', desk: 0, n: 0, name: 'ticket.accept' }],
      [{ do: 'settle', desk: 0 }],
      [{ do: 'database', kept: true }],
      [
        { do: 'command', desk: 0, n: 0, name: 'send' },
        { do: 'command', desk: 0, n: 0, name: 'send' },
      ],
      [{ do: 'pause', ms: 60 }],
      [{ do: 'command', desk: 0, n: 0, name: 'send' }],
      [{ do: 'write', company: 0, who: 0, image: false }],
    ],
  },
];
