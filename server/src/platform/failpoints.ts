/**
 * Steps at which a test ends this process without warning, to prove that nothing is lost or doubled there. A test walks
 * through the whole list, so a step at which no process crashes fails it.
 */
export const FAILPOINTS = [
  // A session begins.
  'session.leased',
  'session.loaded',
  'session.opened',
  'session.reported',
  'creds.written',
  'creds.committed',
  'creds.forgotten',
  // A message comes in.
  'receive.arrived',
  'receive.opened',
  'keys.written',
  'keys.committed',
  'receive.shown',
  'receive.began',
  'bot.decided',
  'bot.written',
  'receive.stored',
  'receive.committed',
  'receive.forgotten',
  'edit.committed',
  'delete.committed',
  'react.committed',
  'vote.committed',
  'file.stored',
  'file.recorded',
  'file.postponed',
  // A mail comes in: stored, then seen in the mailbox; and a copy of one that was sent is kept there.
  'mail.stored',
  'mail.seen',
  'mail.copied',
  // The provider of a mailbox gives another consent with a token.
  'mail.renewed',
  // A visitor of a company's pages says something, and hears news.
  'visitor.kept',
  'visitor.told',
  // What was answered to one who has left goes on to where they are reached.
  'visitor.passing',
  'visitor.passed',
  // A tick comes in, or a read receipt goes out.
  'status.began',
  'status.committed',
  'reading.told',
  'reading.recorded',
  // A message goes out.
  'send.chosen',
  'send.stored',
  'send.handed',
  'send.accepted',
  'send.recorded',
  'send.postponed',
  'send.refused',
  // A campaign's message goes out.
  'recipient.chosen',
  'recipient.stored',
  'recipient.accepted',
  'recipient.recorded',
  // What we do to a message goes out.
  'change.chosen',
  'change.stored',
  'change.accepted',
  'change.recorded',
  'change.undone',
  // A console comes, brings a file and a command, hears the news, and goes.
  'console.registered',
  'upload.stored',
  'upload.recorded',
  'command.amid',
  'command.executed',
  'command.committed',
  'feed.read',
  'feed.sent',
  'console.left',
  // A connection's rule moves or closes a ticket.
  'rule.written',
  'rule.committed',
  // A rule acts in the transaction of its cause, or because a ticket has stood like this for so long.
  'automation.decided',
  'automation.written',
  'clock.written',
  'clock.committed',
  // A deadline is near or was missed, and that is told.
  'deadline.written',
  'deadline.committed',
  // A queue gives what waits to an agent.
  'assignment.written',
  'assignment.committed',
  // A report is mailed.
  'report.mailed',
  // A line is written beside the backups, and done again after a restore.
  'wishes.written',
  'wishes.redone',
  // A night of retention lets one thing go.
  'night.written',
  'night.committed',
  // What a person has asked to be deleted goes.
  'erasure.begun',
  'erasure.opened',
  'erasure.taken',
  'erasure.emptied',
  // A ZIP of all that there is about a person is made.
  'export.stored',
  'export.written',
  // A responder is asked in a turn, answers, and what it says is written.
  'turn.began',
  'delivery.kept',
  'turn.answered',
  'turn.written',
  'turn.committed',
  'turn.givenUp',
  // An AI sorts a conversation for a rule, or says how it would have answered.
  'sorting.answered',
  'sorting.written',
  'trial.answered',
  'trial.written',
  'silence.written',
  'silence.committed',
  // A webhook is told what has happened.
  'webhook.heard',
  'webhook.noted',
  'webhook.ended',
  // A company begins to pay, and its money comes.
  'charge.begun',
  'charge.asked',
  'charge.kept',
  'payment.heard',
  'payment.settled',
  // A ticket that was put off comes back.
  'return.written',
  'return.committed',
  // A scheduled message is put into its conversation.
  'schedule.written',
  'schedule.committed',
] as const;

type Failpoint = (typeof FAILPOINTS)[number];

/** `name:nth`, set by tests only. */
const [armed, nth = '1'] = (process.env.BALCAO_FAILPOINT ?? '').split(':');
let passes = 0;

/** Does nothing, unless this process was started to die at the nth passage of this step. */
export function crashAt(name: Failpoint): void {
  if (name !== armed) return;
  passes += 1;
  if (passes === Number(nth)) process.kill(process.pid, 'SIGKILL');
}
