const MINUTE = 60_000

/** What nobody could be told in two days is to be seen in the app or at the desk. */
export const OLD_MINUTES = 48 * 60

/** Whether it happened too long ago to be told. */
export const isOld = (happened: Date, now: Date, minutes = OLD_MINUTES): boolean =>
  now.getTime() - happened.getTime() > minutes * MINUTE
