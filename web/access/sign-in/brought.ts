declare global {
  interface Window {
    /** Set by `arrivalScript`, before the app starts. */
    cuidaArrival?: string | null
  }
}

/** What the person brought back from the provider, once; undefined when they brought nothing. */
export function takeBrought(): string | undefined {
  const brought = window.cuidaArrival
  delete window.cuidaArrival
  return brought || undefined
}

/** What an app's link brings; a page on the web has it from its first script. */
export function keepBrought(code: string | null): void {
  window.cuidaArrival = code
}
