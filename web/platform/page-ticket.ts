let ticket: string | undefined

/** What the pages of an app pay their first look-ups with; a page on the web has a cookie for it, out of its own reach. */
export const pageTicket = (): string | undefined => ticket

export function keepPageTicket(given: string | null): void {
  ticket = given ?? ticket
}
