import { removeDoubleStop } from '@cuida/core/kit/date-formats.ts'
import { type Messages, setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'

type Values = Record<string, string | number>

/** Compiled ICU messages from the content service: each is a text, or a list of text and `[name, type?, cases?]`. */
export type MessageCatalogue = Messages

const i18n = setupI18n({
  missing: (_locale, key) => {
    if (import.meta.env?.DEV) console.warn(`No message for "${key}"`)
    return key
  },
})

/** Loads a compiled catalogue and activates its language. Loading a language again adds to it. */
export function loadMessages(locale: string, catalogue: MessageCatalogue): void {
  i18n.load(locale, catalogue)
  i18n.activate(locale)
}

let used: Set<string> | undefined

/** Runs `work` and returns the keys of the messages that it shows, for a page that contains only these. */
export function usedMessages(work: () => void): ReadonlySet<string> {
  const keys = new Set<string>()
  used = keys
  try {
    work()
  } finally {
    used = undefined
  }
  return keys
}

/** The message for a key in the active language. A missing key is returned as it is, and logged in development. */
export function t(key: string, values?: Values): string {
  used?.add(key)
  const text = i18n._(key, values)
  return values ? removeDoubleStop(text) : text
}

/** Whether the catalogue has a key, so that screens can show a general message for an unknown code. */
export function hasMessage(key: string): boolean {
  return Object.hasOwn(i18n.messages, key)
}

export function currentLocale(): string {
  return i18n.locale || 'en'
}

const subscribe = (onChange: () => void) => i18n.on('change', onChange)

/** The active language; the calling component renders again when it changes. */
export function useLocale(): string {
  return useSyncExternalStore(subscribe, currentLocale, currentLocale)
}
