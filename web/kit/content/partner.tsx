import type { Config } from '@cuida/core/brand/config.ts'
import { setCountries, setDateFormats } from '@cuida/ui/i18n/format-basics.ts'
import { setAppName } from '@cuida/ui/Screen/document-title.ts'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'

const Partner = createContext<Config | null>(null)

/** Settings received after the page's own. */
let newer: Config | undefined
const listeners = new Set<() => void>()

/** Replaces the settings from now on. */
export function changePartner(config: Config): void {
  newer = config
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function PartnerProvider({ config, children }: { config: Config; children: ReactNode }) {
  const current = useSyncExternalStore(
    subscribe,
    () => newer,
    () => undefined,
  )
  const activeConfig = current ?? config
  // Set before the children render, because date formatting is not a component.
  setDateFormats(activeConfig.dateFormats)
  setCountries(activeConfig.countryCodes)
  setAppName(activeConfig.partnerName)
  return <Partner value={activeConfig}>{children}</Partner>
}

/** The partner's settings from the content service (A3.1). */
export function usePartner(): Config {
  const config = useContext(Partner)
  if (!config) throw new Error('usePartner outside PartnerProvider')
  return config
}
