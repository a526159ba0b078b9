import type { Config } from './config.ts'

export type Holiday = Config['holidays'][number]

/** The holiday of a calendar day, if the clinic keeps one. */
export const holidayOn = (holidays: readonly Holiday[], day: string): Holiday | undefined =>
  holidays.find((holiday) => holiday.day === day)
