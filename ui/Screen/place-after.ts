/**
 * Where whoever closes something goes on by keyboard: at what opened it or, when that went with what was done, at the head
 * of the screen. null: there is no heading in sight.
 */
export function placeAfter(opener?: Element | null): HTMLElement | null {
  if (opener instanceof HTMLElement && opener.isConnected) return opener
  const heading = [...document.querySelectorAll('h1')].find((each) => each.checkVisibility())
  // It takes the focus only if it is told that it may.
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading ?? null
}
