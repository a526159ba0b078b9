const KEY = 'entry'
export type Entry = 'login' | 'newAccount'

/** Somebody leaves checkout to say who they are: when they are back, it says that they are in (B4.24). */
export const awaitEntry = (): void => sessionStorage.setItem(KEY, 'login')

/** They had no account: now they have. */
export function markEntryNew(): void {
  if (sessionStorage.getItem(KEY)) sessionStorage.setItem(KEY, 'newAccount')
}

/** How they came in; once. */
export function takeEntry(): Entry | undefined {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return kept === 'login' || kept === 'newAccount' ? kept : undefined
}
