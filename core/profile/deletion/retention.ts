/** Years that account data stay locked after a deletion (A9.8, product 4.3). */
const ACCOUNT_YEARS = 5
/**
 * Years that clinical data must outlive the last episode of care, by the country of care (product 4.3): 20 in Brazil
 * (Lei 13.787/2018), at least 5 in Spain (Ley 41/2002); 5 is the minimum everywhere.
 */
const CLINICAL_YEARS: Readonly<Record<string, number>> = { BR: 20 }

export interface Retention {
  accountUntil: Date
  clinicalUntil: Date
}

/**
 * Until when the data of a deleted patient must be retained. Clinical data stay until the later of two dates: the
 * account's, and the required years after the last episode of care. Without any care the account's date applies.
 */
export function retentionOf(deletedAt: Date, lastCareAt: Date | undefined, country: string): Retention {
  const accountUntil = yearsAfter(deletedAt, ACCOUNT_YEARS)
  const careUntil = lastCareAt ? yearsAfter(lastCareAt, CLINICAL_YEARS[country] ?? ACCOUNT_YEARS) : accountUntil
  return { accountUntil, clinicalUntil: careUntil > accountUntil ? careUntil : accountUntil }
}

/** The day `years` later; 29 February becomes 1 March, so that nothing is deleted a day early. */
function yearsAfter(moment: Date, years: number): Date {
  const result = new Date(moment)
  result.setUTCFullYear(moment.getUTCFullYear() + years)
  return result
}
