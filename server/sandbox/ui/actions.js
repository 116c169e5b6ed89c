/** What a customer does with a message on the phone: react, answer, change, delete. */
import { run } from './api.js';
import { h } from './dom.js';
import { createFloating } from './floating.js';
import { t } from './texts.js';

const EMOJI = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

/** `compose(how, message)`: the composer answers or edits this message. */
export function createActions(own, compose) {
  const floating = createFloating('actions');
  const item = (text, act) =>
    h(
      'button',
      {
        type: 'button',
        class: 'item',
        onclick: () => {
          floating.close();
          act();
        },
      },
      text,
    );

  function open(message, button) {
    const mine = message.from === own;
    const to = mine ? message.to : message.from;
    const send = (content) => run('send', { ...content, from: own, to, target: message.id });
    const given = message.reactions.find((reaction) => reaction.from === own)?.text;
    const reactions = EMOJI.map((emoji) =>
      item(emoji, () => send({ kind: 'reaction', text: emoji === given ? '' : emoji })),
    );
    floating.open(
      button,
      h('div', { class: 'emoji' }, ...reactions),
      ...(message.options ?? []).map((option) =>
        item(message.kind === 'poll' ? option : t(option), () => send({ kind: 'vote', options: [option] })),
      ),
      item(t('reply'), () => compose('reply', message)),
      mine && message.kind === 'text' && item(t('edit'), () => compose('edit', message)),
      mine && item(t('delete'), () => send({ kind: 'revoke' })),
    );
  }
  return { open, box: floating.box };
}
