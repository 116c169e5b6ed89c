import { describe, expect, it } from 'vitest';
import { readCommand } from './typebot-command.ts';

describe('a bubble that commands', () => {
  it.each([
    ['#{"stopBot":true}', { kind: 'stop' }],
    ['#{"stopBot":"true"}', { kind: 'stop' }],
    ['#{"queueId":1}', { kind: 'transfer', queueId: 1, userId: null }],
    ['#{"queueId":"12","userId":" 2 "}', { kind: 'transfer', queueId: 12, userId: 2 }],
    ['#{"stopBot":true,"queueId":1,"userId":null}', { kind: 'transfer', queueId: 1, userId: null }],
    ['#{"closeTicket":true}', { kind: 'close' }],
    ['#{"queueId":1,"note":"what else"}', { kind: 'transfer', queueId: 1, userId: null }],
    // How builders paste it.
    ['\u200B#{\u200B"queueId":1}\uFEFF', { kind: 'transfer', queueId: 1, userId: null }],
    [' # {\n "queueId":\u00A01\n} ', { kind: 'transfer', queueId: 1, userId: null }],
    ['*#{"queueId":1}*', { kind: 'transfer', queueId: 1, userId: null }],
    ['_~#{"queue_Id":9,"*queueId*":1}~_', { kind: 'transfer', queueId: 1, userId: null }],
    ['```#{"stopBot":true}```', { kind: 'stop' }],
    ['\\#\\{“queueId”:1\\}', { kind: 'transfer', queueId: 1, userId: null }],
    ['[#{"queueId":1}](https://x.com)', { kind: 'transfer', queueId: 1, userId: null }],
    ['#{"queueId":1} (https://x.com)', { kind: 'transfer', queueId: 1, userId: null }],
  ])('%j', (text, wish) => {
    expect(readCommand(text)).toEqual({ wish });
  });

  it.each([
    ['#{"queueId":}'],
    ['#{"queueId":1'],
    ['#{"queueId":1} e depois'],
    ['#{"queueId":0}'],
    ['#{"queueId":1.5}'],
    ['#{"queueId":"um"}'],
    ['#{"userId":2}'],
    ['#{"stopBot":true,"userId":2}'],
    ['#{"stopBot":false}'],
    ['#{}'],
  ])('%j is a command that nobody understands', (text) => {
    expect(readCommand(text)).toEqual({ problem: expect.stringContaining('#{') });
  });

  it.each([['#1'], ['# Planos'], ['{"queueId":1}'], ['Digite #{"queueId":1}'], ['']])(
    '%j is a text',
    (text) => {
      expect(readCommand(text)).toBeNull();
    },
  );
});
