import type { Config } from './config.ts'

export type Holiday = Config['holidays'][number]

/** The clinic's holiday on a calendar day, if any. */
export const holidayOn = (holidays: readonly Holiday[], day: string): Holiday | undefined =>
  holidays.find((holiday) => holiday.day === day)
