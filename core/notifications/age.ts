const MINUTE = 60_000

/** Age limit in minutes. After two days a notification is dropped: app and desk show what happened. */
export const OLD_MINUTES = 48 * 60

/** Whether an event is too old to notify. */
export const isOld = (happened: Date, now: Date, minutes = OLD_MINUTES): boolean =>
  now.getTime() - happened.getTime() > minutes * MINUTE
