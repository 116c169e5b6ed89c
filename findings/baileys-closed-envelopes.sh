#!/usr/bin/env bash
# The function of @whiskeysockets/baileys 7.0.0-rc14 that takes a message out of its wrappers, `normalizeMessageContent`,
# opens nine of the 23 that its own protocol definition has.
#
# One would guess: every field of `proto.Message` that is a `FutureProofMessage`, which holds a message and nothing else,
# is opened. What happens: fourteen stay closed. For twelve the type of the content is the wrapper's name, as for an
# animated sticker (`lottieStickerMessage`) or words to the members of a group (`groupMentionedMessage`); for two, whose
# names do not end in "Message", `getContentType` finds no type at all. The text within is not seen.
# Who meets it: every program that reads messages by `getContentType(normalizeMessageContent(…))`, the usual way.
# Customers' stickers and texts come as messages of an unknown kind.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @whiskeysockets/baileys@7.0.0-rc14

cat > open.mjs << 'PROGRAM'
import { getContentType, normalizeMessageContent, proto } from '@whiskeysockets/baileys';

const text = { extendedTextMessage: { text: 'Bom dia' } };
const wrappers = Object.keys(proto.Message.create().constructor.prototype).filter((name) => {
  const wrapped = proto.Message.fromObject({ [name]: { message: text } })[name];
  return wrapped instanceof proto.Message.FutureProofMessage;
});
const sent = (name) =>
  proto.Message.decode(proto.Message.encode(proto.Message.fromObject({ [name]: { message: text } })).finish());
const typeOf = (name) => getContentType(normalizeMessageContent(sent(name)));
const opened = wrappers.filter((name) => typeOf(name) === 'extendedTextMessage');
console.log(`opened: ${opened.length} of ${wrappers.length}`);
for (const name of wrappers) if (!opened.includes(name)) console.log(`closed: ${name}, type ${typeOf(name)}`);
PROGRAM

node open.mjs | tee seen
diff seen - << 'EXPECTED'
opened: 9 of 23
closed: groupMentionedMessage, type groupMentionedMessage
closed: botInvokeMessage, type botInvokeMessage
closed: lottieStickerMessage, type lottieStickerMessage
closed: eventCoverImage, type undefined
closed: statusMentionMessage, type statusMentionMessage
closed: pollCreationOptionImageMessage, type pollCreationOptionImageMessage
closed: groupStatusMentionMessage, type groupStatusMentionMessage
closed: pollCreationMessageV4, type pollCreationMessageV4
closed: statusAddYours, type undefined
closed: limitSharingMessage, type limitSharingMessage
closed: botTaskMessage, type botTaskMessage
closed: questionMessage, type questionMessage
closed: botForwardedMessage, type botForwardedMessage
closed: questionReplyMessage, type questionReplyMessage
EXPECTED
