import type { Phone } from '@cuida/core/kit/shapes.ts'
import type { TypedPhone } from '@cuida/ui/PhoneInput/PhoneInput.tsx'
import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import { phoneIn } from './phone.ts'

/** The number that was typed; when it is none, what was typed, which no rule takes for a number. */
export function phoneOf({ number, country }: TypedPhone): Phone {
  return phoneIn(parsePhoneNumberFromString, number, country) ?? { number: number.trim(), country }
}
