import { CARD_LIMITS, type CardKind, type MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { proto } from '@whiskeysockets/baileys';
import { type CardDraft, cardAction, cardItem, cardKey, cardOfDraft, type Maybe } from '../../card-parts.ts';
import { wordsOfCard } from '../../card-words.ts';
import { type CardFile, fileOfCard, wordsOfFile } from './file.ts';
import { draftOfFlow } from './flow.ts';
import { cardOfProduct } from './orders.ts';

const { items: MAX_ITEMS, actions: MAX_ACTIONS, parts: MAX_PARTS } = CARD_LIMITS;

/** What the programs of a business send; null when nothing of it can be shown. */
export function businessCard(message: proto.IMessage): MessageCard | null {
  const card = cardOfProgram(message, fileOfCard(message));
  return card && wordsOfCard(card) !== '' ? card : null;
}

/** Buttons, lists, templates, and what is called interactive. */
function cardOfProgram(message: proto.IMessage, file: CardFile | null): MessageCard | null {
  const { buttonsMessage, listMessage, templateMessage, interactiveMessage, highlyStructuredMessage } =
    message;
  if (buttonsMessage) return cardOfButtons(buttonsMessage, file);
  if (listMessage) return cardOfList(listMessage);
  if (templateMessage) return cardOfTemplate(templateMessage, file);
  if (highlyStructuredMessage) return cardOfStructured(highlyStructuredMessage, file);
  return interactiveMessage ? cardOfInteractive(interactiveMessage, file) : null;
}

function cardOfButtons(message: proto.Message.IButtonsMessage, file: CardFile | null): MessageCard {
  const buttons = (message.buttons ?? []).slice(0, MAX_ACTIONS);
  const flow = draftOfFlow({
    buttons: buttons.map(({ nativeFlowInfo }) => ({
      name: nativeFlowInfo?.name ?? null,
      buttonParamsJson: nativeFlowInfo?.paramsJson ?? null,
    })),
  });
  return cardOfDraft('buttons', {
    ...flow,
    title: message.text,
    text: lines(wordsOfFile(message, file), message.contentText, flow.text),
    footer: lines(message.footerText, flow.footer),
    place: placeOf(message.locationMessage),
    actions: [
      ...buttons.flatMap(({ buttonText }) => cardAction(buttonText?.displayText)),
      ...(flow.actions ?? []),
    ],
  });
}

function cardOfList(list: proto.Message.IListMessage): MessageCard {
  const products = list.productListInfo?.productSections ?? [];
  return cardOfDraft('list', {
    title: list.title,
    text: list.description,
    footer: list.footerText,
    items: [
      ...(list.sections ?? []).slice(0, MAX_ITEMS).flatMap(itemsOfSection),
      // Of the articles only their numbers in the catalogue come.
      ...products.slice(0, MAX_ITEMS).map(({ title }) => cardItem('', { heading: title })),
    ],
    actions: cardAction(list.buttonText),
  });
}

function itemsOfSection({ title, rows }: proto.Message.ListMessage.ISection) {
  if (!rows?.length) return title ? [cardItem('', { heading: title })] : [];
  return rows
    .slice(0, MAX_ITEMS)
    .map((row, place) => cardItem(row.title, { heading: place === 0 ? title : '', detail: row.description }));
}

/** The same text may come in several forms, for phones of several ages. */
function cardOfTemplate(template: proto.Message.ITemplateMessage, file: CardFile | null): MessageCard {
  const {
    hydratedTemplate: hydrated,
    hydratedFourRowTemplate: older,
    interactiveMessageTemplate: interactive,
    fourRowTemplate: structured,
  } = template;
  const forms = [
    hydrated && cardOfDraft('template', draftOfHydrated(hydrated, file)),
    older && cardOfDraft('template', draftOfHydrated(older, file)),
    interactive && { ...cardOfInteractive(interactive, file), kind: 'template' as const },
    structured && cardOfDraft('template', draftOfFourRows(structured, file)),
  ];
  return forms.find((card) => card && wordsOfCard(card) !== '') ?? cardOfDraft('template', {});
}

function draftOfFourRows(
  rows: proto.Message.TemplateMessage.IFourRowTemplate,
  file: CardFile | null,
): CardDraft {
  const buttons = (rows.buttons ?? []).slice(0, MAX_ACTIONS);
  return {
    title: wordsOfStructured(rows.highlyStructuredMessage),
    text: lines(wordsOfFile(rows, file), wordsOfStructured(rows.content)),
    footer: wordsOfStructured(rows.footer),
    place: placeOf(rows.locationMessage),
    actions: buttons.flatMap(actionsOfStructured),
    keys: buttons.flatMap(keysOfStructured),
  };
}

function draftOfHydrated(
  hydrated: proto.Message.TemplateMessage.IHydratedFourRowTemplate,
  file: CardFile | null,
): CardDraft {
  const buttons = (hydrated.hydratedButtons ?? []).slice(0, MAX_ACTIONS);
  return {
    title: hydrated.hydratedTitleText,
    text: lines(wordsOfFile(hydrated, file), hydrated.hydratedContentText),
    footer: hydrated.hydratedFooterText,
    place: placeOf(hydrated.locationMessage),
    actions: buttons.flatMap(actionsOfHydrated),
    keys: buttons.flatMap(({ callButton }) =>
      cardKey('phone', callButton?.displayText, callButton?.phoneNumber),
    ),
  };
}

/** A button that calls is shown by the number that it calls. */
function actionsOfHydrated({ quickReplyButton, urlButton, callButton }: proto.IHydratedTemplateButton) {
  const caller = callButton?.phoneNumber ? null : callButton;
  const button = quickReplyButton ?? urlButton ?? caller;
  return cardAction(button?.displayText, urlButton?.url);
}

function actionsOfStructured({ quickReplyButton, urlButton, callButton }: proto.ITemplateButton) {
  const caller = wordsOfStructured(callButton?.phoneNumber) ? null : callButton;
  const button = quickReplyButton ?? urlButton ?? caller;
  return cardAction(wordsOfStructured(button?.displayText), wordsOfStructured(urlButton?.url));
}

const keysOfStructured = ({ callButton }: proto.ITemplateButton) =>
  cardKey('phone', wordsOfStructured(callButton?.displayText), wordsOfStructured(callButton?.phoneNumber));

function cardOfStructured(
  structured: proto.Message.IHighlyStructuredMessage,
  file: CardFile | null,
): MessageCard {
  const card = cardOfTemplate(structured.hydratedHsm ?? {}, file);
  return wordsOfCard(card) === '' ? cardOfDraft('template', { text: wordsOfStructured(structured) }) : card;
}

/** A text that phones make of a form that only they have: what fills its places is all that came. */
function wordsOfStructured(structured: Maybe<proto.Message.IHighlyStructuredMessage>): string {
  const { params, localizableParams } = structured ?? {};
  const filled = (localizableParams ?? []).map((parameter) => parameter.default);
  return [...(params ?? []), ...filled].slice(0, MAX_ITEMS).filter(Boolean).join('\n');
}

/** A carousel shows its cards beside one another; a card within a card is none that WhatsApp shows. */
function cardOfInteractive(message: proto.Message.IInteractiveMessage, file: CardFile | null): MessageCard {
  const draft = draftOfInteractive(message, file);
  const parts = (message.carouselMessage?.cards ?? [])
    .slice(0, MAX_PARTS)
    .map((card) => draftOfInteractive(card, file));
  return cardOfDraft(kindOf(draft), draft, parts);
}

/** An order that is to be paid comes with a key too. */
function kindOf({ total, keys, items }: CardDraft): CardKind {
  if (total) return 'order';
  if (keys?.some(({ kind }) => kind.startsWith('pix'))) return 'pix';
  return items?.length ? 'list' : 'buttons';
}

function draftOfInteractive(message: proto.Message.IInteractiveMessage, file: CardFile | null): CardDraft {
  const { header, body, footer, nativeFlowMessage } = message;
  const flow = draftOfFlow(nativeFlowMessage);
  const product = header?.productMessage ? cardOfProduct(header.productMessage) : null;
  return {
    ...flow,
    items: [...(product?.items ?? []), ...(flow.items ?? [])],
    actions: [...(flow.actions ?? []), ...(product?.actions ?? [])],
    title: lines(header?.title, header?.subtitle),
    text: lines(wordsOfFile(header, file), product?.text, body?.text, flow.text),
    footer: lines(product?.footer, footer?.text, flow.footer),
    place: placeOf(header?.locationMessage),
  };
}

const lines = (...parts: Maybe<string>[]): string => parts.filter(Boolean).join('\n');

/** A place without its position, which the words beside it are about. */
export const placeOf = (place: Maybe<proto.Message.ILocationMessage>): string =>
  [place?.name, place?.address, place?.comment].filter(Boolean).join(', ');
