import { describe, expect, it } from 'vitest';
import type { HostCommand } from '../host.ts';
import { createNativeNotifications } from './notifications.ts';
import { createFakeElectron } from './recording-fake.ts';
import { NOTICE, UUID } from './testing/samples.ts';

describe('notifications', () => {
  function start(platform: NodeJS.Platform = 'darwin', { profile = '', earlier = [] as string[] } = {}) {
    const fake = createFakeElectron({ earlier });
    const foreign: string[][] = [];
    const commands: HostCommand[] = [];
    const failures: string[] = [];
    const notifier = createNativeNotifications({
      Notification: fake.api.Notification,
      platform,
      profile,
      onCommand: (command) => commands.push(command),
      onForeign: (...asked) => foreign.push(asked),
      onFailed: (key, reason) => failures.push(`${key}: ${reason}`),
    });
    return { fake, shown: fake.notifications, notifier, commands, foreign, failures };
  }

  it('show one per key, take it away when it was read, and a click opens its place', () => {
    const { shown, notifier, commands } = start();
    notifier.show(NOTICE);
    notifier.show({ ...NOTICE, body: 'Tudo bem?' });
    expect(shown.map((one) => one.shown)).toEqual([false, true]);
    shown[1]!.emit('click');
    expect(commands).toEqual([{ kind: 'navigate', path: `/tickets/${UUID}` }]);
    notifier.withdraw(UUID);
    expect(shown[1]!.shown).toBe(false);
    notifier.withdraw('unknown');
  });

  it('can be answered, put off and accepted from where the system lets them be', () => {
    const { shown, notifier, commands, failures } = start();
    notifier.show(NOTICE);
    notifier.show({ ...NOTICE, key: 'mine', answer: { ...NOTICE.answer!, accept: null } });
    notifier.show({ ...NOTICE, key: 'many', answer: null });
    expect(shown.map(({ options }) => [options.hasReply ?? false, options.actions?.length ?? 0])).toEqual([
      [true, 2],
      [true, 1],
      [false, 0],
    ]);
    for (const actionIndex of [0, 1]) shown[0]!.emit('action', { actionIndex });
    shown[0]!.emit('reply', { reply: 'Já vai' });
    expect(commands).toEqual([
      { kind: 'snooze', ticketUuid: UUID },
      { kind: 'accept', ticketUuid: UUID },
      { kind: 'reply', ticketUuid: UUID, text: 'Já vai' },
    ]);
    shown[0]!.emit('failed', {}, 'not signed');
    expect(failures).toEqual([`${UUID}: not signed`]);
    const platforms = ['darwin', 'win32', 'linux'] as const;
    expect(platforms.map((platform) => start(platform).notifier.canAnswer)).toEqual([true, true, false]);
  });

  it('of an earlier start still lead somewhere: macOS hands them over', async () => {
    const { shown, notifier, commands, foreign } = start('darwin', {
      profile: '2',
      earlier: [`${UUID}@2`, UUID, 'many'],
    });
    await notifier.resume();
    const [own, other] = shown;
    own!.emit('click');
    own!.emit('reply', { reply: 'Já vai' });
    other!.emit('click');
    other!.emit('reply', { reply: 'not ours to send' });
    expect([commands, foreign]).toEqual([
      [
        { kind: 'navigate', path: `/tickets/${UUID}` },
        { kind: 'reply', ticketUuid: UUID, text: 'Já vai' },
      ],
      [['', UUID]],
    ]);
    notifier.withdraw(UUID);
    expect(shown[0]!.options.id).toBe(`${UUID}@2`);
  });

  it('of an earlier start still lead somewhere: Windows names what was clicked, and nothing happens twice', async () => {
    const { fake, shown, notifier, commands, foreign } = start('win32');
    const other = '1f8fad5b-d9cb-469f-a165-70867728950e';
    const act = (type: string, tag: string, more = {}) =>
      fake.activations.emit('activated', { type, arguments: `type=${type}&tag=${tag}`, ...more });
    await notifier.resume();
    notifier.show(NOTICE);
    act('reply', UUID, { reply: 'is told by the notification itself' });
    shown[0]!.emit('reply', { reply: 'Já vai' });
    act('click', other);
    act('action', other, { actionIndex: 1 });
    act('action', other, { actionIndex: 0 });
    act('reply', other, { reply: 'Bom dia' });
    act('click', `${other}@loja-2`);
    act('click', '14317607570838471237');
    expect([commands, foreign]).toEqual([
      [
        { kind: 'reply', ticketUuid: UUID, text: 'Já vai' },
        { kind: 'navigate', path: `/tickets/${other}` },
        { kind: 'accept', ticketUuid: other },
        { kind: 'snooze', ticketUuid: other },
        { kind: 'reply', ticketUuid: other, text: 'Bom dia' },
      ],
      [['loja-2', other]],
    ]);
  });
});
