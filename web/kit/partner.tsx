import type { Config } from '@cuida/core/brand/config.ts'
import { createContext, type ReactNode, useContext } from 'react'

const Partner = createContext<Config | null>(null)

export function PartnerProvider({ config, children }: { config: Config; children: ReactNode }) {
  return <Partner value={config}>{children}</Partner>
}

/** The partner's settings, as the content service has them (spec 1 §3 "Config"). */
export function usePartner(): Config {
  const config = useContext(Partner)
  if (!config) throw new Error('usePartner outside PartnerProvider')
  return config
}
