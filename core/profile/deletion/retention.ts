/** Years that account data stay locked after a deletion (A9.8, product 4.3). */
const ACCOUNT_YEARS = 5
/**
 * Years that clinical data must outlive the last episode of care, by the country of the care (product 4.3): Brazil
 * keeps medical records for 20 (Lei 13.787/2018), Spain for at least 5 (Ley 41/2002); 5 is the floor everywhere.
 */
const CLINICAL_YEARS: Readonly<Record<string, number>> = { BR: 20 }

export interface Retention {
  accountUntil: Date
  clinicalUntil: Date
}

/**
 * Until when the law keeps what a deleted patient leaves. Clinical data keep the later of two dates: the account's, and
 * the years since the last episode of care. Who was never cared for has no clinical data: the account's date counts.
 */
export function retentionOf(deletedAt: Date, lastCareAt: Date | undefined, country: string): Retention {
  const accountUntil = yearsAfter(deletedAt, ACCOUNT_YEARS)
  const careUntil = lastCareAt ? yearsAfter(lastCareAt, CLINICAL_YEARS[country] ?? ACCOUNT_YEARS) : accountUntil
  return { accountUntil, clinicalUntil: careUntil > accountUntil ? careUntil : accountUntil }
}

/** The same day so many years later; 29 February becomes 1 March, never a day early. */
function yearsAfter(moment: Date, years: number): Date {
  const later = new Date(moment)
  later.setUTCFullYear(moment.getUTCFullYear() + years)
  return later
}
