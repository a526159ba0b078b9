const KEY = 'new-account'

/** Spec 1 §4: "a new registration sets isNewAccount". Until the next stop at `/redirect`, in this tab. */
export const markNewAccount = (): void => sessionStorage.setItem(KEY, 'true')

export function takeNewAccount(): boolean {
  const isNew = sessionStorage.getItem(KEY) === 'true'
  sessionStorage.removeItem(KEY)
  return isNew
}
