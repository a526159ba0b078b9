import { deriveTheme, type PartnerTheme, type Properties } from './derive-theme.ts'

const LAYERS = '@layer reset,tokens,base,components,screens,partner;'
const write = (properties: Properties): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/**
 * CSS text of a partner's theme for `<style id="theme">`. It comes before any sheet, so it fixes the order of the
 * layers too. Values are hex colours and a number that we made: nothing of the config reaches the page as it is.
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

/** Where the person's choice is kept; the partner's theme is cached beside it, for pages that come without one. */
const CHOICE = 'theme'
const CACHED = 'theme-style'

/**
 * Runs inline in the head, before the first paint: the person's own choice of light or dark, and the partner's theme
 * as it was last time when the page (a native shell's) brings none. Constant, so that its hash can be in the policy.
 */
export const themeScript =
  `try{var d=document,c=localStorage.${CHOICE},s=d.getElementById('theme');` +
  `if(c=='light'||c=='dark')d.documentElement.dataset.theme=c;` +
  `if(s&&!s.textContent)s.textContent=localStorage.getItem('${CACHED}')||''}catch(e){}`

/** Sets and remembers the partner's theme: for configs that arrive after the page. */
export function applyTheme(theme: PartnerTheme): void {
  const text = themeStyle(theme)
  const style = document.getElementById('theme')
  if (style && style.textContent !== text) style.textContent = text
  keep(CACHED, text)
}

export function chosenTheme(): ThemeChoice {
  const choice = document.documentElement.dataset.theme
  return choice === 'light' || choice === 'dark' ? choice : 'system'
}

/** The person's own choice; `system` follows the phone. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  keep(CHOICE, choice)
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A browser whose storage is full asks again next time.
  }
}
