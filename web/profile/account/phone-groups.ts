import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import { numberingPlans } from '../../access/sign-in/phone.ts'

/**
 * A number as its country writes it: groups of digits and, between each two, what stands there ("+34", " ", "600", …).
 * A number of a country that the partner does not take is one group.
 */
export function phoneGroups(number: string): string[] {
  const plans = numberingPlans()
  const parsed = plans && parsePhoneNumberFromString(number, plans.metadata)
  return (parsed?.formatInternational() ?? number).split(/([^\d+]+)/)
}
