import { commands } from './sync/commands.ts';
import { following } from './sync/following.ts';
import { offline } from './sync/offline.ts';
import { sessions } from './sync/sessions.ts';
import { startingOver } from './sync/starting-over.ts';
import { openSyncWorld } from './sync/sync-world.ts';

/** Cores of consoles against the server. */
const world = openSyncWorld();
following(world);
commands(world);
startingOver(world);
offline(world);
sessions(world);
