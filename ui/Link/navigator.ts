interface Navigator {
  /** Goes to an address of the app without loading the page. */
  go: (href: string) => void
  /** The finger is down: the next screen may start to load. */
  prefetch?: (href: string) => void
}

let navigator: Navigator | undefined

/** The app gives its router once; before that, and without one, links are plain links. */
export function setNavigator(given: Navigator): void {
  navigator = given
}

export const currentNavigator = (): Navigator | undefined => navigator
