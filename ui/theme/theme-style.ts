import { deriveTheme, type PartnerTheme } from './derive-theme.ts'
import type { Properties } from './grounds.ts'

const LAYERS = '@layer reset,tokens,base,components,screens,partner;'
const write = (properties: Properties): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/**
 * The CSS text of a partner's theme for `<style id="theme">`. It precedes every style sheet, so it also sets the
 * order of the layers. It holds only derived hex colours, numbers and our own font lists: no text of the config reaches the page.
 */
export function themeStyle(theme: PartnerTheme): string {
  const { light, dark } = deriveTheme(theme)
  const darkText = write(dark)
  return (
    `${LAYERS}@layer partner{:root{${write(light)}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${darkText}}}` +
    `:root[data-theme=dark]{${darkText}}}`
  )
}

export type ThemeChoice = 'light' | 'dark' | 'system'

/** The storage key of the user's choice, and that of the cached partner theme, for pages without one. */
const CHOICE = 'theme'
const CACHED = 'theme-style'

/**
 * Runs inline in the head before the first paint: applies the user's light or dark choice, and the cached partner
 * theme when the page (a native shell's) has none. The script is constant, so that the content security policy can
 * list its hash.
 */
export const themeScript =
  `try{var d=document,c=localStorage.${CHOICE},s=d.getElementById('theme');` +
  `if(c=='light'||c=='dark')d.documentElement.dataset.theme=c;` +
  `if(s&&!s.textContent)s.textContent=localStorage.getItem('${CACHED}')||''}catch(e){}`

/** Applies and caches the partner's theme, for a config that arrives after the page. */
export function applyTheme(theme: PartnerTheme): void {
  const text = themeStyle(theme)
  const style = document.getElementById('theme')
  if (style && style.textContent !== text) style.textContent = text
  storeValue(CACHED, text)
}

export function chosenTheme(): ThemeChoice {
  const choice = document.documentElement.dataset.theme
  return choice === 'light' || choice === 'dark' ? choice : 'system'
}

/** The user's choice; `system` follows the device. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  storeValue(CHOICE, choice)
}

function storeValue(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage may be full or blocked: the choice then lasts for this page only.
  }
}
