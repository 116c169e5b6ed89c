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
];
