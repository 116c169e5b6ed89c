import type { AnnouncementReads } from '../../features/announcements/announcement-reads.ts';
import type { ChatDrafts } from '../../features/chats/chat-drafts.ts';
import type { ListView } from '../../features/ticket-list/list-view.ts';
import type { Todos } from '../../features/todolist/todos.ts';
import type { Drafts } from './drafts.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { OfflineTime } from './offline-time.ts';
import type { ServerClock } from './server-clock.ts';
import type { StoreAccess } from './store-access.ts';

/** What only this computer knows. */
export interface LocalState {
  readonly drafts: Drafts;
  readonly chatDrafts: ChatDrafts;
  readonly listView: ListView;
  readonly serverClock: ServerClock;
  readonly offlineTime: OfflineTime;
  readonly keptAnswers: KeptAnswers;
  readonly todos: Todos;
  readonly announcementReads: AnnouncementReads;
}

export function createLocalState({ read, command, part }: StoreAccess): LocalState {
  const changeTodos = (work: (todos: Todos) => void) =>
    command(({ todos }, changes) => {
      work(todos);
      changes.entities.add('todo');
    });

  return {
    listView: part('listView', 'set'),
    serverClock: part('serverClock', 'keep'),
    offlineTime: part('offlineTime', 'keep'),
    keptAnswers: part('keptAnswers', 'keep'),
    todos: {
      all: () => read(({ todos }) => todos.all()),
      add: (key, todo) => changeTodos((todos) => todos.add(key, todo)),
      update: (id, change) => changeTodos((todos) => todos.update(id, change)),
      remove: (id) => changeTodos((todos) => todos.remove(id)),
    },
    announcementReads: {
      all: () => read(({ announcementReads }) => announcementReads.all()),
      mark: (ids) =>
        command(({ announcementReads }, changes) => {
          announcementReads.mark(ids);
          changes.entities.add('announcement');
        }),
    },
    drafts: {
      ...part('drafts', 'setHabits'),
      set: (ticketId, draft) =>
        command(({ drafts }, changes) => {
          drafts.set(ticketId, draft);
          changes.entities.add('draft');
        }),
    },
    chatDrafts: {
      get: (chatId) => read(({ chatDrafts }) => chatDrafts.get(chatId)),
      all: () => read(({ chatDrafts }) => chatDrafts.all()),
      set: (chatId, draft) =>
        command(({ chatDrafts }, changes) => {
          chatDrafts.set(chatId, draft);
          changes.entities.add('draft');
        }),
    },
  };
}
