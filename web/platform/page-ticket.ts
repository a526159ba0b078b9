let ticket: string | undefined

/** A native page's nonce for its first phone look-ups; on the web an HttpOnly cookie has this role. */
export const pageTicket = (): string | undefined => ticket

export function keepPageTicket(given: string | null): void {
  ticket = given ?? ticket
}
