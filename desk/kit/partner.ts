import { Config } from '@cuida/core/brand/config.ts'
import { hasCapability, removeDisabledFeatures } from '@cuida/core/brand/disabled-capabilities.ts'
import { unwrap } from '@cuida/core/brand/strapi.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { retryUntilLoaded } from '@cuida/ui/client/retry-until-loaded.ts'
import { setCountries, setDateFormats } from '@cuida/ui/i18n/format-basics.ts'
import { applyTheme } from '@cuida/ui/theme/theme-style.ts'
import { useEffect } from 'react'
import * as v from 'valibot'
import { setClinicZone } from './clinic-time.ts'
import { disabledCapabilities } from './disabled-capabilities.ts'

/** Not a user's data, so it stays in the cache after sign-out. */
export const PARTNER_CONFIG_QUERY = { method: 'GET', path: '/api/backend-config' }

async function fetchConfig(): Promise<Config> {
  const reply = await fetch('/api/backend-config?populate=*')
  if (!reply.ok) throw new Error(`config: ${reply.status}`)
  const config = removeDisabledFeatures(v.parse(Config, unwrap(await reply.json())), disabledCapabilities())
  setClinicZone(config.timeZone)
  setDateFormats(config.dateFormats)
  setCountries(config.countryCodes)
  return config
}

/** The partner's config, fetched once. Until it loads the desk uses the default colours. */
export function usePartner(): Config | undefined {
  const { data } = useCombinedQuery(PARTNER_CONFIG_QUERY, undefined, fetchConfig, {
    staleTime: Number.POSITIVE_INFINITY,
    every: retryUntilLoaded,
  })
  useEffect(() => {
    if (data) applyTheme(data.brand)
  }, [data])
  return data
}

/** Whether e-mail is enabled; true until the config loads. */
export function useIsMailEnabled(): boolean {
  const partner = usePartner()
  return !partner || hasCapability(partner, 'mail')
}
