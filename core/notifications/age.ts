const MINUTE = 60_000

/** Age limit in minutes. After two days a notification is dropped: app and desk show what happened. */
export const MAX_NOTIFICATION_AGE_MINUTES = 48 * 60

/** Whether an event is too old to notify. */
export const isOld = (happened: Date, now: Date, minutes = MAX_NOTIFICATION_AGE_MINUTES): boolean =>
  now.getTime() - happened.getTime() > minutes * MINUTE
