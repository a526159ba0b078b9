import { oneStop } from '@cuida/core/kit/date-formats.ts'
import { type Messages, setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'

type Values = Record<string, string | number>

/** A list of nothing but text or `[name, type?, cases?]`: what the content service compiles ICU messages to. */
export type Catalogue = Messages

const i18n = setupI18n({
  missing: (_locale, key) => {
    if (import.meta.env?.DEV) console.warn(`No words for "${key}"`)
    return key
  },
})

/** Makes a compiled catalogue the one that `t` speaks. Loading the same language again adds to what is there. */
export function loadWords(locale: string, catalogue: Catalogue): void {
  i18n.load(locale, catalogue)
  i18n.activate(locale)
}

/** The words under a key, in the person's language. A missing key is shown as it is, and said in development. */
export function t(key: string, values?: Values): string {
  const words = i18n._(key, values)
  return values ? oneStop(words) : words
}

/** Whether there are words for a key: an unknown code then gets the general text. */
export function hasWords(key: string): boolean {
  return Object.hasOwn(i18n.messages, key)
}

export function currentLocale(): string {
  return i18n.locale || 'en'
}

const subscribe = (onChange: () => void) => i18n.on('change', onChange)

/** The language in use; a component that calls it paints again when the language changes. */
export function useLocale(): string {
  return useSyncExternalStore(subscribe, currentLocale, currentLocale)
}
