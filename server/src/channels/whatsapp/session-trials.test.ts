import { expect, it } from 'vitest';
import { SignalDevice } from '../../../sandbox/phones/signal-device.ts';
import { undoFailedTrials } from './session-trials.ts';

const DESK = '1@lid';
const PHONE = '2@lid';

it('a new session survives a message that was still encrypted with the old one', async () => {
  undoFailedTrials();
  const [desk, phone] = [new SignalDevice(), new SignalDevice()];
  const toDesk = async (conversation: string) => {
    const { type, ciphertext } = await phone.encrypt(DESK, { conversation });
    return async () => (await desk.decrypt(PHONE, type, ciphertext)).conversation;
  };
  const toPhone = async (conversation: string) => {
    const { type, ciphertext } = await desk.encrypt(PHONE, { conversation });
    return (await phone.decrypt(DESK, type, ciphertext)).conversation;
  };

  await phone.startSession(DESK, await desk.bundle());
  expect(await (await toDesk('hello'))()).toBe('hello');
  expect(await toPhone('good morning')).toBe('good morning');

  const onItsWay = await toDesk('still there?');
  // The phone could not read a message and requests it again, with the keys for a new session.
  await desk.startSession(PHONE, await phone.bundle());
  expect(await onItsWay()).toBe('still there?');
  expect(await toPhone('yes')).toBe('yes');
});
