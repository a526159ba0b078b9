import { Config } from '@cuida/core/brand/config.ts'
import { unwrap } from '@cuida/core/brand/strapi.ts'
import { untilAnswered } from '@cuida/ui/client/until-answered.ts'
import { applyTheme } from '@cuida/ui/theme/theme-style.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import { keepZone } from './times.ts'

/** Names as `applyTheme` and `chooseTheme` keep them: the desk's page has no inline script to read them. */
const CHOICE = 'theme'
const CACHED = 'theme-style'

/** Before the first paint of React: light or dark as chosen, and the partner's theme as it was last time. */
export function startTheme(): void {
  try {
    const choice = localStorage.getItem(CHOICE)
    if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
    const style = document.getElementById('theme')
    if (style) style.textContent = localStorage.getItem(CACHED)
  } catch {
    // A browser without storage gets the theme with the config, a moment later.
  }
}

async function fetchConfig(): Promise<Config> {
  const reply = await fetch('/api/backend-config?populate=*')
  if (!reply.ok) throw new Error(`config: ${reply.status}`)
  const config = v.parse(Config, unwrap(await reply.json()))
  keepZone(config.timeZone)
  return config
}

/** The partner's settings, asked once; until they come the desk works in the house's colours. */
export function usePartner(): Config | undefined {
  const { data } = useQuery({
    queryKey: ['partner'],
    queryFn: fetchConfig,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: untilAnswered,
  })
  useEffect(() => {
    if (data) applyTheme(data.brand)
  }, [data])
  return data
}
