/** Starts a new history at this address. */
export function openAddress(at: string): void {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  happyDOM.setURL(new URL(at, location.origin).href)
  history.replaceState(null, '', location.href)
}

/** Path, query and fragment that the page shows. */
export const currentAddress = (): string => location.href.replace(location.origin, '')
