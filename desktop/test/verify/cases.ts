import type { MutationName } from '@balcao/shared/sync/commands.ts';
import { expect } from 'vitest';
import { DEEP, SEED } from '../../../server/test/sample.ts';
import { createLiveConsole, type LiveConsole, shownConversations, shownRows } from '../live/console.ts';
import type { Scene } from './scene.ts';

export interface Case {
  what: string;
  /** Prepares the state before. @returns the change itself */
  given(): Promise<() => unknown>;
  /** It needs what the case before it has left. */
  follows?: true;
  /** An agent's view changes as a whole. */
  newView?: true;
  /** The rows stay unchanged. */
  noChange?: true;
}
export type CommandCases = Record<MutationName, Case[]>;

export const given =
  <T>(prepare: () => Promise<T>, act: (prepared: T) => unknown) =>
  async () => {
    const prepared = await prepare();
    return () => act(prepared);
  };
export const nothing = async () => undefined;

/** One line for each case, under the name of what it is a case of. */
export const named = (cases: Record<string, Case[]>) =>
  Object.entries(cases).flatMap(([name, list]) => list.map((one) => [`${name}: ${one.what}`, one] as const));

/** What the consoles have followed is what a new console gets. */
export function verifierOf(scene: Scene): (one: Case) => Promise<void> {
  const settleAll = () => Promise.all(scene.watchers.map((console) => console.settle()));
  let cases = 0;

  return async function verify({ given: prepare, newView, noChange }: Case): Promise<void> {
    const change = await prepare();
    await settleAll();
    const before = await Promise.all(scene.watchers.map(everything));
    const since = scene.watchers.map(({ frames }) => frames.length);
    await change();
    // One console is for the commands, which change what the other consoles see.
    await settleAll();
    await settleAll();

    const followed = await Promise.all(scene.watchers.map(everything));
    // A new console costs most of a case: each case compares one watcher, and each commit another one.
    const drawn = DEEP
      ? scene.watchers
      : [scene.watchers[(SEED + ++cases) % scene.watchers.length] as LiveConsole];
    for (const watcher of drawn) {
      const fresh = createLiveConsole(scene.server.url, watcher.seat);
      fresh.sync.start();
      await fresh.settle();
      expect(followed[scene.watchers.indexOf(watcher)]).toEqual(await everything(fresh));
      fresh.remove();
    }
    // Otherwise the case would prove nothing.
    if (noChange) expect(followed).toEqual(before);
    else expect(followed).not.toEqual(before);
    const resyncs = scene.watchers.flatMap(({ frames }, index) =>
      frames.slice(since[index]).filter(({ type }) => type === 'resync'),
    );
    expect(resyncs.length).toBe(newView ? 1 : 0);
    // A console queries what it does not follow, and may not query too often.
    await scene.run((tx) => tx`delete from contacts`);
  };
}

const everything = async (console: LiveConsole) => ({
  rows: shownRows(console),
  conversations: await shownConversations(console),
});
