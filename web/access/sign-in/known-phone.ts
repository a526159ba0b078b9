const KEY = 'phone'

/** A number as typed, and its selected country. */
export interface TypedPhone {
  number: string
  country: string
}

// Product 11.6: a number typed on one screen is prefilled on the next. For this tab only.

export function rememberPhone(phone: TypedPhone): void {
  if (phone.number.trim()) sessionStorage.setItem(KEY, JSON.stringify(phone))
}

export function knownPhone(): TypedPhone | undefined {
  if (typeof sessionStorage === 'undefined') return undefined
  return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined
}

export const forgetPhone = (): void => sessionStorage.removeItem(KEY)
