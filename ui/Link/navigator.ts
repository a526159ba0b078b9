interface Navigator {
  /** Navigates within the app, without a page load. */
  go: (href: string) => void
  /** Called on pointer down: the code of the next screen may start to load. */
  prefetch?: (href: string) => void
}

let navigator: Navigator | undefined

/** The app sets its router once. Without one, links are plain links. */
export function setNavigator(newNavigator: Navigator): void {
  navigator = newNavigator
}

export const currentNavigator = (): Navigator | undefined => navigator
