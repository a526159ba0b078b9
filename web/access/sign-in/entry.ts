const KEY = 'entry'
export type Entry = 'login' | 'newAccount'

/** Marks that a guest leaves checkout to sign in; on return checkout confirms it (B4.24). */
export const rememberCheckoutExit = (): void => sessionStorage.setItem(KEY, 'login')

/** The guest registered a new account. */
export function markNewAccount(): void {
  if (sessionStorage.getItem(KEY)) sessionStorage.setItem(KEY, 'newAccount')
}

/** Returns and clears how the guest came in. */
export function takeEntry(): Entry | undefined {
  const storedEntry = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return storedEntry === 'login' || storedEntry === 'newAccount' ? storedEntry : undefined
}
