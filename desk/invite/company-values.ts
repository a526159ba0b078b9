import type { CompanyDiscount, CompanyInput } from '@cuida/core/invite/desk-company-api.ts'
import { isAllowedRedirect } from '@cuida/core/invite/redirect.ts'
import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'

/** The form's values. The discount on a product is under `<field>.<product>`; days are in the clinic's calendar. */
export interface CompanyValues {
  name: string
  redirectUrl: string
  /** Ids of the products that the company pays a part of. */
  products: string[]
  [discount: `${'percentage' | 'from' | 'until'}.${string}`]: string
  reason: string
}

/** Returns the values as form fields, in the order of the screen. */
export function valuesOf(
  { name, redirectUrl, discounts }: CompanyInput,
  products: readonly string[],
  zone: string,
): CompanyValues {
  const dayOf = (moment: string | null | undefined, less = 0) =>
    moment ? localTime(zone, Date.parse(moment) - less).day : ''
  const typed = products.flatMap((id) => {
    const paid = discounts.find(({ productId }) => productId === id)
    return [
      [`percentage.${id}`, paid ? String(paid.percentage) : ''],
      [`from.${id}`, dayOf(paid?.validFrom)],
      // `validUntil` is the end of the last day.
      [`until.${id}`, dayOf(paid?.validUntil, 1)],
    ]
  })
  const discountedProducts = products.filter((id) => discounts.some(({ productId }) => productId === id))
  return {
    name,
    redirectUrl: redirectUrl ?? '',
    products: discountedProducts,
    ...Object.fromEntries(typed),
    reason: '',
  }
}

type Problem = 'INVALID' | 'TOO_SHORT' | 'TOO_LONG' | 'REVERSED' | 'REDIRECT_NOT_ALLOWED' | undefined
type Problems = { [K in keyof CompanyValues & string]?: Problem }

/** The same bounds as the call declaration; locale keys: `desk.companies.<field>.<code>`. */
export function companyProblems(values: CompanyValues, hosts: readonly string[]): Problems {
  const { name, redirectUrl, products, reason } = values
  const page = redirectUrl.trim()
  const ofProducts = products.flatMap((id): [string, Problem][] => {
    const percentage = values[`percentage.${id}`] ?? ''
    const from = values[`from.${id}`] ?? ''
    const until = values[`until.${id}`] ?? ''
    return [
      [`percentage.${id}`, isPercentage(percentage) ? undefined : 'INVALID'],
      [`until.${id}`, until && from && until < from ? 'REVERSED' : undefined],
    ]
  })
  return {
    name: lengthProblem(name, 2, 80),
    redirectUrl: page === '' || isAllowedRedirect(page, hosts) ? undefined : 'REDIRECT_NOT_ALLOWED',
    ...Object.fromEntries(ofProducts),
    reason: lengthProblem(reason, 10, 500),
  }
}

export function companyInput(values: CompanyValues, zone: string): CompanyInput & { reason: string } {
  const startOf = (day: string) => momentOf(zone, day, '00:00').toISOString()
  const discounts = values.products.map((id): CompanyDiscount => {
    const from = values[`from.${id}`]
    const until = values[`until.${id}`]
    return {
      productId: id,
      percentage: Number(values[`percentage.${id}`]),
      validFrom: from ? startOf(from) : null,
      validUntil: until ? startOf(dayAfter(until)) : null,
    }
  })
  const { name, redirectUrl, reason } = values
  return { name: name.trim(), redirectUrl: redirectUrl.trim() || null, discounts, reason: reason.trim() }
}

const isPercentage = (text: string): boolean =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 100

function lengthProblem(text: string, least: number, most: number): Problem {
  const { length } = text.trim()
  if (length < least) return 'TOO_SHORT'
  return length > most ? 'TOO_LONG' : undefined
}
