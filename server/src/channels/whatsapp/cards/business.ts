import { CARD_LIMITS, type CardKind, type MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { proto } from '@whiskeysockets/baileys';
import { type CardDraft, cardAction, cardItem, cardKey, cardOfDraft, type Maybe } from '../../card-parts.ts';
import { wordsOfCard } from '../../card-words.ts';
import { draftOfFlow } from './flow.ts';
import { cardOfProduct } from './orders.ts';

const { items: MAX_ITEMS, actions: MAX_ACTIONS, parts: MAX_PARTS } = CARD_LIMITS;

/** What the programs of a business send; null when nothing of it can be shown. */
export function businessCard(message: proto.IMessage): MessageCard | null {
  const card = cardOfProgram(message);
  return card && wordsOfCard(card) !== '' ? card : null;
}

/** Buttons, lists, templates, and what is called interactive. */
function cardOfProgram(message: proto.IMessage): MessageCard | null {
  const { buttonsMessage, listMessage, templateMessage, interactiveMessage, highlyStructuredMessage } =
    message;
  if (buttonsMessage) return cardOfButtons(buttonsMessage);
  if (listMessage) return cardOfList(listMessage);
  if (templateMessage) return cardOfTemplate(templateMessage);
  if (highlyStructuredMessage) return cardOfStructured(highlyStructuredMessage);
  return interactiveMessage ? cardOfInteractive(interactiveMessage) : null;
}

const cardOfButtons = ({
  text,
  contentText,
  footerText,
  buttons,
  locationMessage,
}: proto.Message.IButtonsMessage): MessageCard =>
  cardOfDraft('buttons', {
    title: text,
    text: contentText,
    footer: footerText,
    place: placeOf(locationMessage),
    actions: (buttons ?? [])
      .slice(0, MAX_ACTIONS)
      .flatMap(({ buttonText }) => cardAction(buttonText?.displayText)),
  });

function cardOfList({ title, description, footerText, buttonText, sections }: proto.Message.IListMessage) {
  return cardOfDraft('list', {
    title,
    text: description,
    footer: footerText,
    items: (sections ?? []).slice(0, MAX_ITEMS).flatMap(itemsOfSection),
    actions: cardAction(buttonText),
  });
}

function itemsOfSection({ title, rows }: proto.Message.ListMessage.ISection) {
  if (!rows?.length) return title ? [cardItem('', { heading: title })] : [];
  return rows
    .slice(0, MAX_ITEMS)
    .map((row, place) => cardItem(row.title, { heading: place === 0 ? title : '', detail: row.description }));
}

function cardOfTemplate(template: proto.Message.ITemplateMessage): MessageCard {
  const hydrated = template.hydratedTemplate ?? template.hydratedFourRowTemplate;
  const { interactiveMessageTemplate: interactive, fourRowTemplate: structured } = template;
  if (hydrated) return cardOfDraft('template', draftOfHydrated(hydrated));
  if (interactive) return { ...cardOfInteractive(interactive), kind: 'template' };
  return cardOfDraft('template', {
    title: wordsOfStructured(structured?.highlyStructuredMessage),
    text: wordsOfStructured(structured?.content),
    footer: wordsOfStructured(structured?.footer),
    place: placeOf(structured?.locationMessage),
    actions: (structured?.buttons ?? []).slice(0, MAX_ACTIONS).flatMap(actionsOfStructured),
    keys: (structured?.buttons ?? []).slice(0, MAX_ACTIONS).flatMap(keysOfStructured),
  });
}

function draftOfHydrated(hydrated: proto.Message.TemplateMessage.IHydratedFourRowTemplate): CardDraft {
  const buttons = (hydrated.hydratedButtons ?? []).slice(0, MAX_ACTIONS);
  return {
    title: hydrated.hydratedTitleText,
    text: hydrated.hydratedContentText,
    footer: hydrated.hydratedFooterText,
    place: placeOf(hydrated.locationMessage),
    actions: buttons.flatMap(({ quickReplyButton, urlButton }) =>
      quickReplyButton
        ? cardAction(quickReplyButton.displayText)
        : cardAction(urlButton?.displayText, urlButton?.url),
    ),
    keys: buttons.flatMap(({ callButton }) =>
      cardKey('phone', callButton?.displayText, callButton?.phoneNumber),
    ),
  };
}

const actionsOfStructured = ({ quickReplyButton, urlButton }: proto.ITemplateButton) =>
  cardAction(
    wordsOfStructured((quickReplyButton ?? urlButton)?.displayText),
    wordsOfStructured(urlButton?.url),
  );

const keysOfStructured = ({ callButton }: proto.ITemplateButton) =>
  cardKey('phone', wordsOfStructured(callButton?.displayText), wordsOfStructured(callButton?.phoneNumber));

function cardOfStructured(structured: proto.Message.IHighlyStructuredMessage): MessageCard {
  const { hydratedHsm } = structured;
  return hydratedHsm
    ? cardOfTemplate(hydratedHsm)
    : cardOfDraft('template', { text: wordsOfStructured(structured) });
}

/** A text that phones make of a form that only they have: what fills its places is all that came. */
function wordsOfStructured(structured: Maybe<proto.Message.IHighlyStructuredMessage>): string {
  const { params, localizableParams } = structured ?? {};
  const filled = (localizableParams ?? []).map((parameter) => parameter.default);
  return [...(params ?? []), ...filled].slice(0, MAX_ITEMS).filter(Boolean).join('\n');
}

/** A carousel shows its cards beside one another; a card within a card is none that WhatsApp shows. */
function cardOfInteractive(message: proto.Message.IInteractiveMessage): MessageCard {
  const draft = draftOfInteractive(message);
  const parts = (message.carouselMessage?.cards ?? []).slice(0, MAX_PARTS).map(draftOfInteractive);
  return cardOfDraft(kindOf(draft), draft, parts);
}

/** An order that is to be paid comes with a key too. */
function kindOf({ total, keys, items }: CardDraft): CardKind {
  if (total) return 'order';
  if (keys?.some(({ kind }) => kind.startsWith('pix'))) return 'pix';
  return items?.length ? 'list' : 'buttons';
}

function draftOfInteractive(message: proto.Message.IInteractiveMessage): CardDraft {
  const { header, body, footer, nativeFlowMessage } = message;
  const flow = draftOfFlow(nativeFlowMessage);
  const product = header?.productMessage ? cardOfProduct(header.productMessage) : null;
  return {
    ...flow,
    items: [...(product?.items ?? []), ...(flow.items ?? [])],
    actions: [...(flow.actions ?? []), ...(product?.actions ?? [])],
    title: [header?.title, header?.subtitle].filter(Boolean).join('\n'),
    text: body?.text,
    footer: footer?.text,
    place: placeOf(header?.locationMessage),
  };
}

/** A place without its position, which the words beside it are about. */
export const placeOf = (place: Maybe<proto.Message.ILocationMessage>): string =>
  [place?.name, place?.address].filter(Boolean).join(', ');
