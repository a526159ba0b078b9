import { MAX_LINKS_PER_REQUEST } from '@cuida/core/invite/company.ts'
import type { Employee } from '@cuida/core/invite/desk-company-api.ts'
import { dayAfter, momentOf } from '@cuida/core/kit/zone.ts'

export interface LinkValues {
  /** One link to copy, a number of links for anybody, or one for each employee of a file. */
  kind: 'one' | 'many' | 'file'
  count: string
  /** From a file without problems. */
  employees: readonly Employee[]
  /** The last valid day, in the clinic's calendar. */
  until: string
}

type Problems = { [K in keyof LinkValues]?: 'INVALID' | 'MISSING' | undefined }

/**
 * The same bounds as the call declaration; locale keys: `desk.companies.<field>.<code>`. `today` is the clinic's
 * date.
 */
export function linkProblems({ kind, count, employees, until }: LinkValues, today: string): Problems {
  const isCount = /^\d{1,3}$/.test(count.trim()) && Number(count) >= 1 && Number(count) <= MAX_LINKS_PER_REQUEST
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(until) && until >= today && until <= yearAfter(today)
  return {
    count: kind !== 'many' || isCount ? undefined : 'INVALID',
    employees: kind !== 'file' || employees.length > 0 ? undefined : 'MISSING',
    until: isDay ? undefined : 'INVALID',
  }
}

export function linksInput({ kind, count, employees, until }: LinkValues, zone: string) {
  const nobody = (most: number): null[] => Array(most).fill(null)
  return {
    employees: kind === 'file' ? [...employees] : nobody(kind === 'one' ? 1 : Number(count)),
    expiresAt: momentOf(zone, dayAfter(until), '00:00').toISOString(),
  }
}

/** The latest expiry date that a link may have, and the default one. */
export const yearAfter = (today: string): string => daysAfter(today, 364)
export const monthAfter = (today: string): string => daysAfter(today, 30)

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
