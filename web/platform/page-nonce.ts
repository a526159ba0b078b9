let ticket: string | undefined

/** A native page's nonce for its first phone look-ups; on the web an HttpOnly cookie has this role. */
export const pageNonce = (): string | undefined => ticket

export function storePageNonce(nonce: string | null): void {
  ticket = nonce ?? ticket
}
