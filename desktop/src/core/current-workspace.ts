import { AppError } from '@balcao/shared/errors.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { Log } from './log.ts';
import { translated } from './store/errors.ts';
import type { Workspace } from './workspace.ts';

/** The data of the signed-in agent. */
export interface CurrentWorkspace {
  get(): Workspace | null;
  /** @throws AppError ERR_SESSION_EXPIRED while no agent is signed in */
  expect(): Workspace;
  /** Work that one agent began must not end in another's workspace. @throws AppError ERR_SESSION_EXPIRED */
  expectOf(userId: number): Workspace;
  /** Closes the data of anybody else. @returns what was closed */
  leave(next: SessionUser | null): Workspace | null;
  open(user: SessionUser): Promise<void>;
  /** Removes what must not stay of whoever left. */
  forget(left: Workspace | null, state: SessionState): Promise<void>;
  close(): void;
}

interface Deps {
  nameOf(user: SessionUser): string;
  openWorkspace(user: SessionUser): Promise<Workspace>;
  log: Log;
}

export function createCurrentWorkspace({ nameOf, openWorkspace, log }: Deps): CurrentWorkspace {
  let current: Workspace | null = null;
  /** The agent whose data was closed last, while no other is signed in. */
  let gone: Workspace | null = null;

  function expectOpen(): Workspace {
    if (!current) throw new AppError('ERR_SESSION_EXPIRED');
    return current;
  }

  function close(): void {
    current?.close();
    current = null;
  }

  return {
    get: () => current,
    expect: expectOpen,
    expectOf(userId) {
      const open = expectOpen();
      if (open.userId !== userId) throw new AppError('ERR_SESSION_EXPIRED');
      return open;
    },
    leave(next) {
      const left = current && current.name !== (next && nameOf(next)) ? current : null;
      if (left) close();
      return left;
    },
    async open(user) {
      current = await openWorkspace(user).catch((error: unknown) => {
        throw translated(error);
      });
    },
    async forget(left, { user, endedBy }) {
      // The deletion of the agent may become known a moment after the session has ended.
      gone = user ? null : (left ?? gone);
      const isDeleted = endedBy === 'ERR_USER_DELETED';
      await (isDeleted ? gone : left)
        ?.forget(isDeleted)
        .catch((err: unknown) => log.error({ err }, 'old data could not be removed'));
    },
    close,
  };
}
