/**
 * Where the focus goes after something closes: to the element that opened it or, if that is gone, to the heading of
 * the screen. Returns null when no heading is visible.
 */
export function focusTargetAfterClose(opener?: Element | null): HTMLElement | null {
  if (opener instanceof HTMLElement && opener.isConnected) return opener
  const heading = [...document.querySelectorAll('h1')].find((each) => each.checkVisibility())
  // A heading is focusable only with a `tabindex`.
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading ?? null
}
