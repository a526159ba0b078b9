declare global {
  interface Window {
    /** Set by `arrivalScript`, before the app starts. */
    cuidaArrival?: string | null
  }
}

/** Returns and clears the credential from the identity provider; undefined without one. */
export function takeSocialCredential(): string | undefined {
  const credential = window.cuidaArrival
  delete window.cuidaArrival
  return credential || undefined
}

/** Stores the credential of a native app's link; on the web `arrivalScript` does it. */
export function storeSocialCredential(code: string | null): void {
  window.cuidaArrival = code
}
